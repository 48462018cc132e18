package org.schurmpc.tinytable.online;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.code.Encoder;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.net.Leftovers;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.tinytable.Configurations;
import org.schurmpc.tinytable.material.TableCode;

/** Nothing secret is left in an evaluator that is closed. */
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
    ProtocolRun run =
        new ProtocolRun(Configurations.tinytable(scheme, lanes, "plain"), gates(), io, 6);
    SessionTerms terms =
        new SessionTerms(CircuitExecutor.terms(run.protocol, run.circuit, io, "test"));
    Parties.run(
        SessionPairs.networks(),
        ProtocolRun.LIMIT,
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
    ProtocolRun run =
        new ProtocolRun(Configurations.tinytable("linear", 64, "plain"), gates(), io, 6);
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
}
