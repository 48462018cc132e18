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
        minitrix("255x85", OpeningMode.BATCHED, "plain", "abc274cf83c4f2533da63955d7d98686"),
        minitrix("255x85", OpeningMode.BATCHED, "vector", "abc274cf83c4f2533da63955d7d98686"),
        minitrix("255x85", OpeningMode.PAPER, "plain", "d138415b443bc58d81024b60848a81bf"),
        minitrix("256x120", OpeningMode.BATCHED, "plain", "6e814d190e8d1ad0e53a2b117d19d3b9"),
        minitrix("256x120", OpeningMode.BATCHED, "vector", "6e814d190e8d1ad0e53a2b117d19d3b9"),
        rung(
            Configurations.rung(
                "256x120", Packing.BYTES, ConversionMode.ONE, false, OpeningMode.PAPER),
            "0aeaf7ad649a2c69c9ae80511be64986"),
        rung(
            Configurations.rung(
                "255x85", Packing.BYTES, ConversionMode.ONE, true, OpeningMode.BATCHED),
            "136c4ee2834a62186f32d2118f391f80"),
        rung(
            Configurations.rung(
                "255x85", Packing.BITS, ConversionMode.SYMMETRIC, true, OpeningMode.BATCHED),
            "2aff83ab748791a3452db558a8230593"),
        rung(
            Configurations.rung(
                "256x120", Packing.BITS, ConversionMode.NONE, false, OpeningMode.BATCHED),
            "b8a5b0b47478655da184b59543ec63e8"));
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
