package org.schurmpc.tinyot;

import java.util.List;
import org.schurmpc.core.contract.Recording;
import org.schurmpc.core.contract.WireFormatContract;

class WireFormatTest extends WireFormatContract {
  @Override
  protected List<Pin> pins() {
    return List.of(
        pin(64, 1700, "plain", "f82c905489c3e0b4a594f3e4e3c4523b"),
        pin(64, 1700, "vector", "f82c905489c3e0b4a594f3e4e3c4523b"),
        pin(80, 1000, "plain", "8dce8ef63b74ee50d1953052eb55b78c"),
        pin(64, 3, "plain", "c06a99bda9e72cddf3c45aaf6f938fa0"));
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
