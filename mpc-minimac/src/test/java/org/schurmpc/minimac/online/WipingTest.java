package org.schurmpc.minimac.online;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.code.Encoder;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.net.InMemoryNetwork;
import org.schurmpc.core.net.Leftovers;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.minimac.Configurations;
import org.schurmpc.minimac.material.MiniMacCode;
import org.schurmpc.minimac.material.MiniMacDealer;
import org.schurmpc.minimac.material.Packing;

/** Nothing secret is left in an evaluator or a dealer that is closed. */
class WipingTest {
  private static final List<Variant> VARIANTS =
      List.of(
          Configurations.minitrixVariant(ReedSolomon.named("255x85")),
          Configurations.rung(
              "256x120", Packing.BYTES, ConversionMode.SYMMETRIC, true, OpeningMode.PAPER),
          Configurations.rung(
              "256x120", Packing.BITS, ConversionMode.ONE, true, OpeningMode.BATCHED));

  /** Encoders of evaluators see masked values alone. */
  private static Set<String> leftIn(Object root) {
    Set<String> left =
        Leftovers.of(
            root,
            Session.class,
            PrepStore.class,
            Kernels.class,
            Variant.class,
            MiniMacCode.class,
            BroadcastCheck.class,
            Encoder.class,
            ReedSolomon.class);
    left.removeIf(path -> path.endsWith("ncoder.redundancy.rows"));
    return left;
  }

  private static void requireHeld(Set<String> held, String... secrets) {
    for (String secret : secrets) {
      assertTrue(held.stream().anyMatch(path -> path.endsWith(secret)), secret + ": " + held);
    }
  }

  private static LayeredCircuit and() {
    CircuitBuilder builder = new CircuitBuilder();
    int[] wires = builder.input(2);
    builder.output(builder.and(wires[0], wires[1]));
    return LayeredCircuit.of(builder.build());
  }

  @TestFactory
  Stream<DynamicTest> evaluators() {
    return VARIANTS.stream()
        .map(
            variant ->
                DynamicTest.dynamicTest(
                    Configurations.describe(variant), () -> evaluator(variant)));
  }

  private static void evaluator(Variant variant) throws Exception {
    ConfiguredProtocol protocol = Configurations.of(variant);
    IoMap io = new IoMap(List.of(new InputSource.Shared()), List.of(new OutputTarget.All()));
    ProtocolRun run = new ProtocolRun(protocol, and(), io, 6);
    SessionTerms terms = new SessionTerms(CircuitExecutor.terms(protocol, run.circuit, io, "test"));
    Parties.run(
        InMemoryNetwork.create(2),
        ProtocolRun.LIMIT,
        network -> {
          int party = network.party();
          Object evaluator;
          try (Session session = Session.establish(network, terms, run.random("party" + party));
              CircuitExecutor executor =
                  new CircuitExecutor(session, protocol, run.circuit, io, run.stores[party])) {
            executor.evaluate(run.inputs("party" + party));
            evaluator = Leftovers.field(executor, "evaluator");
            requireHeld(leftIn(evaluator), held(variant));
          }
          // The key is that of the store, which wipes it when it is closed.
          assertEquals(Set.of("wires.publicWords.alpha"), leftIn(evaluator));
          run.stores[party].close();
          assertEquals(Set.of(), leftIn(evaluator));
          return null;
        });
  }

  private static String[] held(Variant variant) {
    List<String> held = new ArrayList<>(List.of("wires.words", "wires.publicWords.inversion"));
    held.addAll(List.of("multiplication.masked", "multiplication.opened"));
    held.addAll(List.of("opening.in", "opening.out"));
    switch (variant.opening()) {
      case BATCHED -> held.addAll(List.of("held.words", "expected.words", "required"));
      case PAPER -> held.addAll(List.of("opening.mac", "opening.expected", "opening.share"));
    }
    switch (variant.packing()) {
      case BYTES -> held.add("product.product");
      case BITS -> held.addAll(List.of("product.bitEncodings", "product.products"));
    }
    switch (variant.conversion()) {
      case NONE -> {}
      case SYMMETRIC -> held.addAll(List.of("conversion.masked", "conversion.pairs.data"));
      case ONE -> held.addAll(List.of("conversion.masked", "reencoding.sigmas"));
    }
    return held.toArray(String[]::new);
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

  @TestFactory
  Stream<DynamicTest> dealers() {
    return VARIANTS.stream()
        .map(
            variant ->
                DynamicTest.dynamicTest(Configurations.describe(variant), () -> dealer(variant)));
  }

  private static void dealer(Variant variant) throws Exception {
    ConfiguredProtocol protocol = Configurations.of(variant);
    IoMap io = new IoMap(List.of(new InputSource.Shared()), List.of(new OutputTarget.All()));
    Demand demand = protocol.demand(and(), io);
    List<Holding> parties = List.of(new Holding(), new Holding());
    MiniMacDealer dealer = (MiniMacDealer) protocol.dealer(new SecureRandom());
    dealer.dealKeys(parties);
    dealer.deal(demand, parties);
    requireHeld(leftIn(dealer), "words.alpha", "words.items", "words.prg.cipher", "words.fresh");
    requireHeld(leftIn(dealer), "words.encoder.masks", "words.starEncoder.packed", "words.rest");
    requireHeld(leftIn(dealer), "makers.a", "makers.b", "makers.data");
    dealer.close();
    assertEquals(Set.of(), leftIn(dealer));
    for (Holding party : parties) {
      assertEquals(Set.of(), leftIn(party.arrays), "keys and items");
    }
  }

  /** Items of random values are shorter than those of gates. */
  @Test
  void dealersThatTakeMoreRoom() throws Exception {
    Variant variant = VARIANTS.get(0);
    List<Holding> parties = List.of(new Holding(), new Holding());
    try (MiniMacDealer dealer =
        (MiniMacDealer) Configurations.of(variant).dealer(new SecureRandom())) {
      dealer.dealKeys(parties);
      dealer.deal(Demand.of("test").add(variant.material().items().random(), 1).build(), parties);
      requireHeld(leftIn(parties.get(0)), "arrays");
      dealer.deal(Demand.of("test").add(variant.material().items().and(), 1).build(), parties);
      for (Holding party : parties) {
        assertEquals(3, party.arrays.size());
        assertEquals(Set.of(), leftIn(party.arrays.get(1)));
      }
    }
  }
}
