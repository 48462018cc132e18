package org.schurmpc.spdz.online;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.contract.ProtocolContract;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.eval.IoMap;

/** Boolean circuits over fields of characteristic 2 against the evaluation in the clear. */
class SpdzCircuitTest extends ProtocolContract {
  private static final int CIRCUITS = 2;
  private static final int IN_FULL = 15;

  /** An element for each instance of a wire: of more instances a test takes long. */
  private static final int MOST_LANES = 65;

  @Override
  protected List<Subject> subjects() {
    List<Subject> all = new ArrayList<>();
    for (String field : List.of("gf2_40", "gf2_64", "gf2_128")) {
      for (String opening : List.of("all", "king")) {
        for (int parties : new int[] {2, 3}) {
          all.add(
              new Subject(
                  field + ", " + parties + " parties, " + opening,
                  CIRCUITS,
                  IN_FULL,
                  true,
                  lanes ->
                      Configurations.spdz(parties, Math.min(lanes, MOST_LANES), field, opening)));
        }
      }
    }
    return all;
  }

  @Override
  protected List<Subject> preparing() {
    return List.of(preparing("gf2_64", 2), preparing("gf2_40", 3));
  }

  private static Subject preparing(String field, int parties) {
    return new Subject(
        field + ", " + parties + " parties",
        1,
        lanes -> Configurations.spdz(parties, 1, Map.of("field", field, "batch", "128")));
  }

  @ParameterizedTest
  @CsvSource({
    "aes_128, 2, 1",
    "aes_128, 3, 1",
    "mul_64, 2, 2",
    "mul_64, 3, 1",
    "sha256, 2, 1",
    "aes_128_expanded_sbox, 2, 3",
    "aes_128_sbox, 3, 1",
    "triple_des_sbox, 2, 2"
  })
  void agreesOnKnownCircuits(String name, int parties, int lanes) throws Exception {
    Circuit circuit = CircuitLibrary.open(name);
    IoMap io = IoMap.roundRobin(circuit, parties);
    ProtocolRun run =
        new ProtocolRun(
            Configurations.spdz(parties, lanes, Map.of()), LayeredCircuit.of(circuit), io, 7);
    run.requireAgreement(name);
    run.requireAllUsed();
  }
}
