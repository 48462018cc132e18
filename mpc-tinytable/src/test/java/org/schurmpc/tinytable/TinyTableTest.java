package org.schurmpc.tinytable;

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
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.circuit.dsl.Goal;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.IoMaps;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.session.Phase;

/** Evaluations by two honest parties against the evaluation in the clear. */
class TinyTableTest {
  private static final int[] LANES = {1, 2, 3, 31, 63, 64, 65, 128, 200};

  @ParameterizedTest
  @CsvSource({
    "linear, plain, 90",
    "linear, vector, 90",
    "lookup64, plain, 90",
    "lookup32, plain, 54",
    "lookup8, plain, 36",
    "codeword, plain, 54",
    "codeword, vector, 54",
    "codeword 255x85, plain, 54",
    "codeword 8x4, plain, 54",
    "codeword 11x3, plain, 54",
    "passive, plain, 54"
  })
  void agreesWithThePlaintextEvaluationOnRandomCircuits(String scheme, String kernels, int count)
      throws Exception {
    for (long seed = 0; seed < count; seed++) {
      requireAgreement(scheme, kernels, seed);
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"linear, vector", "lookup64, plain", "codeword, vector", "codeword 11x3, plain"})
  void agreesOnManyMoreRandomCircuits(String scheme, String kernels) throws Exception {
    for (long seed = 1_000; seed < 6_000; seed++) {
      requireAgreement(scheme, kernels, seed);
    }
  }

  private static void requireAgreement(String scheme, String kernels, long seed) throws Exception {
    Circuit circuit = seed % 2 == 0 ? RandomCircuits.of(seed) : RandomCircuits.withLookups(seed);
    IoMap io = IoMaps.random(circuit, new Random(seed));
    int lanes = LANES[(int) (seed % LANES.length)];
    requireAgreement(
        new TinyTableRun(
            TinyTableRun.tinytable(scheme, lanes, kernels), LayeredCircuit.of(circuit), io, seed),
        2);
  }

  /** Evaluations in a row with one store, each of which uses all of its material. */
  private static void requireAgreement(TinyTableRun run, int repetitions) throws Exception {
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

  /** DNNR17, section 5: a round a layer, one before and one with the result. */
  @ParameterizedTest
  @CsvSource({
    "linear, 1",
    "linear, 80",
    "lookup64, 64",
    "lookup32, 3",
    "codeword, 1",
    "codeword, 5"
  })
  void roundsAreTheDepthAndTwo(String scheme, int lanes) throws Exception {
    LayeredCircuit aes = LayeredCircuit.of(Aes.expandedEncryption(128, Goal.LEAST_DEPTH));
    IoMap io = IoMap.roundRobin(aes.circuit(), 2);
    TinyTableRun run = new TinyTableRun(TinyTableRun.tinytable(scheme, lanes, "auto"), aes, io, 1);
    requireAgreement(run, 1);
    assertEquals(40, aes.depth());
    requireRounds(run, 40 + 1, 1);
  }

  @Test
  void passiveRoundsAreTheDepthAndTheOutput() throws Exception {
    LayeredCircuit aes = LayeredCircuit.of(Aes.expandedEncryption(128, Goal.LEAST_DEPTH));
    IoMap io = IoMap.roundRobin(aes.circuit(), 2);
    TinyTableRun run = new TinyTableRun(TinyTableRun.tinytable("passive", 64, "auto"), aes, io, 1);
    requireAgreement(run, 1);
    // Transcripts, then the masks.
    requireRounds(run, 40, 2);
  }

  /** Tables of all shapes up to 16 bits to 16 bits, in one layer with an AND gate. */
  @ParameterizedTest
  @CsvSource({"1, 1, 3", "1, 16, 70", "3, 9, 64", "8, 8, 65", "16, 16, 2", "12, 1, 5"})
  void looksUpInTablesOfAnyShape(int inputBits, int outputBits, int lanes) throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(inputBits);
    int[] y = builder.input(2);
    LookupTable table =
        RandomCircuits.table(new Random(inputBits * 31 + outputBits), inputBits, outputBits);
    int[] found = builder.lookup(table, x);
    builder.output(builder.and(y[0], y[1]));
    builder.output(found);
    LayeredCircuit circuit = LayeredCircuit.of(builder.build());
    IoMap io = IoMap.roundRobin(circuit.circuit(), 2);
    TinyTableRun run =
        new TinyTableRun(TinyTableRun.tinytable("linear", lanes, "auto"), circuit, io, 5);
    requireAgreement(run, 1);
    requireRounds(run, 2, 1);
    for (String scheme : List.of("passive", "codeword", "codeword 255x85")) {
      requireAgreement(
          new TinyTableRun(TinyTableRun.tinytable(scheme, lanes, "auto"), circuit, io, 5), 1);
    }
  }

  private static void requireRounds(TinyTableRun run, int compute, int output) {
    for (int party = 0; party < 2; party++) {
      // Public inputs and positions are compared first.
      assertEquals(2, run.metrics[party].rounds(Phase.INPUT));
      assertEquals(compute, run.metrics[party].rounds(Phase.COMPUTE), "party " + party);
      assertEquals(output, run.metrics[party].rounds(Phase.OUTPUT));
    }
  }
}
