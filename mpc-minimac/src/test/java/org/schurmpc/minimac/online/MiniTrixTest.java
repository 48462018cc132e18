package org.schurmpc.minimac.online;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.schurmpc.minimac.Configurations.ITEMS;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.contract.ProtocolContract;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.crypto.Uniformity;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Evaluator;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputBatch;
import org.schurmpc.core.eval.RandomBatch;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.minimac.Configurations;

class MiniTrixTest extends ProtocolContract {
  @Override
  protected List<Subject> subjects() {
    return List.of(
        subject("255x85", OpeningMode.BATCHED, "plain", 100, 5_400),
        subject("256x120", OpeningMode.BATCHED, "plain", 100, 5_400),
        subject("255x85", OpeningMode.BATCHED, "vector", 100, 400),
        subject("256x120", OpeningMode.BATCHED, "vector", 100, 400),
        subject("255x85", OpeningMode.PAPER, "plain", 20, 5_030),
        subject("256x120", OpeningMode.PAPER, "plain", 20, 5_030));
  }

  private static Subject subject(
      String code, OpeningMode opening, String kernels, int circuits, int inFull) {
    return new Subject(
        "%s, %s, %s".formatted(code, opening, kernels),
        circuits,
        inFull,
        false,
        lanes -> Configurations.minitrix(code, opening, kernels));
  }

  @Override
  protected List<Subject> preparing() {
    return List.of(
        new Subject("255x85 of its own", 2, lanes -> prepared("255x85")),
        new Subject("256x120 of its own", 1, lanes -> prepared("256x120")));
  }

  private static ConfiguredProtocol prepared(String code) throws Refused {
    return Configurations.minitrix(code, OpeningMode.BATCHED, "plain").withOwnMaterial();
  }

  /** Rand of DLT14, Fig. 1: the values open to the same at both parties, and look uniform. */
  @Test
  void randomValuesAreEqualAtBothAndUniform() throws Exception {
    ConfiguredProtocol protocol = Configurations.minitrix("255x85", OpeningMode.BATCHED, "plain");
    CircuitBuilder builder = new CircuitBuilder();
    builder.output(builder.input(8));
    Circuit circuit = builder.build();
    IoMap io = IoMap.roundRobin(circuit, 2);
    ProtocolRun run = new ProtocolRun(protocol, LayeredCircuit.of(circuit), io, 3);
    run.deal(Demand.of("random words").add(ITEMS.random(), 8).build());
    List<BitMatrix> opened =
        Parties.run(
            2,
            ProtocolRun.LIMIT,
            network -> {
              int party = network.party();
              var terms = CircuitExecutor.terms(protocol, run.circuit, io, "test");
              try (Session session =
                      SessionPairs.establish(
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
