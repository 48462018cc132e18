package org.schurmpc.spdz.online;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.eval.Evaluator;
import org.schurmpc.core.eval.InputBatch;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.field.Fields;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.spdz.Held;
import org.schurmpc.spdz.material.LookupKind;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.material.SpdzDealer;
import org.schurmpc.spdz.share.OpeningMode;
import org.schurmpc.spdz.share.Shares;

/** Nothing of what was computed, and no key, is left in an evaluator that is closed. */
class ClosingTest {
  /** Besides coefficients that all tossed. */
  private static final String[] CONSTANTS = {"one", "zero", "zeros", "uniform", "coefficients"};

  private static final LookupTable TABLE = new LookupTable(2, 1, new int[] {1, 0, 0, 1});

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

  /** Bits of an input's owner, and a lookup whose indices are under way. */
  @Test
  void engineThatEndsInAStep() throws Exception {
    Material material = dealt("gf2_64");
    LookupKind kind = LookupKind.of(material.field(), TABLE, LookupKind.Form.BITS);
    Demand.Builder demand = Demand.of(material.storeName()).add(material.bits(), 6);
    demand.add(material.inputs(0), 3).add(material.inputs(1), 3).add(kind.kind(), 2, TABLE);
    dealer.deal(demand.build(), List.of(stores));
    CyclicBarrier both = new CyclicBarrier(2); // neither leaves before the other has sent
    SessionPairs.run(
        session -> {
          PrepStore store = stores[session.party()];
          store.acquire();
          SpdzEngine engine = new SpdzEngine(session, store, material, OpeningMode.ALL);
          Shares x = engine.shares(2);
          List<InputRange> inputs =
              List.of(new InputRange(0, 1, 3, false), new InputRange(1, 1, 3, false));
          engine.inputInRange(inputs, new long[] {5}, 0, x, new int[] {0, 1});
          requireNone(engine, ".ranges.");
          Shares to = engine.shares(2);
          engine.lookup(kind, engine.shares(1), 0, to, 0, 1);
          requireNone(engine, ".mac.");
          OpenGroup group = new OpenGroup(material.field());
          group.lookupInSpan(kind, engine.shares(1), 0, to, 0, 1);
          engine.start(group);
          both.await(20, TimeUnit.SECONDS);
          Held held = Held.by(engine).filled();
          engine.close();
          assertEquals(Set.of("SpdzEngine.local.key"), secret(held, ".started.", ".mac."));
          return null;
        });
  }

  /** Nothing is left that a call has wiped when it ends. */
  private static void requireNone(Object of, String part) {
    Set<String> left = Held.by(of).left(CONSTANTS);
    assertTrue(left.stream().noneMatch(name -> (name + ".").contains(part)), left::toString);
  }

  /** What is left, but for what was opened and what does not outlast a call or is the caller's. */
  private static Set<String> secret(Held held, String... except) {
    Set<String> left = held.left(CONSTANTS);
    left.removeIf(
        name -> name.endsWith(".opened") || Arrays.stream(except).anyMatch((name + ".")::contains));
    return left;
  }

  @Test
  void evaluatorThatLookedUp() throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    builder.output(builder.lookup(TABLE, builder.input(1)[0], builder.input(1)[0]));
    IoMap io =
        new IoMap(
            List.of(new InputSource.Private(0), new InputSource.Private(1)),
            List.of(new OutputTarget.All()));
    LayeredCircuit circuit = LayeredCircuit.of(builder.build());
    ProtocolRun run = new ProtocolRun(Configurations.spdz(2, 3, "gf2_64", "all"), circuit, io, 5);
    SessionPairs.run(
        session -> {
          PrepStore store = run.stores[session.party()];
          store.acquire();
          Evaluator evaluator = run.protocol.evaluator(session, store);
          evaluator.begin(circuit);
          evaluator.input(new InputBatch(circuit, io), run.inputs("party" + session.party()));
          for (int layer = 0; layer < circuit.depth(); layer++) {
            evaluator.linear(circuit.linear(layer));
            evaluator.layer(circuit.multiply(layer), circuit.lookup(layer));
          }
          requireNone(evaluator, ".inputs.");
          requireNone(evaluator, ".mac.");
          Held held = Held.by(evaluator).filled();
          evaluator.close();
          assertEquals(
              Set.of("SpdzEvaluator.circuit.local.key"), secret(held, ".inputs.", ".mac."));
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
