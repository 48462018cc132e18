package org.schurmpc.tinytable;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.circuits.lib.Aes;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.circuit.dsl.Goal;
import org.schurmpc.core.contract.ProtocolContract;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.session.Phase;
import org.schurmpc.tinytable.prep.TableMethod;
import org.schurmpc.tinytable.prep.TablePreprocessing;

/** Evaluations by two honest parties against the evaluation in the clear. */
class TinyTableTest extends ProtocolContract {
  @Override
  protected List<Subject> subjects() {
    return List.of(
        subject("linear", "plain", 90, 0),
        subject("linear", "vector", 90, 5_000),
        subject("lookup64", "plain", 90, 5_000),
        subject("lookup32", "plain", 54, 0),
        subject("lookup8", "plain", 36, 0),
        subject("codeword", "plain", 54, 0),
        subject("codeword", "vector", 54, 5_000),
        subject("codeword 255x85", "plain", 54, 0),
        subject("codeword 8x4", "plain", 54, 0),
        subject("codeword 11x3", "plain", 54, 5_000),
        subject("passive", "plain", 54, 0));
  }

  private static Subject subject(String scheme, String kernels, int circuits, int inFull) {
    return new Subject(
        scheme + ", " + kernels,
        circuits,
        inFull,
        true,
        lanes -> Configurations.tinytable(scheme, lanes, kernels));
  }

  @Override
  protected List<Subject> preparing() {
    return List.of(
        prepared("linear", TableMethod.PER_ENTRY),
        prepared("linear", TableMethod.DEMUX),
        prepared("lookup64", TableMethod.DEMUX),
        prepared("lookup64", TableMethod.PER_ENTRY),
        prepared("lookup32", TableMethod.DEMUX),
        prepared("codeword", TableMethod.DEMUX),
        prepared("codeword 16x3", TableMethod.PER_ENTRY),
        prepared("passive", TableMethod.DEMUX));
  }

  private static Subject prepared(String scheme, TableMethod method) {
    return new Subject(
        scheme + ", " + method,
        5,
        0,
        true,
        lanes ->
            new TinyTable(
                Configurations.scheme(scheme),
                new LaneLayout(lanes),
                new TablePreprocessing(40, 4, 1, method),
                () -> KernelProvider.choose().kernels()));
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
    ProtocolRun run = new ProtocolRun(Configurations.tinytable(scheme, lanes, "auto"), aes, io, 1);
    run.requireAgreement("one");
    run.requireAllUsed();
    assertEquals(40, aes.depth());
    requireRounds(run, 40 + 1, 1);
  }

  @Test
  void passiveRoundsAreTheDepthAndTheOutput() throws Exception {
    LayeredCircuit aes = LayeredCircuit.of(Aes.expandedEncryption(128, Goal.LEAST_DEPTH));
    IoMap io = IoMap.roundRobin(aes.circuit(), 2);
    ProtocolRun run = new ProtocolRun(Configurations.tinytable("passive", 64, "auto"), aes, io, 1);
    run.requireAgreement("one");
    run.requireAllUsed();
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
    ProtocolRun run =
        new ProtocolRun(Configurations.tinytable("linear", lanes, "auto"), circuit, io, 5);
    run.requireAgreement("one");
    run.requireAllUsed();
    requireRounds(run, 2, 1);
    for (String scheme : List.of("passive", "codeword", "codeword 255x85")) {
      new ProtocolRun(Configurations.tinytable(scheme, lanes, "auto"), circuit, io, 5)
          .requireAgreement("one");
    }
  }

  private static void requireRounds(ProtocolRun run, int compute, int output) {
    for (int party = 0; party < 2; party++) {
      // Public inputs and positions are compared first.
      assertEquals(2, run.metrics[party].rounds(Phase.INPUT));
      assertEquals(compute, run.metrics[party].rounds(Phase.COMPUTE), "party " + party);
      assertEquals(output, run.metrics[party].rounds(Phase.OUTPUT));
    }
  }
}
