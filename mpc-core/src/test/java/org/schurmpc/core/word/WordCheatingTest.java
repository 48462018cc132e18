package org.schurmpc.core.word;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.session.Outcomes.assertCheated;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.field.Gf256;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.SessionPairs;

/** A party that deviates while words are made or checked, and the party that has to notice. */
class WordCheatingTest {
  private static final int CHEATER = 0;
  private static final int HONEST = 1;
  private static final int TREES = WordsRun.TREES;

  private static final List<WordRun> RUNS =
      List.of(
          WordRun.both(new WordShape.Planes(), 8),
          WordRun.both(new WordShape.Given(WordClass.STAR), 2),
          WordRun.both(new WordShape.Free(WordClass.ZERO_DATA), 3));

  /** The segments of the plan: three runs, and the masks of three classes. */
  private static final List<WordPlan.Segment> SEGMENTS =
      new WordPlan(WordsRun.TOY_PARAMETERS, RUNS, false).segments();

  private static final int FIRST_TILE = SessionPairs.HANDSHAKE_FRAMES + 1;
  private static final int TOSS = FIRST_TILE + SEGMENTS.size();
  private static final int OPENINGS = TOSS + 2;
  private static final int PROOF = OPENINGS + 1;

  private static final int LAST = WordsRun.TOY.n() - 1;

  /** An error that the cheater adds to the corrections of one tree of a coordinate. */
  private record Slip(int segment, int word, int coordinate, int tree, int value) {}

  private static WordsRun run(long seed) {
    return new WordsRun(WordsRun.TOY_PARAMETERS, RUNS, new Random(seed));
  }

  /** A run in which the honest party's alpha is not zero anywhere. */
  private static WordsRun runWithoutZeros() {
    for (long seed = 1; ; seed++) {
      WordsRun run = run(seed);
      boolean zero = false;
      for (int j = 0; j <= LAST; j++) {
        zero |= run.alpha(HONEST, j) == 0;
      }
      if (!zero) {
        return run;
      }
    }
  }

  private static TamperingNetwork.Hook adding(List<Slip> errors) {
    return (peer, index, frame) -> {
      for (Slip error : errors) {
        if (index == FIRST_TILE + error.segment) {
          WordPlan.Segment segment = SEGMENTS.get(error.segment);
          WordsRun.addError(segment, error.word, error.coordinate, error.tree, error.value, frame);
        }
      }
      return frame;
    };
  }

  /** Adds a symbol to the MAC that the cheater holds for a word. */
  private static void addToMac(WordBatch batch, int segment, int word, int coordinate, int value) {
    WordPlan.Segment in = SEGMENTS.get(segment);
    int at = (in.first() + word) * WordBatch.LONGS + WordBatch.MAC;
    long[] words = batch.holding(in);
    int old = Codeword.symbol(words, at, coordinate);
    Codeword.setSymbol(words, at, coordinate, old ^ value);
  }

  private static Object honestEnd(
      WordsRun run, TamperingNetwork.Hook hook, WordsRun.Deviation deviation) throws Exception {
    WordsRun.Deviation[] deviations = {deviation, batch -> {}};
    return run.outcomes(SessionPairs.tampered(hook), deviations).get(HONEST);
  }

  private static void assertPasses(Object end, String where) {
    assertInstanceOf(long[].class, end, where + ": " + end);
  }

  @Test
  void honestPartiesPass() throws Exception {
    List<Object> ends = run(1).outcomes(SessionPairs.networks());
    assertPasses(ends.get(CHEATER), "first");
    assertPasses(ends.get(HONEST), "second");
  }

