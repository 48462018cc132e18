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
        pin("gf2_40", 2, "all", "5629102c969e85c616cfa5aafe7e8b8e"),
        pin("gf2_40", 3, "all", "e639a820d32bd541c7b94f7c15a24df4"),
        pin("gf2_64", 3, "king", "bc39d94427e2adb03d6b6e1e7372e9d6"),
        pin("gf2_128", 2, "all", "23dedd52e9edd354df477dff3053c945"));
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
