package org.schurmpc.tinyot;

import java.util.List;
import org.schurmpc.core.contract.Recording;
import org.schurmpc.core.contract.WireFormatContract;

class WireFormatTest extends WireFormatContract {
  @Override
  protected List<Pin> pins() {
    return List.of(
        pin(64, 100, "plain", "bb79460f8ae59940f6749150329248fd"),
        pin(64, 100, "vector", "bb79460f8ae59940f6749150329248fd"),
        pin(80, 100, "plain", "2030bb9e047568ed0ae85d9810bffc22"),
        pin(64, 3, "plain", "79a14a86fa8ea58ee135607489a0a2ae"));
  }

  private static Pin pin(int sigma, int lanes, String kernels, String hash) {
    return new Pin(
        "sigma %d, %d lanes, %s".formatted(sigma, lanes, kernels),
        () -> Configurations.tinyot(sigma, lanes, kernels),
        hash);
  }

  @Override
  protected String hash(Recording recording) {
    return recording.hashOfFrames();
  }
}
