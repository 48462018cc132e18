package org.schurmpc.tinytable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.code.Encoder;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.crypto.Leftovers;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.tinytable.material.TableCode;
import org.schurmpc.tinytable.material.WordPlan;

/** Nothing secret is left in an evaluator or a dealer that is closed. */
class WipingTest {
  private static final List<String> PUBLIC =
      List.of(
          "exchange.in",
          "exchange.out",
          "numbers.bits",
          "numbers.values.low",
          "packing.bits",
          "packing.values.low",
          "indicators.units",
          "ncoder.redundancy.rows");

  /** Leaves out what is public: messages, masked values, and what encodes them. */
  private static Set<String> leftIn(Object root) {
    Set<String> left =
        Leftovers.of(
            root,
            Session.class,
            PrepStore.class,
            Kernels.class,
            TinyTable.class,
            LayeredCircuit.class,
            TableCode.class,
            Encoder.class,
            ReedSolomon.class);
    left.removeIf(path -> PUBLIC.stream().anyMatch(path::endsWith));
    return left;
  }

  private static void requireHeld(Set<String> held, String... secrets) {
    for (String secret : secrets) {
      assertTrue(held.stream().anyMatch(path -> path.endsWith(secret)), secret + ": " + held);
    }
  }

  private static LayeredCircuit gates() {
    CircuitBuilder builder = new CircuitBuilder();
    int[] wires = builder.input(3);
    int[] found = builder.lookup(RandomCircuits.table(new Random(7), 3, 5), wires);
    builder.output(builder.xor(found[0], builder.and(wires[0], wires[1])));
    return LayeredCircuit.of(builder.build());
  }

  private final IoMap io =
      new IoMap(List.of(new InputSource.Shared()), List.of(new OutputTarget.All()));

  /** With few lanes, the words of a codeword scheme that are opened lie apart. */
  @ParameterizedTest
  @CsvSource({"linear, 64", "lookup64, 64", "codeword, 3"})
  void evaluators(String scheme, int lanes) throws Exception {
    TinyTableRun run =
        new TinyTableRun(TinyTableRun.tinytable(scheme, lanes, "plain"), gates(), io, 6);
    SessionTerms terms =
        new SessionTerms(CircuitExecutor.terms(run.protocol, run.circuit, io, "test"));
    Parties.run(
        SessionPairs.networks(),
        TinyTableRun.LIMIT,
        network -> {
          int party = network.party();
          Object evaluator;
          Object parts;
          try (Session session =
                  Session.establish(network, terms, SessionPairs.seeded("wiped" + party));
              CircuitExecutor executor =
                  new CircuitExecutor(session, run.protocol, run.circuit, io, run.stores[party])) {
            executor.evaluate(run.inputs("party" + party));
            evaluator = Leftovers.field(executor, "evaluator");
            parts = Leftovers.field(evaluator, "parts");
            Set<String> held = leftIn(List.of(parts, evaluator));
            requireHeld(held, "tags.held.words", "tags.expected.words", "wires.values");
            requireHeld(held, "layers.mine", "layers.theirs");
            requireHeld(held, heldIn(scheme));
            // The logs of an output are wiped at once.
            Object outputs = Leftovers.field(parts, "outputs");
            assertEquals(Set.of(), leftIn(Leftovers.field(outputs, "held")));
            assertEquals(Set.of(), leftIn(Leftovers.field(outputs, "expected")));
          }
          // The keys are those of the store, which wipes them when it is closed.
          run.stores[party].close();
          assertEquals(Set.of(), leftIn(List.of(parts, evaluator)));
          return null;
        });
  }

  /** The share of the last output is not the one that was authenticated. */
  @Test
  void evaluatorsThatBreakOff() throws Exception {
    TinyTableRun run =
        new TinyTableRun(TinyTableRun.tinytable("linear", 64, "plain"), gates(), io, 6);
    run.deal(run.protocol.demand(run.circuit, io));
    AtomicInteger last = new AtomicInteger();
    Network[] networks = SessionPairs.networks();
    networks[0] =
        new TamperingNetwork(
            networks[0],
            (peer, index, frame) -> {
              last.set(index);
              return frame;
            });
    run.run(networks, run.inputs("a"), run.inputs("b"));
    Network[] tampered = SessionPairs.tampered(SessionPairs.flip(last.get(), 0));
    SessionTerms terms =
        new SessionTerms(CircuitExecutor.terms(run.protocol, run.circuit, io, "test"));
    Object[] outputs = new Object[2];
    SessionPairs.networkOutcomes(
        tampered,
        network -> {
          int party = network.party();
          Object parts = null;
          try (Session session =
                  Session.establish(network, terms, SessionPairs.seeded("again" + party));
              CircuitExecutor executor =
                  new CircuitExecutor(session, run.protocol, run.circuit, io, run.stores[party])) {
            executor.input(run.inputs("a"));
            executor.compute();
            parts = Leftovers.field(Leftovers.field(executor, "evaluator"), "parts");
            executor.output();
          } finally {
            outputs[party] = Leftovers.field(parts, "outputs");
          }
          return null;
        });
    for (Object each : outputs) {
      assertEquals(Set.of(), leftIn(Leftovers.field(each, "held")));
      assertEquals(Set.of(), leftIn(Leftovers.field(each, "expected")));
    }
  }

