package org.schurmpc.tinyot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.circuits.lib.Aes;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.circuit.dsl.Goal;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.IoMaps;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.session.Phase;

/** Evaluations by two honest parties against the evaluation in the clear. */
class TinyOtTest {
  private static final int[] LANES = {1, 2, 3, 31, 63, 64, 65, 128, 200};

  @ParameterizedTest
  @CsvSource({
    "40, plain, 36",
    "64, plain, 180",
    "80, plain, 90",
    "64, vector, 90",
    "80, vector, 54"
  })
  void agreesWithThePlaintextEvaluationOnRandomCircuits(int sigma, String kernels, int count)
      throws Exception {
    for (long seed = 0; seed < count; seed++) {
      requireAgreement(sigma, kernels, seed);
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"64, plain", "64, vector", "80, vector"})
  void agreesOnManyMoreRandomCircuits(int sigma, String kernels) throws Exception {
    for (long seed = 1_000; seed < 10_000; seed++) {
      requireAgreement(sigma, kernels, seed);
    }
  }

  private static void requireAgreement(int sigma, String kernels, long seed) throws Exception {
    Circuit circuit = RandomCircuits.of(seed);
    IoMap io = IoMaps.random(circuit, new Random(seed));
    int lanes = LANES[(int) (seed % LANES.length)];
    requireAgreement(
        new TinyOtRun(
            TinyOtRun.tinyot(sigma, lanes, kernels), LayeredCircuit.of(circuit), io, seed),
        2);
  }

  /** Evaluations in a row with one store, each of which uses all of its material. */
  private static void requireAgreement(TinyOtRun run, int repetitions) throws Exception {
    Circuit circuit = run.circuit.circuit();
    for (int repetition = 0; repetition < repetitions; repetition++) {
      if (repetition > 0) {
        run.deal(run.protocol.demand(run.circuit, run.io));
      }
      BitMatrix first = run.inputs("first" + repetition);
      BitMatrix second = run.inputs("second" + repetition);
      BitMatrix joint = IoMaps.join(circuit, run.io, first, second);
      BitMatrix expected = PlainEvaluation.evaluate(circuit, joint);
      List<BitMatrix> results = run.run(first, second);
      for (int party = 0; party < 2; party++) {
        assertEquals(
            IoMaps.visible(circuit, run.io, expected, party),
            results.get(party),
            "seed " + run.seed + ", lanes " + run.protocol.lanes());
        for (MaterialKind kind : run.protocol.demand(run.circuit, run.io).quotas().keySet()) {
          assertEquals(0, run.stores[party].available(kind), kind + " left, seed " + run.seed);
        }
      }
    }
  }

  /** One exchange a layer, and one of the MACs' hashes, with two more where a key is tossed. */
  @ParameterizedTest
  @CsvSource({"1, 64, 3, 3", "40, 80, 3, 5"})
  void roundsAreTheAndDepthAndTheChecks(int lanes, int sigma, int checks, int output)
      throws Exception {
    LayeredCircuit aes = LayeredCircuit.of(Aes.encryption(128, Goal.FEWEST_ANDS));
    IoMap io = IoMap.roundRobin(aes.circuit(), 2);
    TinyOtRun run = new TinyOtRun(TinyOtRun.tinyot(sigma, lanes, "auto"), aes, io, lanes);
    requireAgreement(run, 1);
    requireRounds(run, aes.depth() + checks, output);
  }

  /** So many lanes that the log is full once before the end. */
  @Tag("slow")
  @Test
  void aFullLogIsCheckedInThreeMoreRounds() throws Exception {
    roundsAreTheAndDepthAndTheChecks(400, 64, 6, 5);
  }

  @Test
  void aShortIntervalIsCheckedInOneRound() throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(2);
    int product = builder.and(x[0], x[1]);
    builder.output(builder.and(product, builder.not(x[0])));
    LayeredCircuit circuit = LayeredCircuit.of(builder.build());
    IoMap io = IoMap.roundRobin(circuit.circuit(), 2);
    TinyOtRun run = new TinyOtRun(TinyOtRun.tinyot(64, 100, "plain"), circuit, io, 1);
    requireAgreement(run, 2);
    requireRounds(run, 2 + 1, 3);
  }

  private static void requireRounds(TinyOtRun run, int compute, int output) {
    for (int party = 0; party < 2; party++) {
      // Public inputs and positions are compared first.
      assertEquals(2, run.metrics[party].rounds(Phase.INPUT));
      assertEquals(compute, run.metrics[party].rounds(Phase.COMPUTE), "party " + party);
      // Transcripts, shares, MACs.
      assertEquals(output, run.metrics[party].rounds(Phase.OUTPUT));
    }
  }
}
