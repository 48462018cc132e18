package org.schurmpc.tinyot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.circuit.lib.Aes128;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.IoMaps;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.session.Phase;

/** Evaluations by two honest parties against the evaluation in the clear. */
class TinyOtTest {
  private static final int[] LANES = {1, 2, 3, 31, 63, 64, 65, 128, 200};

  @ParameterizedTest
  @CsvSource({
    "40, plain, 90",
    "64, plain, 360",
    "80, plain, 180",
    "64, vector, 180",
    "80, vector, 90"
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
            TinyOtRun.tinyot(sigma, lanes, kernels), LayeredCircuit.of(circuit), io, seed));
  }

  /** Three evaluations in a row with one store, each of which uses all of its material. */
  private static void requireAgreement(TinyOtRun run) throws Exception {
    Circuit circuit = run.circuit.circuit();
    for (int repetition = 0; repetition < 3; repetition++) {
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
  @CsvSource({"1, 64, 3, 0", "1, 80, 3, 0", "70, 64, 3, 0", "200, 64, 3, 3"})
  void roundsAreTheAndDepthAndTheChecks(int lanes, int sigma, int check, int early)
      throws Exception {
    LayeredCircuit aes = LayeredCircuit.of(Aes128.small());
    IoMap io = IoMap.roundRobin(aes.circuit(), 2);
    TinyOtRun run = new TinyOtRun(TinyOtRun.tinyot(sigma, lanes, "auto"), aes, io, lanes);
    requireAgreement(run);
    for (int party = 0; party < 2; party++) {
      assertEquals(2, run.metrics[party].rounds(Phase.INPUT));
      assertEquals(
          aes.andDepth() + check + early,
          run.metrics[party].rounds(Phase.COMPUTE),
          "party " + party);
    }
  }

  @Test
  void lanesAreThoseAskedFor() throws Exception {
    assertEquals(4096, new TinyOtProtocol().configure(options(0)).lanes());
    assertEquals(7, new TinyOtProtocol().configure(options(7)).lanes());
    assertEquals(4096, new TinyOtProtocol().configure(options(1_000_000)).lanes());
  }

  private static org.schurmpc.core.eval.ProtocolOptions options(int instances) {
    return new org.schurmpc.core.eval.ProtocolOptions(instances, java.util.Map.of());
  }
}