  /** A symbol of one word is wrong, of words and of masks: without a guess, or with one. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5})
  void aWrongSymbolPassesOnlyWithAGuessOfAlpha(int segment) throws Exception {
    WordsRun run = runWithoutZeros();
    int error = 0x53;
    int word = 1;
    List<Slip> both =
        List.of(new Slip(segment, word, LAST, 0, error), new Slip(segment, word, LAST, 1, error));
    String where = SEGMENTS.get(segment).toString();
    assertCheated(Check.MAC, honestEnd(run, adding(both), batch -> {}), where);
    int alpha = run.alpha(HONEST, LAST);
    for (int guess : new int[] {alpha, alpha ^ 1, alpha ^ 0x80}) {
      Object end =
          honestEnd(
              run,
              adding(both),
              batch -> addToMac(batch, segment, word, LAST, Gf256.mul(guess, error)));
      if (guess == alpha) {
        assertPasses(end, where);
      } else {
        assertCheated(Check.MAC, end, where);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5})
  void aWrongMacIsCaught(int segment) throws Exception {
    Object end =
        honestEnd(
            run(1), (peer, index, frame) -> frame, batch -> addToMac(batch, segment, 0, LAST, 1));
    assertCheated(Check.MAC, end, SEGMENTS.get(segment).toString());
  }

  /** The same error at every coordinate that is not free: one right guess is not enough. */
  @Test
  void aGuessOfOneSymbolDoesNotServeTwo() throws Exception {
    WordsRun run = runWithoutZeros();
    List<Slip> errors =
        List.of(
            new Slip(0, 0, LAST, 0, 7),
            new Slip(0, 0, LAST, 1, 7),
            new Slip(0, 0, LAST - 1, 0, 7),
            new Slip(0, 0, LAST - 1, 1, 7));
    int known = Gf256.mul(run.alpha(HONEST, LAST), 7);
    Object end = honestEnd(run, adding(errors), batch -> addToMac(batch, 0, 0, LAST, known));
    assertCheated(Check.MAC, end, "one of two");
  }

  /**
   * The trees of one coordinate have different corrections, or errors in proportion X^4: four bits
   * of alpha decide.
   */
  private enum Halves {
    SECOND_TREE_ONLY {
      @Override
      List<Slip> errors(int value) {
        return List.of(new Slip(0, 0, LAST, 1, value));
      }

      @Override
      int needed(int alpha) {
        return alpha >>> 4;
      }
    },
    IN_PROPORTION {
      @Override
      List<Slip> errors(int value) {
        int first = Gf256.mul(0x10, value);
        return List.of(new Slip(0, 0, LAST, 0, first), new Slip(0, 0, LAST, 1, value));
      }

      @Override
      int needed(int alpha) {
        return (alpha ^ (alpha >>> 4)) & 15;
      }
    };

    abstract List<Slip> errors(int value);

    abstract int needed(int alpha);
  }

