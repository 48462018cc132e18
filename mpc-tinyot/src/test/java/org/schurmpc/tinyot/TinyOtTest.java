package org.schurmpc.tinyot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.circuits.lib.Aes;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.dsl.Goal;
import org.schurmpc.core.contract.ProtocolContract;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.session.Phase;

/** Evaluations by two honest parties against the evaluation in the clear. */
class TinyOtTest extends ProtocolContract {
  @Override
  protected List<Subject> subjects() {
    return List.of(
        subject(40, "plain", 36, 0),
        subject(64, "plain", 180, 9_000),
        subject(80, "plain", 90, 0),
        subject(64, "vector", 90, 9_000),
        subject(80, "vector", 54, 9_000));
  }

  @Override
  protected List<Subject> preparing() {
    return List.of(subject(64, "plain", 3, 0), subject(80, "plain", 1, 0));
  }

  private static Subject subject(int sigma, String kernels, int circuits, int inFull) {
    return new Subject(
        "sigma %d, %s".formatted(sigma, kernels),
        circuits,
        inFull,
        false,
        lanes -> Configurations.tinyot(sigma, lanes, kernels));
  }

  /** One exchange a layer, and one of the MACs' hashes, with two more where a key is tossed. */
  @ParameterizedTest
  @CsvSource({"1, 64, 3, 3", "40, 80, 3, 3"})
  void roundsAreTheAndDepthAndTheChecks(int lanes, int sigma, int checks, int output)
      throws Exception {
    LayeredCircuit aes = LayeredCircuit.of(Aes.encryption(128, Goal.FEWEST_ANDS));
    IoMap io = IoMap.roundRobin(aes.circuit(), 2);
    ProtocolRun run = new ProtocolRun(Configurations.tinyot(sigma, lanes, "auto"), aes, io, lanes);
    run.requireAgreement("one");
    run.requireAllUsed();
    requireRounds(run, aes.depth() + checks, output);
  }

  @Test
  void aShortIntervalIsCheckedInOneRound() throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(2);
    int product = builder.and(x[0], x[1]);
    builder.output(builder.and(product, builder.not(x[0])));
    LayeredCircuit circuit = LayeredCircuit.of(builder.build());
    IoMap io = IoMap.roundRobin(circuit.circuit(), 2);
    ProtocolRun run = new ProtocolRun(Configurations.tinyot(64, 100, "plain"), circuit, io, 1);
    run.requireAgreement("one");
    run.deal(run.demand());
    run.requireAgreement("two");
    run.requireAllUsed();
    requireRounds(run, 2 + 1, 3);
  }

  private static void requireRounds(ProtocolRun run, int compute, int output) {
    for (int party = 0; party < 2; party++) {
      // Public inputs and positions are compared first.
      assertEquals(2, run.metrics[party].rounds(Phase.INPUT));
      assertEquals(compute, run.metrics[party].rounds(Phase.COMPUTE), "party " + party);
      // Transcripts, shares, MACs.
      assertEquals(output, run.metrics[party].rounds(Phase.OUTPUT));
    }
  }
}
