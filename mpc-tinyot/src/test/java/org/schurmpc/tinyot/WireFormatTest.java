package org.schurmpc.tinyot;

import java.util.List;
import org.schurmpc.core.contract.Recording;
import org.schurmpc.core.contract.WireFormatContract;

class WireFormatTest extends WireFormatContract {
  @Override
  protected List<Pin> pins() {
    return List.of(
        pin(64, 100, "plain", "9ec323b5a56686e9b207ca65f9fc073c"),
        pin(64, 100, "vector", "9ec323b5a56686e9b207ca65f9fc073c"),
        pin(80, 100, "plain", "e764ae6ded6680e875f6f0165bc2f68a"),
        pin(64, 3, "plain", "3c8e0ba10b5269b65f7766eee13486fa"));
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
