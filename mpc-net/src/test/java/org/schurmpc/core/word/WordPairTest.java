package org.schurmpc.core.word;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.PublicEncoder;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.contract.NamedKernels;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.net.Leftovers;
import org.schurmpc.core.ot.CotKeys;
import org.schurmpc.core.ot.CotPair;
import org.schurmpc.core.ot.IdealWordKeys;
import org.schurmpc.core.ot.WordKeys;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionPairs;

/** Words of all shapes, made and checked by honest parties. */
class WordPairTest {
  private static final List<WordRun> ALL_SHAPES =
      List.of(
          WordRun.both(new WordShape.Planes(), 72),
          WordRun.both(new WordShape.Given(WordClass.C), 3),
          WordRun.both(new WordShape.Given(WordClass.STAR), 130),
          WordRun.both(new WordShape.Free(WordClass.ZERO_DATA), 65),
          WordRun.both(new WordShape.Free(WordClass.C), 1),
          WordRun.both(new WordShape.Free(WordClass.STAR), 9),
          new WordRun(new WordShape.Free(WordClass.C), 10, 1),
          new WordRun(new WordShape.Given(WordClass.C), 9, 0));

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record End(long[] alpha, long[] words) {}

  private static List<End> make(WordParameters parameters, List<WordRun> runs, String kernels)
      throws Exception {
    return SessionPairs.run(
        session -> {
          int party = session.party();
          Kernels own = NamedKernels.of(kernels);
          long[] delta = {party + 3, 9};
          long[] alpha = new long[Codeword.LONGS];
          try (CotKeys cotKeys = CotKeys.forBoth(session, delta);
              CotPair cots = CotPair.begin(session, cotKeys, 4, own);
              WordKeys keys = WordKeys.begin(session, cots, parameters.code().n());
              WordPair pair = WordPair.begin(session, keys, parameters, own)) {
            keys.alpha(alpha, 0);
            WordBatch batch = pair.make(runs, WordsRun.data(party));
            WordsRun.check(session, pair, batch);
            return new End(alpha, batch.release());
          }
        });
  }

  @ParameterizedTest
  @CsvSource({
    "255x85, 4, 64, plain",
    "255x85, 4, 64, vector",
    "100x20, 8, 40, plain",
    "256x120, 4, 64, plain",
    "100x40, 4, 64, plain",
  })
  void wordsOfAllShapes(String code, int k, int sigma, String kernels) throws Exception {
    WordParameters parameters = WordParameters.of(ReedSolomon.named(code), k, sigma);
    List<End> ends = make(parameters, ALL_SHAPES, kernels);
    for (int party = 0; party < 2; party++) {
      assertWords(parameters.code(), ends.get(party), ends.get(1 - party), party, ALL_SHAPES);
    }
  }

  @Test
  void moreThanATile() throws Exception {
    List<WordRun> runs =
        List.of(
            WordRun.both(new WordShape.Planes(), WordPair.TILE_WORDS + 8),
            WordRun.both(new WordShape.Free(WordClass.ZERO_DATA), 2 * WordPair.TILE_WORDS + 1));
    List<End> ends = make(WordsRun.TOY_PARAMETERS, runs, "plain");
    assertWords(WordsRun.TOY, ends.get(0), ends.get(1), 0, runs);
    assertWords(WordsRun.TOY, ends.get(1), ends.get(0), 1, runs);
  }

  /** Asserts that a party's shares are words with MACs under the other party's keys. */
  private static void assertWords(
      ReedSolomon code, End own, End other, int party, List<WordRun> runs) {
    PublicEncoder encoder = new PublicEncoder(code, WordsRun.kernels());
    PublicEncoder star = new PublicEncoder(code.schurSquare(), WordsRun.kernels());
    int word = 0;
    long[] data = new long[Codeword.LONGS];
    long[] encoded = new long[Codeword.LONGS];
    for (WordRun run : runs) {
      for (int i = 0; i < run.count(); i++, word++) {
        int at = word * WordBatch.LONGS;
        String where = "party " + party + ", word " + word + ", " + run;
        boolean mine = run.owner() == WordRun.BOTH || run.owner() == party;
        if (!mine || !(run.shape() instanceof WordShape.Planes)) {
          assertEquals(!mine, Codeword.isZero(own.words, at + WordBatch.SHARE), where);
        }
        assertEquals(!mine, Codeword.isZero(other.words, at + WordBatch.KEY), where);
        assertMac(own, other, at, where);
        PublicEncoder of = run.shape().wordClass() == WordClass.C ? encoder : star;
        assertTrue(of.isCodeword(own.words, at), where);
        if (run.shape().wordClass() == WordClass.ZERO_DATA) {
          for (int p = 0; p < code.k(); p++) {
            assertEquals(0, Codeword.symbol(own.words, at, p), where);
            assertEquals(0, Codeword.symbol(own.words, at + WordBatch.MAC, p), where);
          }
        } else if (mine && Corrections.hasGivenData(run.shape())) {
          boolean planes = run.shape() instanceof WordShape.Planes;
          WordsRun.data(party).write(planes ? word - i % 8 : word, data, 0);
          for (int p = 0; p < code.k(); p++) {
            int expected = Codeword.symbol(data, 0, p) & (planes ? 1 << (i % 8) : 0xFF);
            assertEquals(expected, Codeword.symbol(own.words, at, p), where);
          }
        }
        if (mine && run.shape() instanceof WordShape.Given given) {
          encoder.encode(own.words, at, encoded, 0);
          boolean inC = Arrays.equals(encoded, Arrays.copyOfRange(own.words, at, at + 32));
          assertEquals(given.wordClass() == WordClass.C, inC, where);
        }
      }
    }
  }