  @ParameterizedTest
  @EnumSource(Halves.class)
  void inconsistentHalvesPassWithFourGuessedBits(Halves halves) throws Exception {
    countPassed(halves, 48, 3, 5);
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(Halves.class)
  void inconsistentHalvesPassOneTimeInSixteen(Halves halves) throws Exception {
    countPassed(halves, 480, 30, 22);
  }

  private static void countPassed(Halves halves, int runs, int expected, int tolerance)
      throws Exception {
    Random random = new Random(7);
    int value = 0x2b;
    int passed = 0;
    for (int i = 0; i < runs; i++) {
      WordsRun run = run(random.nextLong());
      int guess = random.nextInt(16);
      int change = Gf256.mul(0x10, Gf256.mul(guess, value));
      Object end =
          honestEnd(
              run, adding(halves.errors(value)), batch -> addToMac(batch, 0, 0, LAST, change));
      if (guess == halves.needed(run.alpha(HONEST, LAST))) {
        assertPasses(end, "a right guess, run " + i);
        passed++;
      } else {
        assertCheated(Check.MAC, end, "a wrong guess, run " + i);
      }
    }
    assertTrue(Math.abs(passed - expected) <= tolerance, passed + " of " + runs);
  }

  /** Errors of two trees in another proportion than X^4: four guessed bits do not suffice. */
  @Test
  void otherProportionsNeedMoreThanFourBits() throws Exception {
    WordsRun run = runWithoutZeros();
    long seed = 1;
    while ((run.alpha(HONEST, LAST) & 15) != 3) {
      run = run(seed++);
    }
    int value = 0x2b;
    List<Slip> slips =
        List.of(new Slip(0, 0, LAST, 0, Gf256.mul(2, value)), new Slip(0, 0, LAST, 1, value));
    for (int guess = 0; guess < 16; guess++) {
      int change = Gf256.mul(0x10, Gf256.mul(guess, value));
      Object end = honestEnd(run, adding(slips), batch -> addToMac(batch, 0, 0, LAST, change));
      assertCheated(Check.MAC, end, "guess " + guess);
    }
  }

  /**
   * A word with zero data whose redundancy is that of a word of C* with a data symbol: the guess of
   * alpha at that symbol, which would be enough if the masks were of C*, does not help.
   */
  @Test
  void redundancyOfOtherDataIsCaughtWhateverIsGuessedOfTheData() throws Exception {
    WordsRun run = runWithoutZeros();
    ReedSolomon star = WordsRun.TOY.schurSquare();
    int zeroData = 2;
    int value = 0x1d;
    List<Slip> errors = new ArrayList<>();
    for (int j = star.k(); j <= LAST; j++) {
      for (int tree = 0; tree < TREES; tree++) {
        int redundancy = Gf256.mul(value, star.generator(0, j));
        errors.add(new Slip(zeroData, 0, j, tree, redundancy));
      }
    }
    int known = Gf256.mul(run.alpha(HONEST, 0), value);
    assertCheated(Check.MAC, honestEnd(run, adding(errors), batch -> {}), "no guess");
    Object end = honestEnd(run, adding(errors), batch -> addToMac(batch, zeroData, 0, 0, known));
    assertCheated(Check.MAC, end, "guess at the data");
    Object next =
        honestEnd(
            run,
            adding(errors),
            batch -> {
              addToMac(batch, zeroData, 0, 0, known);
              for (Slip error : errors.subList(0, errors.size() - TREES)) {
                int factor = error.tree == 0 ? run.alpha(HONEST, error.coordinate) : 0;
                addToMac(batch, zeroData, 0, error.coordinate, Gf256.mul(factor, error.value));
              }
            });
    assertCheated(Check.MAC, next, "guesses at all but one symbol");
  }

  @ParameterizedTest
  @CsvSource({"0", "5", "-1"})
  void openedSymbolsAreAuthentic(int at) throws Exception {
    TamperingNetwork.Hook hook =
        (peer, index, frame) -> {
          if (index == OPENINGS) {
            frame[(at + frame.length) % frame.length] ^= 1;
          }
          return frame;
        };
    assertCheated(Check.MAC, honestEnd(runWithoutZeros(), hook, batch -> {}), "byte " + at);
  }

  @Test
  void tossAndProofAreChecked() throws Exception {
    Object toss = honestEnd(run(1), SessionPairs.flip(TOSS + 1, 0), batch -> {});
    assertCheated(Check.COMMITMENT, toss, "toss");
    Object proof = honestEnd(run(1), SessionPairs.flip(PROOF, 0), batch -> {});
    assertCheated(Check.MAC, proof, "proof");
  }

  /** An honest party sends nothing of its toss while a tile of its peer is missing. */
  @Test
  void aTileHeldBackHoldsTheTossBack() throws Exception {
    Network[] networks = SessionPairs.networks();
    CountDownLatch tossed = new CountDownLatch(1);
    networks[HONEST] =
        new TamperingNetwork(
            networks[HONEST],
            (peer, index, frame) -> {
              if (index >= TOSS) {
                tossed.countDown();
              }
              return frame;
            });
    boolean[] early = new boolean[1];
    networks[CHEATER] =
        new TamperingNetwork(
            networks[CHEATER],
            (peer, index, frame) -> {
              if (index == TOSS - 1) {
                try {
                  early[0] = tossed.await(200, TimeUnit.MILLISECONDS);
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              }
              return frame;
            });
    List<Object> ends = run(1).outcomes(networks);
    assertFalse(early[0], "tossed before the last tile arrived");
    assertPasses(ends.get(HONEST), "tile in the end");
    assertTrue(tossed.await(0, TimeUnit.MILLISECONDS));
  }

  /** Words whose check failed are wiped, not released. */
  @Test
  void nothingIsReleasedAfterAFailedCheck() throws Exception {
    WordsRun run = runWithoutZeros();
    long[][] held = new long[1][];
    WordBatch[] batches = new WordBatch[1];
    WordsRun.Deviation[] deviations = {
      batch -> addToMac(batch, 0, 0, LAST, 1),
      batch -> {
        batches[0] = batch;
        held[0] = batch.holding(SEGMENTS.get(0));
      }
    };
    Object end = run.outcomes(SessionPairs.networks(), deviations).get(HONEST);
    assertInstanceOf(PeerCheated.class, end);
    assertThrows(IllegalStateException.class, batches[0]::release);
    for (int i = 0; i < held[0].length; i += Codeword.LONGS) {
      assertTrue(Codeword.isZero(held[0], i), "word at " + i);
    }
  }
}
