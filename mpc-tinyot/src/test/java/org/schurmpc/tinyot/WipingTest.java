package org.schurmpc.tinyot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.contract.NamedKernels;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.net.Leftovers;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.tinyot.material.Material;
import org.schurmpc.tinyot.material.SecurityLevel;
import org.schurmpc.tinyot.material.TinyOtDealer;

/** Nothing secret is left in an evaluator or a dealer that is closed. */
class WipingTest {
  private static Set<String> leftIn(Object root) {
    return Leftovers.of(root, Session.class, PrepStore.class, Kernels.class);
  }

  private static void requireHeld(Set<String> held, String... secrets) {
    assertTrue(held.containsAll(List.of(secrets)), held.toString());
  }

  private static LayeredCircuit and() {
    CircuitBuilder builder = new CircuitBuilder();
    int[] wires = builder.input(2);
    builder.output(builder.and(wires[0], wires[1]));
    return LayeredCircuit.of(builder.build());
  }

  @Test
  void evaluators() throws Exception {
    IoMap io = new IoMap(List.of(new InputSource.Shared()), List.of(new OutputTarget.All()));
    ProtocolRun run = new ProtocolRun(Configurations.tinyot(64, 64, "plain"), and(), io, 6);
    SessionTerms terms =
        new SessionTerms(CircuitExecutor.terms(run.protocol, run.circuit, io, "test"));
    Parties.run(
        SessionPairs.networks(),
        ProtocolRun.LIMIT,
        network -> {
          int party = network.party();
          Object evaluator;
          try (Session session =
                  Session.establish(network, terms, SessionPairs.seeded("wiped" + party));
              CircuitExecutor executor =
                  new CircuitExecutor(session, run.protocol, run.circuit, io, run.stores[party])) {
            executor.evaluate(run.inputs("party" + party));
            evaluator = Leftovers.field(executor, "evaluator");
            Set<String> held = leftIn(evaluator);
            requireHeld(held, "macs.delta", "macs.check.held.words", "macs.check.expected.words");
            requireHeld(held, "macs.check.required", "wires.planes", "wires.shares");
            requireHeld(held, "product.opened", "product.theirs", "product.in", "product.out");
          }
          // The key is that of the store, which wipes it when it is closed.
          assertEquals(Set.of("macs.delta"), leftIn(evaluator));
          run.stores[party].close();
          assertEquals(Set.of(), leftIn(evaluator));
          return null;
        });
  }

  /** Keeps hold of the arrays themselves, which the dealer uses again. */
  private static final class Holding implements MaterialSink {
    final List<long[]> arrays = new ArrayList<>();

    @Override
    public void keys(String protocol, long[] keys) {
      arrays.add(keys);
    }

    @Override
    public void put(MaterialKind kind, long[] source, int offset, int items) {
      arrays.add(source);
    }
  }

  private static TinyOtDealer dealer(List<Holding> parties) throws Exception {
    TinyOtDealer dealer =
        new TinyOtDealer(
            SecurityLevel.named("64"), SessionPairs.seeded("dealer"), NamedKernels.of("plain"));
    dealer.dealKeys(parties);
    return dealer;
  }

  @Test
  void dealers() throws Exception {
    List<Holding> parties = List.of(new Holding(), new Holding());
    TinyOtDealer dealer = dealer(parties);
    Demand demand = Demand.of("test").add(Material.of(1).randomBits(), 1).build();
    dealer.deal(demand, parties);
    requireHeld(leftIn(dealer), "delta", "items", "prg.cipher");
    dealer.close();
    assertEquals(Set.of(), leftIn(dealer));
    assertThrows(IllegalStateException.class, () -> dealer.deal(demand, parties));
  }

  /** Items of random bits are shorter than triples. */
  @Test
  void dealersThatTakeMoreRoom() throws Exception {
    List<Holding> parties = List.of(new Holding(), new Holding());
    try (TinyOtDealer dealer = dealer(parties)) {
      Material material = Material.of(1);
      dealer.deal(Demand.of("test").add(material.randomBits(), 1).build(), parties);
      dealer.deal(Demand.of("test").add(material.andTriples(), 1).build(), parties);
      for (Holding party : parties) {
        assertEquals(3, party.arrays.size());
        assertEquals(Set.of(), leftIn(party.arrays.get(1)));
      }
    }
  }
}
