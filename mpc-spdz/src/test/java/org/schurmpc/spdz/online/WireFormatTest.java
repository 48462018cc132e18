package org.schurmpc.spdz.online;

import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.contract.Recording;
import org.schurmpc.core.contract.WireFormatContract;
import org.schurmpc.core.session.SessionPairs;

class WireFormatTest extends WireFormatContract {
  @Override
  protected List<Pin> pins() {
    return List.of(
        pin("gf2_40", 2, "all", "333b8c1a8430484d4ca2d30ddc3e8962"),
        pin("gf2_40", 3, "all", "4da3bac9f43134fb6971be394432eb2f"),
        pin("gf2_64", 3, "king", "95d1e8adf7fab8d41c2e8b467eed74cd"),
        pin("gf2_128", 2, "all", "2911a6e8fc429b798289c80c7a57eda4"));
  }

  private static Pin pin(String field, int parties, String opening, String hash) {
    return new Pin(
        "%s, %d parties, %s".formatted(field, parties, opening),
        () -> Configurations.spdz(parties, 3, field, opening),
        hash);
  }

  @Override
  protected Circuit circuit() throws Exception {
    return CircuitLibrary.open("add_32");
  }

  @Override
  protected void evaluate(ProtocolRun run, Recording recording) throws Exception {
    int parties = run.stores.length;
    BitMatrix[] inputs = new BitMatrix[parties];
    Arrays.setAll(inputs, party -> run.plainInputs("inputs of " + party));
    run.run(recording.of(SessionPairs.networks(parties)), inputs);
  }
}
