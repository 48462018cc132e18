package org.schurmpc.minimac.online;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.schurmpc.minimac.Configurations.ITEMS;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.crypto.Uniformity;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Evaluator;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.IoMaps;
import org.schurmpc.core.eval.OutputBatch;
import org.schurmpc.core.eval.RandomBatch;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.minimac.Configurations;

class MiniTrixTest {

  @ParameterizedTest
  @CsvSource({
    "255x85, BATCHED, plain, 500",
    "256x120, BATCHED, plain, 500",
    "255x85, BATCHED, vector, 500",
    "256x120, BATCHED, vector, 500",
    "255x85, PAPER, plain, 50",
    "256x120, PAPER, plain, 50",
  })
  void agreesWithThePlaintextEvaluationOnRandomCircuits(
      String code, OpeningMode opening, String kernels, int count) throws Exception {
    requireAgreement(Configurations.minitrix(code, opening, kernels), 0, count);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"255x85, BATCHED", "256x120, BATCHED", "255x85, PAPER", "256x120, PAPER"})
  void agreesOnManyMoreRandomCircuits(String code, OpeningMode opening) throws Exception {
    requireAgreement(Configurations.minitrix(code, opening, "plain"), 1_000, 6_000);
  }

  static void requireAgreement(ConfiguredProtocol protocol, long firstSeed, long endSeed)
      throws Exception {
    for (long seed = firstSeed; seed < endSeed; seed++) {
      Random random = new Random(seed);
      Circuit circuit = RandomCircuits.of(seed);
      IoMap io = IoMaps.random(circuit, protocol.parties(), random);
      MiniTrixRun run = new MiniTrixRun(protocol, LayeredCircuit.of(circuit), io, seed);
      BitMatrix[] inputs = run.allInputs();
      BitMatrix joint = IoMaps.join(circuit, io, inputs);
      BitMatrix expected = PlainEvaluation.evaluate(circuit, joint);
      List<BitMatrix> results = run.run(inputs);
      for (int party = 0; party < inputs.length; party++) {
        assertEquals(
            IoMaps.visible(circuit, io, expected, party), results.get(party), "seed " + seed);
      }
    }
  }

  /** Rand of DLT14, Fig. 1: the values open to the same at both parties, and look uniform. */
  @Test
  void randomValuesAreEqualAtBothAndUniform() throws Exception {
    ConfiguredProtocol protocol = Configurations.minitrix("255x85", OpeningMode.BATCHED, "plain");
    CircuitBuilder builder = new CircuitBuilder();
    builder.output(builder.input(8));
    Circuit circuit = builder.build();
    IoMap io = IoMap.roundRobin(circuit, 2);
    MiniTrixRun run = new MiniTrixRun(protocol, LayeredCircuit.of(circuit), io, 3);
    run.deal(Demand.of("random words").add(ITEMS.random(), 8).build());
    List<BitMatrix> opened =
        Parties.run(
            2,
            MiniTrixRun.LIMIT,
            network -> {
              int party = network.party();
              var terms = CircuitExecutor.terms(protocol, run.circuit, io, "test");
              try (Session session =
                      Session.establish(
                          network, new SessionTerms(terms), run.random("party" + party));
                  Evaluator evaluator = protocol.evaluator(session, run.stores[party])) {
                evaluator.begin(run.circuit);
                evaluator.random(new RandomBatch(run.circuit.outputSlots()));
                return evaluator.output(new OutputBatch(run.circuit, io));
              }
            });
    assertEquals(opened.get(0), opened.get(1));
    int[] histogram = new int[256];
    for (int lane = 0; lane < protocol.lanes(); lane++) {
      int value = 0;
      for (int wire = 0; wire < 8; wire++) {
        value = 2 * value + (opened.get(0).get(wire, lane) ? 1 : 0);
      }
      histogram[value]++;
    }
    Uniformity.require(histogram, "random values");
  }
}
