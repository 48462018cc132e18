package org.schurmpc.tinytable.material;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.contract.NamedKernels;
import org.schurmpc.core.contract.ProtocolRun;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.net.Leftovers;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.tinytable.Configurations;

/** Nothing secret is left in a dealer that is closed. */
class WipingTest {
  /** Leaves out what is public. */
  private static Set<String> leftIn(Object root) {
    Set<String> left =
        Leftovers.of(root, Kernels.class, LayeredCircuit.class, TableCode.class, ReedSolomon.class);
    left.removeIf(path -> path.endsWith("ncoder.redundancy.rows"));
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
    ConfiguredProtocol protocol = Configurations.tinytable(scheme, 64, "plain");
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
    ConfiguredProtocol protocol = Configurations.tinytable("linear", 64, "plain");
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
    ProtocolRun run =
        new ProtocolRun(Configurations.tinytable("codeword", 64, "plain"), gates(), io, 6);
    LaneLayout layout = Configurations.parameters(run).layout();
    Prg prg = Prg.seededFrom(SessionPairs.seeded("words"));
    TableCode code = Configurations.parameters(run).scheme().code().orElseThrow();
    DealtWords words = new DealtWords(code, prg, NamedKernels.of("plain"));
    List<Holding> parties = List.of(new Holding(), new Holding());
    Map<MaterialKind, DealtItems> items = new HashMap<>();
    run.protocol
        .demand(run.circuit, io)
        .quotas()
        .forEach((kind, quota) -> items.put(kind, new DealtItems(kind, quota, parties)));
    CodewordMaker maker =
        new CodewordMaker(
            layout,
            Configurations.material(run),
            WordPlan.of(run.circuit, layout, code),
            words,
            items);
    long[] masks = {1, 2, 3};
    maker.ands(64, masks, masks, masks);
    maker.tables(run.circuit.lookup(0), new int[64], new int[64]);
    requireHeld(leftIn(maker), "ands.data", "lookups.data");
    maker.wipe();
    for (String name : List.of("ands", "lookups")) {
      Set<String> left = leftIn(Leftovers.field(maker, name));
      assertTrue(!left.contains("data"), left.toString());
    }
  }
}
