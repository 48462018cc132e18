package org.schurmpc.garbled;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.circuits.lib.Aes;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.dsl.Goal;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.contract.ProtocolContract;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.net.Link;
import org.schurmpc.core.session.Metrics;
import org.schurmpc.core.session.Phase;

/** Evaluations by two honest parties against the evaluation in the clear. */
class GarbledTest extends ProtocolContract {
  /** Takes 0.9 ms for the table of a gate-lane, and as long for a round. */
  private static final Link SHORT_LINE = new Link(500_000, Duration.ofNanos(900_000));

  @Override
  protected List<Subject> subjects() {
    return List.of(
        subject(64, 0, "plain", 180, 9_000),
        subject(64, 1, "plain", 90, 0),
        subject(40, 1, "vector", 36, 0),
        subject(80, 0, "vector", 54, 9_000),
        subject(80, 1, "plain", 54, 0),
        forLine(64, 0, "plain"),
        forLine(80, 1, "vector"));
  }

  /** Of a line over which a few gate-lanes take as long to garble as to open. */
  private static Subject forLine(int sigma, int garbler, String kernels) {
    return new Subject(
        "sigma %d, garbler %d, for a line, %s".formatted(sigma, garbler + 1, kernels),
        54,
        0,
        false,
        lanes -> Configurations.forLine(sigma, garbler, lanes, 64, SHORT_LINE, kernels));
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

  /** Chunks of any length give the same outputs. */
  @ParameterizedTest
  @CsvSource({
    "1, 64, 0, 1",
    "3, 80, 1, 1000",
    "65, 40, 0, 1",
    "1, 64, 1, 3264",
    "1, 64, 0, 3200",
    "1, 64, 0, 6399",
    "1, 64, 0, 6400"
  })
  void chunksOfAnyLengthGiveTheSame(int lanes, int sigma, int garbler, int chunk) throws Exception {
    LayeredCircuit aes = LayeredCircuit.of(Aes.encryption(128, Goal.FEWEST_ANDS));
    IoMap io = IoMap.roundRobin(aes.circuit(), 2);
    ProtocolRun run =
        new ProtocolRun(
            Configurations.garbled(sigma, garbler, lanes, chunk, "auto"), aes, io, lanes);
    run.requireAgreement("one");
    run.deal(run.demand());
    run.requireAgreement("two");
    run.requireAllUsed();
    for (int party = 0; party < 2; party++) {
      // The openings and tables of all chunks overlap.
      assertEquals(1, run.metrics[party].rounds(Phase.COMPUTE));
    }
  }

  /** Outputs that no gate makes, inputs of one kind alone, and circuits without an AND. */
  @ParameterizedTest
  @CsvSource({"1", "3", "65"})
  void edgesAreRight(int lanes) throws Exception {
    List<InputSource> sources =
        List.of(
            new InputSource.Public(),
            new InputSource.Shared(),
            new InputSource.Private(0),
            new InputSource.Private(1));
    for (InputSource source : sources) {
      for (boolean gates : new boolean[] {false, true}) {
        CircuitBuilder builder = new CircuitBuilder();
        int[] x = builder.input(2);
        int sum = builder.xor(x[0], x[1]);
        int last =
            gates ? builder.and(builder.not(sum), builder.and(x[0], x[1])) : builder.not(sum);
        builder.output(x[0], builder.constant(false), builder.constant(true));
        builder.output(last);
        LayeredCircuit circuit = LayeredCircuit.of(builder.build());
        for (OutputTarget target :
            List.of(new OutputTarget.All(), new OutputTarget.Only(0), new OutputTarget.Only(1))) {
          IoMap io = new IoMap(List.of(source), List.of(target, target));
          ProtocolRun run =
              new ProtocolRun(Configurations.garbled(64, 1, lanes, "plain"), circuit, io, lanes);
          run.requireAgreement(source + " " + target);
          run.requireAllUsed();
        }
      }
    }
  }

  /** One exchange of inputs and openings, one message of tables, one exchange of outputs. */
  @ParameterizedTest
  @CsvSource({"aes_128, 1, 64, 0", "aes_128, 40, 80, 0", "udiv_64, 3, 64, 1", "f64_div, 1, 40, 1"})
  void roundsDoNotDependOnTheDepth(String name, int lanes, int sigma, int garbler)
      throws Exception {
    LayeredCircuit circuit = LayeredCircuit.of(CircuitLibrary.open(name));
    IoMap io = IoMap.roundRobin(circuit.circuit(), 2);
    ProtocolRun run =
        new ProtocolRun(Configurations.garbled(sigma, garbler, lanes, "auto"), circuit, io, lanes);
    run.requireAgreement("one");
    run.requireAllUsed();
    for (int party = 0; party < 2; party++) {
      // Public inputs and positions are compared first.
      assertEquals(2, run.metrics[party].rounds(Phase.INPUT));
      assertEquals(1, run.metrics[party].rounds(Phase.COMPUTE));
      // Transcripts, outputs.
      assertEquals(2, run.metrics[party].rounds(Phase.OUTPUT));
    }
    double gates = (double) circuit.andCount() * lanes;
    double tables = sigma == 80 ? 80 : 56;
    // Two openings a gate, in all lanes of an item; and labels of inputs.
    double openings = 2.0 / 8 * new LaneLayout(lanes).bits(1) / lanes;
    double labels = 16.0 * circuit.inputSlots().length / circuit.andCount();
    assertEquals(tables + openings + labels, sent(run.metrics[garbler]) / gates, 0.1);
    assertEquals(openings, sent(run.metrics[1 - garbler]) / gates, 0.1);
  }

  /**
   * Products of words, then a deep narrow part, then products again: the wide layers are opened,
   * the others garbled.
   */
  @ParameterizedTest
  @CsvSource({"1, 64, 0, true", "3, 80, 1, true", "65, 40, 1, true", "1, 64, 1, false"})
  void wideLayersAreOpenedAndDeepPartsGarbled(int lanes, int sigma, int garbler, boolean wideFirst)
      throws Exception {
    int width = 256;
    int deep = 200;
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(width);
    int[] y = builder.input(width);
    int[] product = x;
    int wideLayers = 0;
    for (int i = 0; wideFirst && i < 2; i++) {
      product = and(builder, product, i == 0 ? y : x);
      wideLayers++;
    }
    int one = product[0];
    for (int i = 1; i <= deep; i++) {
      one = builder.xor(builder.and(one, builder.not(product[i])), y[i]);
    }
    int[] last = new int[width];
    for (int i = 0; i < width; i++) {
      last[i] = builder.and(builder.xor(product[i], one), builder.not(y[i]));
    }
    wideLayers++;
    builder.output(last);
    builder.output(one);
    LayeredCircuit circuit = LayeredCircuit.of(builder.build());
    IoMap io = IoMap.roundRobin(circuit.circuit(), 2);
    Link line = new Link(500_000L * lanes, Duration.ofMillis(20)); // 22 gates a delay
    ProtocolRun run =
        new ProtocolRun(
            Configurations.forLine(sigma, garbler, lanes, 64, line, "auto"), circuit, io, lanes);
    run.requireAgreement("one");
    run.requireAllUsed();
    for (int party = 0; party < 2; party++) {
      int openings = wideFirst ? 1 : 0; // those of a first run travel with the inputs
      assertEquals(wideLayers + openings + 1, run.metrics[party].rounds(Phase.COMPUTE));
    }
  }

  private static int[] and(CircuitBuilder builder, int[] x, int[] y) {
    int[] all = new int[x.length];
    for (int i = 0; i < x.length; i++) {
      all[i] = builder.and(x[i], y[i]);
    }
    return all;
  }

  /** Returns the number of bytes sent between inputs and outputs. */
  private static double sent(Metrics of) {
    return of.bytesSent(Phase.INPUT) + of.bytesSent(Phase.COMPUTE);
  }
}
