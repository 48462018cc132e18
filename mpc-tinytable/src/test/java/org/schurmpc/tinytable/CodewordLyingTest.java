package org.schurmpc.tinytable;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.prep.AlteredStore;
import org.schurmpc.core.prep.AlteredStore.Alteration;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.tinytable.material.Blocks;
import org.schurmpc.tinytable.material.Material;
import org.schurmpc.tinytable.material.TableCode;
import org.schurmpc.tinytable.material.TableParameters;
import org.schurmpc.tinytable.material.WordPlan;

/**
 * Well-formed lies about tables that are codewords: one party's material holds another codeword,
 * another MAC, or what belongs elsewhere, so that every message it sends is as the protocol wants
 * it and wrong.
 */
class CodewordLyingTest {
  private static final int LANES = 65;

  private static final int[] FIRST = {0};

  /** Of a group of either kind, so that something is opened of one of them. */
  private static final int[] WORDS = {1, 2, 3, 4, 5, 6, 7, 8};

  private final Random random = new Random(44);

  private record Lie(String scheme, int gates, int cheater) {
    TableCode code() {
      return new TableCode(ReedSolomon.named(scheme.substring("codeword ".length())));
    }
  }

  @TestFactory
  Stream<DynamicTest> inEveryKindOfMaterial() throws Exception {
    List<DynamicTest> tests = new ArrayList<>();
    for (int cheater = 0; cheater < 2; cheater++) {
      addTo(tests, new Lie("codeword 256x120", CheatRun.FEW, cheater));
      addTo(tests, new Lie("codeword 255x85", CheatRun.FEW, cheater));
    }
    // Long logs are compared by their polynomial hashes.
    addTo(tests, new Lie("codeword 16x5", CheatRun.MANY, 0));
    return tests.stream();
  }

  private void addTo(List<DynamicTest> tests, Lie lie) throws Exception {
    Material material = newRun(lie).material();
    // The least that a forger of an AND's share can change, and of a mask without data.
    int shown = 0;
    int hidden = lie.code().k();
    addTo(tests, lie, "ANDs", material.andTables(), shown);
    addTo(tests, lie, "tables", material.tables(3, 5), hidden);
    MaterialKind outputs = material.outputMasks();
    add(tests, "output's mask", lie, outputs, FIRST, (data, at) -> data[at] ^= -1);
    add(tests, "MAC of an output's mask", lie, outputs, FIRST, (data, at) -> data[at + 7] ^= 2);
  }

  /** Item 0 of a kind is a mask over C*, the next ones are words of C. */
  private void addTo(
      List<DynamicTest> tests, Lie lie, String kind, MaterialKind items, int lightest) {
    ReedSolomon c = lie.code().c();
    ReedSolomon star = lie.code().star();
    long[] guess = WordForgery.symbols(c.n(), random);
    long[] shown = WordForgery.codeword(star, random);
    long[] hidden = hidden(star, c.k());
    long[] light = WordForgery.lightCodeword(star, lightest);
    long[] word = WordForgery.codeword(c, random);
    for (long[] error : List.of(shown, hidden, light)) {
      String what = kind + ", mask over C*, weight " + Codeword.weight(error, 0);
      add(tests, what, lie, items, FIRST, (data, at) -> WordForgery.add(data, at, error));
      add(
          tests,
          what + ", with its MAC",
          lie,
          items,
          FIRST,
          (data, at) -> WordForgery.forge(data, at, error, guess));
    }
    add(tests, kind + ", word", lie, items, WORDS, (data, at) -> WordForgery.add(data, at, word));
    add(
        tests,
        kind + ", word, with its MAC",
        lie,
        items,
        WORDS,
        (data, at) -> WordForgery.forge(data, at, word, guess));
    // Redundancy that no message shows, and data that one does.
    for (int position : new int[] {0, c.k(), star.k() - 1, star.k(), c.n() - 1}) {
      long bit = 1L << position;
      int at = Material.WORD_MAC + Codeword.PLANE_LONGS * 3 + position / 64;
      add(
          tests,
          kind + ", a bit of a MAC at " + position,
          lie,
          items,
          FIRST,
          (data, from) -> data[from + at] ^= bit);
    }
    // A mask left out, whether it has data or none.
    add(
        tests,
        kind + ", no mask",
        lie,
        items,
        FIRST,
        (data, at) -> Arrays.fill(data, at, at + Material.WORD_KEY, 0));
  }

