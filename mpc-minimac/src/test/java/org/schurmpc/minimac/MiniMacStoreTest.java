package org.schurmpc.minimac;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.IoMaps;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.run.Computation;
import org.schurmpc.core.run.Refill;
import org.schurmpc.core.run.StockPlan;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.minimac.material.Material;

/** Stores of material without a dealer: stocks for any circuit, and refills. */
class MiniMacStoreTest {
  private static final Map<String, String> OPTIONS = Map.of("sigma", "40");
  private static final int LANES = 680;
  private static final int ANDS = 2;

  private final Circuit circuit = ands();
  private final IoMap io =
      new IoMap(
          List.of(new InputSource.Private(0), new InputSource.Private(1)),
          List.of(new OutputTarget.All()));

  @TempDir Path home;

  private static Circuit ands() {
    CircuitBuilder builder = new CircuitBuilder();
    int[] a = builder.input(ANDS);
    int[] b = builder.input(ANDS);
    builder.output(builder.and(a[0], b[0]), builder.and(a[1], b[1]));
    return builder.build();
  }

  private Computation.Plan plan(Map<String, String> options) throws Refused {
    return Computation.plan("minitrix", circuit, io, new ProtocolOptions(LANES, options));
  }

  private StoreDirectory open(int party) throws MpcException {
    return StoreDirectory.openOrCreate(
        home.resolve("store " + party),
        new StoreAccess(home.resolve("records " + party), Optional.empty()));
  }

  private static StockPlan stock(String protocol, String amounts, Map<String, String> options)
      throws Refused {
    TreeMap<String, Long> byName = new TreeMap<>();
    for (String amount : amounts.split(",", -1)) {
      String[] parts = amount.split("=", 2);
      byName.put(parts[0], Long.valueOf(parts[1]));
    }
    return StockPlan.of(protocol, byName, options);
  }

  /** Evaluates some times at both parties, and requires the right outputs. */
  private List<Object> compute(Refill refill, int times) throws Exception {
    return SessionPairs.networkOutcomes(
        SessionPairs.networks(),
        network -> {
          try (Computation computation =
              plan(OPTIONS).connect(network, open(network.party()), refill)) {
            for (int i = 1; i <= times; i++) {
              evaluate(computation, network.party(), i);
            }
            return "right";
          }
        });
  }

  private void evaluate(Computation computation, int party, int number) throws MpcException {
    BitMatrix[] inputs = {
      RandomCircuits.inputs(circuit, LANES, number), RandomCircuits.inputs(circuit, LANES, -number)
    };
    BitMatrix joint = IoMaps.join(circuit, io, inputs[0], inputs[1]);
    assertEquals(PlainEvaluation.evaluate(circuit, joint), computation.evaluate(inputs[party]));
  }

  /** Both threads check MACs under one key while the store is filled and used. */
  @Test
  @Tag("slow")
  void refillsInTheBackground() throws Exception {
    assertEquals(List.of("right", "right"), compute(Refill.background(1, 2), 2));
  }

  @Test
  void stocksServeACircuit() throws Exception {
    StockPlan stock = stock("minitrix", "and=1360,input1=681,input2=1360,output=1360", OPTIONS);
    List<Object> bytes =
        SessionPairs.networkOutcomes(
            SessionPairs.networks(),
            network -> {
              try (StoreDirectory store = open(network.party())) {
                return stock.prepare(network, store, (there, wanted) -> {});
              }
            });
    assertEquals(List.of(stock.demand().bytes(), stock.demand().bytes()), bytes);
    assertEquals(List.of("right", "right"), compute(Refill.none(), 1));
    compute(Refill.none(), 1)
        .forEach(outcome -> assertEquals(Exhausted.class, outcome.getClass(), outcome.toString()));
  }

  /** Pairs come with gates; wires over C need no output masks. */
  @Test
  void stocksOfMiniMacHavePairs() throws Exception {
    Map<String, String> options =
        Map.of("sigma", "40", "packing", "bits", "conversion", "one", "code", "255x85");
    Demand demand = stock("minimac", "and=681,input2=1,random=680", options).demand();
    Material items = new Material(Configurations.TWO);
    assertEquals(
        Map.of(items.and(), 2L, items.pair(), 2L, items.inputMask(1), 1L, items.random(), 1L),
        demand.quotas());
    assertEquals("minimac 255x85 bits, pairs, sigma 40", demand.protocol());
    Refused refused =
        assertThrows(Refused.class, () -> stock("minimac", "and=1,output=1", options));
    assertEquals(
        "minimac 255x85 bits, pairs, sigma 40 has material for and, input1, input2, random, not for"
            + " 'output'",
        refused.getMessage());
    refused =
        assertThrows(Refused.class, () -> stock("minimac", "and=1", Map.of("packing", "bytes")));
    assertEquals(
        "minimac prepares its material without a dealer for packing bits alone: use packing bits or"
            + " a dealer",
        refused.getMessage());
  }

  @Test
  void storesOfADealerAreNotRefilled() throws Exception {
    for (Refill refill : List.of(Refill.onTheFly(), Refill.background(1, 2))) {
      Network network = SessionPairs.networks()[0];
      StoreDirectory store = open(0);
      Refused refused =
          assertThrows(Refused.class, () -> plan(Map.of()).connect(network, store, refill));
      assertEquals(
          "minitrix makes material of 'minitrix 255x85, sigma 64' by itself, which does not refill"
              + " stores of 'minitrix 255x85'",
          refused.getMessage());
    }
  }
}