  private static void assertMac(End own, End other, int at, String where) {
    long[] expected = Arrays.copyOfRange(other.words, at + WordBatch.KEY, at + WordBatch.LONGS);
    WordsRun.kernels()
        .schurMulAdd(expected, 0, other.alpha, 0, own.words, at + WordBatch.SHARE, 1, 1);
    assertArrayEquals(
        expected, Arrays.copyOfRange(own.words, at + WordBatch.MAC, at + WordBatch.KEY), where);
  }

  /** Redundancy that is free is uniform: a party's o* span their class. */
  @Test
  void freeSymbolsAreUniform() throws Exception {
    ReedSolomon code = WordsRun.TOY;
    int k = code.k();
    List<WordRun> runs =
        List.of(
            WordRun.both(new WordShape.Free(WordClass.ZERO_DATA), 20),
            WordRun.both(new WordShape.Given(WordClass.STAR), 20));
    List<End> ends = make(WordsRun.TOY_PARAMETERS, runs, "plain");
    for (End end : ends) {
      for (int run = 0; run < 2; run++) {
        List<Integer> seen = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
          int at = (20 * run + i) * WordBatch.LONGS;
          for (int p = k; p < 2 * k - 1; p++) {
            seen.add(Codeword.symbol(end.words, at, p));
          }
        }
        assertTrue(seen.stream().distinct().count() > 30, "of 60 symbols: " + seen);
      }
    }
  }

  @Test
  void nothingIsReleasedBeforeTheCheck() throws Exception {
    WordParameters parameters = new WordParameters(ReedSolomon.named("129x4"), 4, 40, 3, 8);
    IdealWordKeys[] ideal = {
      new IdealWordKeys(129, new Random(1)), new IdealWordKeys(129, new Random(2))
    };
    List<WordRun> runs =
        List.of(
            WordRun.both(new WordShape.Free(WordClass.C), 2),
            WordRun.both(new WordShape.Planes(), 8),
            WordRun.both(new WordShape.Given(WordClass.STAR), 2),
            WordRun.both(new WordShape.Free(WordClass.ZERO_DATA), 1));
    List<Set<String>> left =
        SessionPairs.run(
            session -> {
              int party = session.party();
              WordKeys keys = ideal[party].with(ideal[1 - party], session);
              WordPair pair = WordPair.begin(session, keys, parameters, kernels());
              WordPair other = WordPair.begin(session, keys, parameters, kernels());
              WordBatch batch = pair.make(runs, WordsRun.data(party));
              assertThrows(IllegalStateException.class, batch::release);
              assertThrows(
                  IllegalArgumentException.class, () -> WordsRun.check(session, other, batch));
              long[] masks = batch.holding(batch.plan().openMasks(WordClass.C));
              assertFalse(Codeword.isZero(masks, 0));
              WordsRun.check(session, pair, batch);
              assertArrayEquals(new long[masks.length], masks);
              assertThrows(IllegalStateException.class, () -> WordsRun.check(session, pair, batch));
              long[] words = batch.release();
              assertThrows(IllegalStateException.class, batch::release);
              assertFalse(Codeword.isZero(words, 0));
              keys.close();
              pair.close();
              other.close();
              batch.wipe();
              assertFalse(Codeword.isZero(words, 0), "released words belong to their user");
              return Leftovers.of(pair, Session.class, Kernels.class, ReedSolomon.class);
            });
    for (Set<String> paths : left) {
      paths.removeIf(path -> path.contains("redundancy"));
      assertEquals(Set.of(), paths);
    }
  }

  /** Forks share alpha, and have streams of their own. */
  @Test
  void forksServeUnderOneAlpha() throws Exception {
    IdealWordKeys[] ideal = {
      new IdealWordKeys(16, new Random(1)), new IdealWordKeys(16, new Random(2))
    };
    List<WordRun> runs = List.of(WordRun.both(new WordShape.Free(WordClass.C), 70));
    List<End[]> ends =
        SessionPairs.run(
            session -> {
              int party = session.party();
              long[] alpha = new long[Codeword.LONGS];
              End[] made = new End[2];
              try (WordKeys keys = ideal[party].with(ideal[1 - party], session)) {
                keys.alpha(alpha, 0);
                for (int i = 0; i < 2; i++) {
                  try (Session fork = session.fork("words " + i);
                      WordPair pair =
                          WordPair.begin(fork, keys, WordsRun.TOY_PARAMETERS, kernels())) {
                    WordBatch batch = pair.make(runs, WordsRun.data(party));
                    WordsRun.check(fork, pair, batch);
                    made[i] = new End(alpha, batch.release());
                  }
                }
              }
              return made;
            });
    for (int i = 0; i < 2; i++) {
      assertWords(WordsRun.TOY, ends.get(0)[i], ends.get(1)[i], 0, runs);
      assertWords(WordsRun.TOY, ends.get(1)[i], ends.get(0)[i], 1, runs);
    }
    assertFalse(Arrays.equals(ends.get(0)[0].words, ends.get(0)[1].words));
  }

  private static Kernels kernels() {
    return WordsRun.kernels();
  }
}
