package org.schurmpc.minimac.online;

import java.util.List;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.contract.Recording;
import org.schurmpc.core.contract.WireFormatContract;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.minimac.Configurations;
import org.schurmpc.minimac.material.Packing;

class WireFormatTest extends WireFormatContract {
  @Override
  protected List<Pin> pins() {
    return List.of(
        minitrix("255x85", OpeningMode.BATCHED, "plain", "ea7629811f46f7ff5e237a278e0a06e2"),
        minitrix("255x85", OpeningMode.BATCHED, "vector", "ea7629811f46f7ff5e237a278e0a06e2"),
        minitrix("255x85", OpeningMode.PAPER, "plain", "cd79cd1fd7786e469c91fc5b90b28413"),
        minitrix("256x120", OpeningMode.BATCHED, "plain", "64b113c62fdc911eca3c7a0eb7538de4"),
        minitrix("256x120", OpeningMode.BATCHED, "vector", "64b113c62fdc911eca3c7a0eb7538de4"),
        rung(
            Configurations.rung(
                "256x120", Packing.BYTES, ConversionMode.ONE, false, OpeningMode.PAPER),
            "416230007c70068da322989b751553e2"),
        rung(
            Configurations.rung(
                "255x85", Packing.BYTES, ConversionMode.ONE, true, OpeningMode.BATCHED),
            "5111d03ffebe22b32f0739881218b6b9"),
        rung(
            Configurations.rung(
                "255x85", Packing.BITS, ConversionMode.SYMMETRIC, true, OpeningMode.BATCHED),
            "31f0e54babf4031b6d443880bc542171"),
        rung(
            Configurations.rung(
                "256x120", Packing.BITS, ConversionMode.NONE, false, OpeningMode.BATCHED),
            "8f06b7f7e4aa56cf990380c6e30777ee"));
  }

  private static Pin minitrix(String code, OpeningMode mode, String kernels, String hash) {
    return new Pin(
        "minitrix %s, %s, %s".formatted(code, mode, kernels),
        () -> Configurations.minitrix(code, mode, kernels),
        hash);
  }

  private static Pin rung(Variant rung, String hash) {
    return new Pin(Configurations.describe(rung), () -> Configurations.of(rung), hash);
  }

  @Override
  protected void evaluate(ProtocolRun run, Recording recording) throws Exception {
    BitMatrix inputs = run.plainInputs("inputs");
    run.run(recording.of(SessionPairs.networks()), inputs, inputs);
  }

  @Override
  protected String hash(Recording recording) {
    return recording.hashOfTwo();
  }
}
