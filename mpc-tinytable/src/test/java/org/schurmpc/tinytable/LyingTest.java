package org.schurmpc.tinytable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.RandomCircuits;
import org.schurmpc.core.eval.IoMap;
import org.schurmpc.core.net.Parties;
import org.schurmpc.core.prep.AlteredStore;
import org.schurmpc.core.prep.AlteredStore.Alteration;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.tinytable.material.Material;

/**
 * Well-formed lies: one party's material holds another share or another MAC somewhere, so that
 * every message it sends is as the protocol wants it and wrong.
 */
class LyingTest {
  private static final int LANES = 65;

  private final Random random = new Random(43);

  private record Lie(String scheme, int gates, int cheater) {}

  @TestFactory
  Stream<DynamicTest> inEveryKindOfMaterial() throws Exception {
    List<DynamicTest> tests = new ArrayList<>();
    for (int cheater = 0; cheater < 2; cheater++) {
      addTo(tests, new Lie("linear", CheatRun.FEW, cheater));
      addTo(tests, new Lie("lookup64", CheatRun.FEW, cheater));
    }
    addTo(tests, new Lie("linear", CheatRun.MANY, 1));
    addTo(tests, new Lie("lookup32", CheatRun.FEW, 0));
    return tests.stream();
  }

  private void addTo(List<DynamicTest> tests, Lie lie) throws Exception {
    Material material = newRun(lie).material();
    MaterialKind ands = material.andTables();
    MaterialKind tables = material.tables(3, 5);
    if (lie.scheme().equals("linear")) {
      for (int part = 0; part < Material.LINEAR_PARTS; part++) {
        int bits = part;
        int macs = Material.linearMacs(part);
        add(tests, "share " + part + " of ANDs", lie, ands, (data, at) -> data[at + bits] ^= -1);
        add(tests, "MACs " + part, lie, ands, (data, at) -> change(data, at + macs, 64));
        add(tests, "share and MACs " + part, lie, ands, (data, at) -> forge(data, at, bits, macs));
      }
      for (int entry = 0; entry < 8; entry++) {
        int e = Material.LINEAR_ENTRY * entry;
        long share = 1L << entry % 5;
        add(
            tests,
            "entry " + entry,
            lie,
            tables,
            (data, at) -> data[at + e + Material.LINEAR_SHARE] ^= share);
        add(tests, "tag of entry " + entry, lie, tables, (data, at) -> data[at + e] ^= 1L << 63);
      }
    } else {
      for (int entry = 0; entry < 4; entry++) {
        int e = entry;
        add(tests, "entry " + entry + " of ANDs", lie, ands, (data, at) -> data[at + e] ^= -1);
      }
      int codes = material.peerCodes() - Material.ownCodes();
      add(
          tests,
          "own codes of ANDs",
          lie,
          ands,
          (data, at) -> change(data, at + Material.ownCodes(), codes));
      for (int entry = 0; entry < 8; entry++) {
        int e = entry;
        add(tests, "entry " + entry, lie, tables, (data, at) -> data[at] ^= 1L << (8 * e + 4));
      }
      int own = Material.valueLongs(3, 5);
      add(
          tests,
          "own codes of tables",
          lie,
          tables,
          (data, at) -> change(data, at + own, material.peerCodes(3, 5) - own));
    }
    MaterialKind outputs = material.outputMasks();
    add(tests, "share of an output's mask", lie, outputs, (data, at) -> data[at] ^= -1);
    add(tests, "MAC of an output's mask", lie, outputs, (data, at) -> change(data, at + 1, 64));
    add(tests, "output's mask and MAC", lie, outputs, (data, at) -> forge(data, at, 0, 1));
  }

  private void change(long[] data, int at, int longs) {
    for (int i = 0; i < longs; i++) {
      data[at + i] ^= random.nextLong();
    }
  }

  /** Shares with MACs by a wrong guess at the key. */
  private void forge(long[] data, int at, int bits, int macs) {
    data[at + bits] ^= -1;
    long guess = random.nextLong();
    for (int i = 0; i < 64; i++) {
      data[at + macs + i] ^= guess;
    }
  }

