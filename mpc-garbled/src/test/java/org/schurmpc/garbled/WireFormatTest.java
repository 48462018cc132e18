package org.schurmpc.garbled;

import java.util.List;
import org.schurmpc.core.contract.Recording;
import org.schurmpc.core.contract.WireFormatContract;

class WireFormatTest extends WireFormatContract {
  @Override
  protected List<Pin> pins() {
    return List.of(
        pin(40, 0, 3, "plain", "b6154665ddc49811a61a686c4423c434"),
        pin(64, 0, 100, "plain", "edec69f2e4b4665a7ec958be8bead40a"),
        pin(64, 0, 100, "vector", "edec69f2e4b4665a7ec958be8bead40a"),
        pin(64, 1, 3, "plain", "0253d717cbb200847506e6779322751b"),
        pin(80, 1, 65, "plain", "f0746d0752f1fafc2bf2202ab31da8f3"));
  }

  private static Pin pin(int sigma, int garbler, int lanes, String kernels, String hash) {
    return new Pin(
        "sigma %d, garbler %d, %d lanes, %s".formatted(sigma, garbler + 1, lanes, kernels),
        () -> Configurations.garbled(sigma, garbler, lanes, kernels),
        hash);
  }

  @Override
  protected String hash(Recording recording) {
    return recording.hashOfFrames();
  }
}