  /** A word of zero data: the opened entries are right, only the redundancy is not. */
  private long[] hidden(ReedSolomon star, int k) {
    long[] word = WordForgery.symbols(star.k(), random);
    for (int p = 0; p < k; p++) {
      Codeword.setSymbol(word, 0, p, 0);
    }
    return WordForgery.encoded(star, word);
  }

  private CheatRun newRun(Lie lie) throws Exception {
    return new CheatRun(lie.scheme(), LANES, lie.gates(), lie.cheater(), random.nextLong());
  }

  private void add(
      List<DynamicTest> tests,
      String what,
      Lie lie,
      MaterialKind kind,
      int[] changed,
      Alteration alteration) {
    tests.add(
        DynamicTest.dynamicTest(
            "%s, %s".formatted(what, lie),
            () -> {
              CheatRun cheat = newRun(lie);
              for (int item : changed) {
                alter(cheat, kind, item, alteration);
              }
              cheat.requireCaught(cheat.honestOutcome(), Check.MAC);
            }));
  }

  /**
   * Entries opened at other positions than asked for, with the MACs that they have there: the words
   * of two rows are swapped.
   */
  @ParameterizedTest
  @CsvSource({"codeword, 0", "codeword, 1", "codeword 255x85, 0", "codeword 16x5, 1"})
  void anotherEntryIsCaught(String scheme, int cheater) throws Exception {
    for (boolean ands : new boolean[] {true, false}) {
      CheatRun cheat = new CheatRun(scheme, LANES, CheatRun.FEW, cheater, random.nextLong());
      long[] kept = new long[Material.WORD];
      long[][] place = new long[1][];
      int[] offset = new int[1];
      alter(
          cheat,
          kind(cheat, ands),
          1,
          (data, at) -> {
            WordForgery.copy(data, at, kept, 0);
            place[0] = data;
            offset[0] = at;
          });
      alter(
          cheat,
          kind(cheat, ands),
          2,
          (data, at) -> {
            WordForgery.copy(data, at, place[0], offset[0]);
            WordForgery.copy(kept, 0, data, at);
          });
      cheat.requireCaught(cheat.honestOutcome(), Check.MAC);
    }
  }

  /** A group's mask used for the next group, too, with the MAC that it has. */
  @ParameterizedTest
  @CsvSource({"codeword 255x85, 0", "codeword 16x5, 1"})
  void aMaskUsedAgainIsCaught(String scheme, int cheater) throws Exception {
    for (boolean ands : new boolean[] {true, false}) {
      CheatRun cheat = new CheatRun(scheme, LANES, CheatRun.FEW, cheater, random.nextLong());
      TableParameters parameters = cheat.run.parameters();
      WordPlan plan =
          WordPlan.of(
              cheat.run.circuit, parameters.layout(), parameters.scheme().code().orElseThrow());
      Blocks blocks = ands ? plan.ands() : plan.lookups().get(new WordPlan.Shape(3, 5));
      assertTrue(blocks.groups() > 1);
      long[] mask = new long[Material.WORD];
      alter(cheat, kind(cheat, ands), 0, (data, at) -> WordForgery.copy(data, at, mask, 0));
      alter(
          cheat,
          kind(cheat, ands),
          1 + blocks.wordsIn(0),
          (data, at) -> WordForgery.copy(mask, 0, data, at));
      cheat.requireCaught(cheat.honestOutcome(), Check.MAC);
    }
  }

  private static MaterialKind kind(CheatRun cheat, boolean ands) {
    return ands ? cheat.material().andTables() : cheat.material().tables(3, 5);
  }

  private static void alter(CheatRun cheat, MaterialKind kind, int item, Alteration how) {
    cheat.run.stores[cheat.cheater] =
        new AlteredStore(cheat.run.stores[cheat.cheater], kind, item, how);
  }
}