  private CheatRun newRun(Lie lie) throws Exception {
    return new CheatRun(lie.scheme(), LANES, lie.gates(), lie.cheater(), random.nextLong());
  }

  private void add(
      List<DynamicTest> tests, String what, Lie lie, MaterialKind kind, Alteration how) {
    tests.add(
        DynamicTest.dynamicTest(
            "%s, %s".formatted(what, lie),
            () -> {
              CheatRun cheat = newRun(lie);
              // In every item, so that each entry is the one looked up in some lane.
              alter(cheat, kind, AlteredStore.EVERY, how);
              cheat.requireCaught(cheat.honestOutcome(), Check.MAC);
            }));
  }

  private static void alter(CheatRun cheat, MaterialKind kind, int item, Alteration how) {
    cheat.run.stores[cheat.cheater] =
        new AlteredStore(cheat.run.stores[cheat.cheater], kind, item, how);
  }

  /** One wrong entry at any of 256 positions: caught if it is looked up in some lane. */
  @ParameterizedTest
  @CsvSource({"linear, 0", "linear, 1"})
  void everyPositionOfAnSbox(String scheme, int cheater) throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    builder.output(builder.lookup(RandomCircuits.table(new Random(1), 8, 8), builder.input(8)));
    LayeredCircuit circuit = LayeredCircuit.of(builder.build());
    IoMap io = IoMap.roundRobin(circuit.circuit(), 2);
    int caught = 0;
    for (int position = 0; position < 256; position++) {
      TinyTableRun run =
          new TinyTableRun(
              TinyTableRun.tinytable(scheme, 512, "auto"), circuit, io, random.nextLong());
      MaterialKind kind = run.material().tables(8, 8);
      int entry = Material.LINEAR_ENTRY * position + Material.LINEAR_SHARE;
      long wrong = 1L + random.nextInt(255);
      run.stores[cheater] =
          new AlteredStore(
              run.stores[cheater],
              kind,
              AlteredStore.EVERY,
              (data, at) -> data[at + entry] ^= wrong);
      caught += honestIsWarned(run, 1 - cheater) ? 1 : 0;
    }
    // A position is looked up in none of 512 lanes with probability (255/256)^512 = 0.135.
    assertTrue(caught > 190 && caught < 250, caught + " of 256 caught");
  }

  private static boolean honestIsWarned(TinyTableRun run, int honest) throws Exception {
    BitMatrix inputs = run.inputs("inputs");
    return Parties.run(
            2,
            TinyTableRun.LIMIT,
            network -> {
              try {
                run.evaluate(network, inputs);
                return false;
              } catch (PeerCheated e) {
                assertEquals(Check.MAC, e.check());
                return true;
              } catch (ConnectionLost e) {
                return false;
              }
            })
        .get(honest);
  }

  /** Two wrong shares whose MACs would cancel in a sum. */
  @ParameterizedTest
  @CsvSource({"linear, 0", "linear, 1", "lookup64, 0", "lookup64, 1"})
  void equalDifferencesDoNotCancel(String scheme, int cheater) throws Exception {
    CheatRun cheat = new CheatRun(scheme, LANES, CheatRun.FEW, cheater, random.nextLong());
    boolean linear = scheme.equals("linear");
    alter(
        cheat,
        cheat.material().andTables(),
        1,
        (data, at) -> {
          // Lanes 0 and 1 of an item: all entries' shares of both.
          for (int word = 0; word < (linear ? 1 : 4); word++) {
            data[at + word] ^= 3;
          }
        });
    cheat.requireCaught(cheat.honestOutcome(), Check.MAC);
  }

  /** The whole tables of two lanes swapped, MACs included: each is right elsewhere. */
  @ParameterizedTest
  @CsvSource({"linear, 0", "linear, 1", "lookup64, 0", "lookup64, 1", "lookup32, 1"})
  void swappedLanesAreCaught(String scheme, int cheater) throws Exception {
    CheatRun cheat = new CheatRun(scheme, LANES, CheatRun.FEW, cheater, random.nextLong());
    Material material = cheat.material();
    boolean linear = scheme.equals("linear");
    alter(
        cheat,
        material.andTables(),
        0,
        (data, at) -> {
          for (int lane = 0; lane < 64; lane += 2) {
            for (int word = 0; word < (linear ? 3 : 4); word++) {
              long differs = (data[at + word] >>> lane ^ data[at + word] >>> (lane + 1)) & 1;
              data[at + word] ^= (3 * differs) << lane;
            }
            if (linear) {
              for (int part = 0; part < 3; part++) {
                swap(data, at + Material.linearMacs(part) + lane, 1);
              }
            } else {
              int longs = 4 * material.scheme().k() / 64;
              swap(data, at + Material.ownCodes() + lane * longs, longs);
            }
          }
        });
    cheat.requireCaught(cheat.honestOutcome(), Check.MAC);
  }

  private static void swap(long[] data, int at, int longs) {
    for (int i = 0; i < longs; i++) {
      long kept = data[at + i];
      data[at + i] = data[at + longs + i];
      data[at + longs + i] = kept;
    }
  }

  /**
   * A party that takes another mask for its own input has another input, and no more; the other's
   * part of the mask does not exist, so changing it changes nothing.
   */
  @ParameterizedTest
  @CsvSource({"linear, 0", "linear, 1", "lookup64, 0", "codeword, 0", "passive, 1"})
  void aWrongInputMaskIsAnotherInput(String scheme, int cheater) throws Exception {
    BitMatrix right = inputMaskRun(scheme, cheater, cheater, 0, 0);
    BitMatrix flipped = inputMaskRun(scheme, cheater, cheater, 0, 1);
    assertEquals(flipped, inputMaskRun(scheme, cheater, cheater, 1, 0));
    assertEquals(right, inputMaskRun(scheme, cheater, 1 - cheater, -1, 0));
  }

  /**
   * @param maskOf whose input's mask the cheater changes
   * @param mask what is added to the mask
   * @param input what is added to the cheater's input
   */
  private BitMatrix inputMaskRun(String scheme, int cheater, int maskOf, long mask, long input)
      throws Exception {
    CircuitBuilder builder = new CircuitBuilder();
    int[] x = builder.input(8);
    int[] y = builder.input(8);
    builder.output(builder.and(x[0], y[0]), builder.xor(x[1], builder.not(y[1])));
    LayeredCircuit circuit = LayeredCircuit.of(builder.build());
    IoMap io = IoMap.roundRobin(circuit.circuit(), 2);
    TinyTableRun run =
        new TinyTableRun(TinyTableRun.tinytable(scheme, 64, "plain"), circuit, io, 3);
    MaterialKind kind = run.material().inputMask(maskOf);
    run.stores[cheater] =
        new AlteredStore(run.stores[cheater], kind, 0, (data, at) -> data[at] ^= mask);
    BitMatrix inputs = run.inputs("inputs");
    BitMatrix changed = run.inputs("inputs");
    int row = 8 * cheater;
    changed.words()[changed.offset(row)] ^= input;
    List<BitMatrix> outputs =
        run.run(cheater == 0 ? changed : inputs, cheater == 1 ? changed : inputs);
    return outputs.get(1 - cheater);
  }

  /** Without MACs a lie is not found out: what the name says. */
  @Test
  void passiveTablesProtectAgainstNothing() throws Exception {
    CheatRun cheat = new CheatRun("passive", LANES, CheatRun.FEW, 0, 1);
    BitMatrix right = cheat.honestOutcome().output();
    CheatRun lie = new CheatRun("passive", LANES, CheatRun.FEW, 0, 1);
    alter(lie, lie.material().outputMasks(), 0, (data, at) -> data[at] ^= 1);
    CheatRun.Outcome honest = lie.honestOutcome();
    assertNull(honest.failure());
    assertTrue(!right.equals(honest.output()));
  }
}
