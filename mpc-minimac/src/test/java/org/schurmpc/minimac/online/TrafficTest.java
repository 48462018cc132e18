package org.schurmpc.minimac.online;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.session.Metrics;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.minimac.Configurations;
import org.schurmpc.minimac.material.Packing;

/** The bytes and rounds of the compute phase are those that the variant says. */
class TrafficTest {
  private static final int FRAME_HEADER = 4;
  private static final int MAC_PROOF = 32;
  private static final int BROADCAST_HASH = 32;
  private static final int GATES_A_LAYER = 7;
  private static final int LAYERS = 3;

  /** {@value #LAYERS} layers of {@value #GATES_A_LAYER} ANDs. */
  private static LayeredCircuit circuit() {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(GATES_A_LAYER);
    int[] y = builder.input(GATES_A_LAYER);
    for (int layer = 0; layer < LAYERS; layer++) {
      int[] next = new int[GATES_A_LAYER];
      for (int i = 0; i < GATES_A_LAYER; i++) {
        next[i] = builder.and(x[i], builder.xor(y[i], x[(i + 1) % GATES_A_LAYER]));
      }
      x = next;
    }
    builder.output(x);
    Circuit circuit = builder.build();
    LayeredCircuit layered = LayeredCircuit.of(circuit);
    assertEquals(LAYERS, layered.depth());
    assertEquals(LAYERS * GATES_A_LAYER, layered.andCount());
    return layered;
  }

  @TestFactory
  Stream<DynamicTest> bytesOfAnAndGateAreThoseOfTheFormula() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String code : List.of("255x85", "256x120")) {
      List<Variant> variants = new ArrayList<>(Configurations.rungs(code));
      for (OpeningMode opening : OpeningMode.values()) {
        variants.add(Configurations.minitrix(2, variants.get(0).code().c(), opening));
      }
      for (Variant variant : variants) {
        tests.add(
            DynamicTest.dynamicTest(Configurations.describe(variant), () -> measure(variant)));
      }
      for (ConversionMode conversion : ConversionMode.values()) {
        for (OpeningMode opening : OpeningMode.values()) {
          Variant variant =
              Configurations.among(
                  3, Configurations.rung(code, Packing.BITS, conversion, true, opening));
          tests.add(
              DynamicTest.dynamicTest(
                  "three parties, " + Configurations.describe(variant), () -> measure(variant)));
        }
      }
    }
    return tests.stream();
  }

  private record Counts(long bytes, long rounds) {}

  private static void measure(Variant variant) throws Exception {
    int parties = variant.parties();
    LayeredCircuit circuit = circuit();
    IoMap io = IoMap.roundRobin(circuit.circuit(), parties);
    ProtocolRun run = new ProtocolRun(Configurations.of(variant), circuit, io, 6);
    List<Counts> counts =
        Parties.run(
            parties,
            ProtocolRun.LIMIT,
            network -> {
              int party = network.party();
              var terms =
                  new SessionTerms(CircuitExecutor.terms(run.protocol, circuit, io, "test"));
              try (Session session =
                      SessionPairs.establish(network, terms, run.random("party" + party));
                  CircuitExecutor executor =
                      new CircuitExecutor(session, run.protocol, circuit, io, run.stores[party])) {
                executor.evaluate(new BitMatrix(2 * GATES_A_LAYER, run.protocol.lanes()));
                Metrics metrics = session.metrics();
                long framing = FRAME_HEADER * metrics.messagesSent(Phase.COMPUTE);
                return new Counts(
                    metrics.bytesSent(Phase.COMPUTE) - framing, metrics.rounds(Phase.COMPUTE));
              }
            });
    boolean batched = variant.opening() == OpeningMode.BATCHED;
    int steps = variant.simultaneous() ? LAYERS : circuit.andCount();
    int exchanges =
        switch (variant.conversion()) {
          case NONE -> 1;
          case SYMMETRIC -> 2;
          case ONE -> 3;
        };
    boolean compared = parties > 2;
    int check = (batched ? MAC_PROOF : 0) + (compared ? BROADCAST_HASH : 0);
    int checkRounds = (batched ? 1 : 0) + (compared ? 1 : 0);
    for (int party = 0; party < parties; party++) {
      long gates = (long) circuit.andCount() * variant.bytesPerAnd(party);
      assertEquals(
          (parties - 1) * (gates + check), counts.get(party).bytes(), "bytes of party " + party);
      assertEquals((long) steps * exchanges + checkRounds, counts.get(party).rounds(), "rounds");
    }
  }

  /** The formulas as the paper and the documentation have them, as figures. */
  @Test
  void theFormulaGivesTheKnownFigures() {
    var one = ConversionMode.ONE;
    var symmetric = ConversionMode.SYMMETRIC;
    var none = ConversionMode.NONE;
    requireFigures("255x85", OpeningMode.BATCHED, one, 4 * 85 - 1 + 85, 4 * 85 - 1);
    requireFigures("255x85", OpeningMode.BATCHED, symmetric, 4 * 85 - 1, 4 * 85 - 1);
    requireFigures("256x120", OpeningMode.BATCHED, one, 4 * 120 - 1 + 120, 4 * 120 - 1);
    requireFigures("256x120", OpeningMode.BATCHED, none, 2 * 239, 2 * 239);
    requireFigures("255x85", OpeningMode.BATCHED, none, 2 * 169, 2 * 169);
    requireFigures("255x85", OpeningMode.PAPER, one, 6 * 255 + 255, 6 * 255);
    requireFigures("255x85", OpeningMode.PAPER, symmetric, 6 * 255, 6 * 255);
    requireFigures("256x120", OpeningMode.PAPER, none, 4 * 256, 4 * 256);
  }

  private static void requireFigures(
      String code, OpeningMode opening, ConversionMode conversion, int first, int second) {
    Variant variant = Configurations.rung(code, Packing.BITS, conversion, true, opening);
    assertEquals(first, variant.bytesPerAnd(0));
    assertEquals(second, variant.bytesPerAnd(1));
  }
}
