package org.schurmpc.garbled;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.circuits.lib.Aes;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.dsl.Goal;
import org.schurmpc.core.contract.ProtocolContract;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.session.Phase;

/** Evaluations by two honest parties against the evaluation in the clear. */
class GarbledTest extends ProtocolContract {
  @Override
  protected List<Subject> subjects() {
    return List.of(
        subject(64, 0, "plain", 180, 9_000),
        subject(64, 1, "plain", 90, 0),
        subject(40, 1, "vector", 36, 0),
        subject(80, 0, "vector", 54, 9_000),
        subject(80, 1, "plain", 54, 0));
  }

  @Override
  protected List<Subject> preparing() {
    return List.of(
        subject(64, 0, "plain", 2, 0),
        subject(40, 1, "plain", 1, 0),
        subject(80, 1, "plain", 1, 0));
  }

  private static Subject subject(int sigma, int garbler, String kernels, int circuits, int inFull) {
    return new Subject(
        "sigma %d, garbler %d, %s".formatted(sigma, garbler + 1, kernels),
        circuits,
        inFull,
        false,
        lanes -> Configurations.garbled(sigma, garbler, lanes, kernels));
  }

  /** One exchange of inputs and openings, one message of tables, one exchange of outputs. */
  @ParameterizedTest
  @CsvSource({"1, 64, 0", "3, 64, 1", "40, 80, 0"})
  void roundsDoNotDependOnTheDepth(int lanes, int sigma, int garbler) throws Exception {
    LayeredCircuit aes = LayeredCircuit.of(Aes.encryption(128, Goal.FEWEST_ANDS));
    IoMap io = IoMap.roundRobin(aes.circuit(), 2);
    ProtocolRun run =
        new ProtocolRun(Configurations.garbled(sigma, garbler, lanes, "auto"), aes, io, lanes);
    run.requireAgreement("one");
    run.requireAllUsed();
    for (int party = 0; party < 2; party++) {
      // Public inputs and positions are compared first.
      assertEquals(2, run.metrics[party].rounds(Phase.INPUT));
      assertEquals(1, run.metrics[party].rounds(Phase.COMPUTE));
      // Transcripts, outputs.
      assertEquals(2, run.metrics[party].rounds(Phase.OUTPUT));
    }
    long gates = (long) aes.andCount() * lanes;
    long tables = gates * (sigma == 80 ? 80 : 56);
    long labels = 16L * lanes * aes.inputSlots().length;
    long sent = run.metrics[garbler].bytesSent(Phase.COMPUTE);
    long frames = sent / (1 << 18) + 1;
    assertTrue(sent >= labels + tables && sent <= labels + tables + 4 * frames, sent + " bytes");
    assertEquals(0, run.metrics[1 - garbler].bytesSent(Phase.COMPUTE));
  }
}
