package org.schurmpc.tinyot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.bits.BitMatrix;
import org.schurmpc.core.prep.AlteredStore;
import org.schurmpc.core.prep.AlteredStore.Alteration;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.tinyot.material.Material;

/**
 * Well-formed lies: one party's material holds another bit or another MAC somewhere, so that every
 * message it sends is as the protocol wants it and wrong, and its transcript is right.
 */
class LyingTest {
  private static final int LANES = 65;

  private final Random random = new Random(43);

  private record Lie(int sigma, int gates, int cheater) {
    Material material() {
      return Material.of(sigma == 80 ? 2 : 1);
    }
  }

  @TestFactory
  Stream<DynamicTest> inEveryKindOfMaterial() {
    List<DynamicTest> tests = new ArrayList<>();
    addLies(tests, new Lie(64, CheatRun.FEW, 0));
    addLies(tests, new Lie(64, CheatRun.FEW, 1));
    addLies(tests, new Lie(64, CheatRun.MANY, 0));
    addLies(tests, new Lie(80, CheatRun.FEW, 1));
    return tests.stream();
  }

  private void addLies(List<DynamicTest> tests, Lie lie) {
    Material material = lie.material();
    MaterialKind triples = material.andTriples();
    // Item 1 is of the first gate, of which it has one lane; the other of the second layer.
    for (int item : new int[] {1, 4 * lie.gates() - 2}) {
      int bit = item % 2 == 0 ? random.nextInt(64) : 0;
      for (int part = Material.A; part <= Material.C; part++) {
        int bits = Material.tripleBits(part);
        int mac = material.tripleMacs(part) + bit;
        String what = "abc".charAt(part) + " of triple " + item;
        addLies(tests, what, lie, triples, item, bits, mac, bit);
      }
    }
    addLies(tests, "input", lie, material.inputMask(lie.cheater()), 2, 0, 1 + 7, 7);
  }

  /** A share, a share with its MAC by a wrong guess at the key, a MAC, MACs in another order. */
  private void addLies(
      List<DynamicTest> tests,
      String what,
      Lie lie,
      MaterialKind kind,
      int item,
      int bits,
      int mac,
      int bit) {
    int lastWord = mac + (lie.material().macWords() - 1) * Material.BITS;
    Alteration share = (data, at) -> data[at + bits] ^= 1L << bit;
    Alteration forged =
        (data, at) -> {
          share.alter(data, at);
          data[at + mac] ^= random.nextLong();
        };
    Alteration tag = (data, at) -> data[at + lastWord] ^= 1L << 63;
    tests.add(test("share of " + what, lie, kind, item, share));
    tests.add(test("share and MAC of " + what, lie, kind, item, forged));
    tests.add(test("MAC of " + what, lie, kind, item, tag));
    if (item % 2 == 0) {
      int other = mac + (bit == 63 ? -1 : 1);
      tests.add(
          test("order of " + what, lie, kind, item, (data, at) -> swap(data, at, mac, other)));
    }
  }

  private static void swap(long[] data, int at, int i, int j) {
    long kept = data[at + i];
    data[at + i] = data[at + j];
    data[at + j] = kept;
  }

  private DynamicTest test(String what, Lie lie, MaterialKind kind, int item, Alteration how) {
    return DynamicTest.dynamicTest(
        "%s, %s".formatted(what, lie),
        () -> {
          CheatRun cheat =
              new CheatRun(lie.sigma(), LANES, lie.gates(), lie.cheater(), random.nextLong());
          AlteredStore altered = new AlteredStore(cheat.run.stores[lie.cheater()], kind, item, how);
          cheat.run.stores[lie.cheater()] = altered;
          CheatRun.Outcome honest = cheat.honestOutcome();
          assertTrue(altered.altered(), "the altered item was never used");
          cheat.requireCaught(honest, Check.MAC);
        });
  }

  /** In a lane that only fills up a chunk a lie changes nothing, and shows in no output. */
  @ParameterizedTest
  @CsvSource({"0", "1"})
  void aLieInAFillingLaneChangesNothing(int cheater) throws Exception {
    BitMatrix right = new CheatRun(64, LANES, CheatRun.FEW, cheater, 1).honestOutcome().output();
    CheatRun cheat = new CheatRun(64, LANES, CheatRun.FEW, cheater, 1);
    cheat.run.stores[cheater] =
        new AlteredStore(
            cheat.run.stores[cheater],
            Material.of(1).andTriples(),
            1,
            (data, at) -> data[at + Material.tripleBits(Material.A)] ^= -2);
    CheatRun.Outcome honest = cheat.honestOutcome();
    assertNull(honest.failure());
    assertEquals(right, honest.output());
  }
}