  private static String[] heldIn(String scheme) {
    return switch (scheme) {
      case "linear" ->
          new String[] {
            "ands.delta",
            "ands.tagged",
            "ands.theirTags.words",
            "multiples.table",
            "lookups.theirTags.words"
          };
      case "codeword" ->
          new String[] {
            "words.keys",
            "words.sum",
            "words.encoded",
            "indicators.planes",
            "ands.coefficients",
            "lookups.coefficients"
          };
      default -> new String[] {"ands.delta", "layers.inputs.left"};
    };
  }

  /** Keeps hold of the arrays themselves, which the dealer uses again. */
  private static class Holding implements MaterialSink {
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

  @ParameterizedTest
  @ValueSource(strings = {"linear", "lookup64", "codeword"})
  void dealers(String scheme) throws Exception {
    TinyTable protocol = TinyTableRun.tinytable(scheme, 64, "plain");
    List<Holding> parties = List.of(new Holding(), new Holding());
    TrustedDealer dealer = protocol.dealer(SessionPairs.seeded("dealer"));
    dealer.dealKeys(parties);
    dealer.deal(protocol.demand(gates(), io), parties);
    Set<String> held = leftIn(dealer);
    requireHeld(held, "delta", "prg.cipher", "bigMaker.multiples.table");
    if (scheme.equals("lookup64")) {
      requireHeld(held, "bigMaker.random");
    } else if (scheme.equals("codeword")) {
      requireHeld(held, "words.keys", "words.fresh", "words.encoder.masks");
      requireHeld(held, "words.starEncoder.masks");
    }
    assertTrue(held.stream().noneMatch(path -> path.matches("masks|bits|items.*")), "" + held);
    dealer.close();
    assertEquals(Set.of(), leftIn(dealer));
    for (Holding party : parties) {
      assertEquals(Set.of(), leftIn(party.arrays), "keys and items");
    }
  }

  /** A store that is full, say. */
  @Test
  void dealersThatBreakOff() throws Exception {
    TinyTable protocol = TinyTableRun.tinytable("linear", 64, "plain");
    Holding first = new Holding();
    Holding second =
        new Holding() {
          @Override
          public void put(MaterialKind kind, long[] source, int offset, int items) {
            super.put(kind, source, offset, items);
            if (!leftIn(source).isEmpty()) {
              throw new IllegalStateException("full");
            }
          }
        };
    try (TrustedDealer dealer = protocol.dealer(SessionPairs.seeded("dealer"))) {
      Demand demand = protocol.demand(gates(), io);
      assertThrows(IllegalStateException.class, () -> dealer.deal(demand, List.of(first, second)));
      assertFalse(second.arrays.isEmpty());
      assertEquals(Set.of(), leftIn(second.arrays));
      assertEquals(Set.of(), leftIn(Leftovers.field(dealer, "masks")));
    }
  }

  @Test
  void codewordMakers() throws Exception {
    TinyTable protocol = TinyTableRun.tinytable("codeword", 64, "plain");
    LayeredCircuit circuit = gates();
    Prg prg = Prg.seededFrom(SessionPairs.seeded("words"));
    TableCode code = protocol.scheme().code().orElseThrow();
    DealtWords words = new DealtWords(code, prg, TinyTableRun.kernels("plain"));
    List<Holding> parties = List.of(new Holding(), new Holding());
    Map<MaterialKind, DealtItems> items = new HashMap<>();
    protocol
        .demand(circuit, io)
        .quotas()
        .forEach((kind, quota) -> items.put(kind, new DealtItems(kind, quota, parties)));
    CodewordMaker maker =
        new CodewordMaker(
            protocol.layout(),
            protocol.material(circuit, io),
            WordPlan.of(circuit, protocol.layout(), code),
            words,
            items);
    long[] masks = {1, 2, 3};
    maker.ands(64, masks, masks, masks);
    maker.tables(circuit.lookup(0), new int[64], new int[64]);
    requireHeld(leftIn(maker), "ands.data", "lookups.data");
    maker.wipe();
    for (String name : List.of("ands", "lookups")) {
      Set<String> left = leftIn(Leftovers.field(maker, name));
      assertTrue(!left.contains("data"), left.toString());
    }
  }
}
