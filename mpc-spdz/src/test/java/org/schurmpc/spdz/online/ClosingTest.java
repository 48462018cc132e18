package org.schurmpc.spdz.online;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.Held;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.material.SpdzDealer;
import org.schurmpc.spdz.share.OpeningMode;

/** Nothing of what was computed, and no key, is left in an evaluator that is closed. */
class ClosingTest {
  /** Besides coefficients that all tossed. */
  private static final String[] CONSTANTS = {"one", "zero", "zeros", "uniform", "coefficients"};

  private final MemoryPrepStore[] stores = {new MemoryPrepStore(), new MemoryPrepStore()};
  private SpdzDealer dealer;

  private Material dealt(String field) throws Exception {
    Material material = new Material(Fields.named(field));
    dealer = new SpdzDealer(material, 2, SpdzRun.random("dealer", 3));
    dealer.dealKeys(List.of(stores));
    return material;
  }

  @ParameterizedTest
  @ValueSource(strings = {"gf2_64", "p128"})
  void engine(String field) throws Exception {
    Material material = dealt(field);
    SessionPairs.run(
        session -> {
          SpdzEngine engine =
              new SpdzEngine(session, stores[session.party()], material, OpeningMode.KING);
          Held held = Held.by(engine).filled();
          engine.close();
          assertEquals(Set.of("SpdzEngine.local.key"), held.left(CONSTANTS));
          return null;
        });
  }

  @Test
  void evaluator() throws Exception {
    Material material = dealt("gf2_64");
    CircuitBuilder builder = new CircuitBuilder();
    builder.output(builder.input(2));
    LayeredCircuit circuit = LayeredCircuit.of(builder.build());
    SessionPairs.run(
        session -> {
          SpdzEvaluator evaluator =
              new SpdzEvaluator(session, stores[session.party()], material, 65, OpeningMode.ALL);
          evaluator.begin(circuit);
          Held held = Held.by(evaluator).filled();
          evaluator.close();
          assertEquals(Set.of("SpdzEvaluator.circuit.local.key"), held.left(CONSTANTS));
          return null;
        });
  }

  @Test
  void wiresOfALargerCircuit() throws Exception {
    Wires wires = new Wires(Fields.named("gf2_64"), 3, 0, new long[] {1});
    wires.begin(2);
    Held held = Held.by(wires.shares()).filled();
    wires.begin(3);
    assertEquals(Set.of(), held.left());
  }

  @Test
  void multiplier() throws Exception {
    Material material = dealt("p128");
    dealer.deal(SpdzMultiplier.demand(material, 2, 1, 2), List.of(stores));
    SessionPairs.run(
        session -> {
          MemoryPrepStore store = stores[session.party()];
          SpdzMultiplier multiplier = new SpdzMultiplier(session, store, material, OpeningMode.ALL);
          multiplier.begin(1, 2);
          Held held = Held.by(multiplier).filled();
          multiplier.close();
          assertEquals(Set.of("SpdzMultiplier.engine.local.key"), held.left(CONSTANTS));
          return null;
        });
  }

  @Test
  void dealer() throws Exception {
    dealt("p128");
    Held held = Held.by(dealer).filled();
    dealer.close();
    assertEquals(Set.of(), held.left("one"));
  }
}
