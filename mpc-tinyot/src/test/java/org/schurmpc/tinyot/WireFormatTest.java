package org.schurmpc.tinyot;

import java.util.List;
import org.schurmpc.core.contract.Recording;
import org.schurmpc.core.contract.WireFormatContract;

class WireFormatTest extends WireFormatContract {
  @Override
  protected List<Pin> pins() {
    return List.of(
        pin(64, 1700, "plain", "e3445f2eb8456f71b51a8552d8fa470c"),
        pin(64, 1700, "vector", "e3445f2eb8456f71b51a8552d8fa470c"),
        pin(80, 1000, "plain", "b0a19c47791fd9f9cdd443fc02ef5728"),
        pin(64, 3, "plain", "6f32695933e55511234aed87eef90f00"));
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
