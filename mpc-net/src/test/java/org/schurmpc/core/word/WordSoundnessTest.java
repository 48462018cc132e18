package org.schurmpc.core.word;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.session.Outcomes.assertCheated;
import static org.schurmpc.core.word.WordCheats.HONEST;
import static org.schurmpc.core.word.WordCheats.N;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.field.Gf256;
import org.schurmpc.core.word.WordCheats.Slip;

/**
 * Corrections that differ between the two trees of a coordinate, of one coordinate and of many: how
 * often they pass the random combinations, on parameters so small that it can be counted.
 */
class WordSoundnessTest {
  private static final WordCheats CHEATS = WordCheats.UNTIED;
  private static final int LAST = N - 1;
  private static final int ERROR = 0x2b;

  /**
   * The trees of one coordinate have different corrections, or errors in proportion X^4: four bits
   * of alpha decide.
   */
  private enum Halves {
    SECOND_TREE_ONLY {
      @Override
      List<Slip> errors(int coordinate) {
        return List.of(new Slip(0, 0, coordinate, 1, ERROR));
      }

      @Override
      int needed(int alpha) {
        return alpha >>> 4;
      }
    },
    IN_PROPORTION {
      @Override
      List<Slip> errors(int coordinate) {
        int first = Gf256.mul(0x10, ERROR);
        return List.of(new Slip(0, 0, coordinate, 0, first), new Slip(0, 0, coordinate, 1, ERROR));
      }

      @Override
      int needed(int alpha) {
        return (alpha ^ (alpha >>> 4)) & 15;
      }
    };

    abstract List<Slip> errors(int coordinate);

    abstract int needed(int alpha);
  }

  /** Changes the MACs of the word with the errors by what a guess of four bits says. */
  private static void guess(WordBatch batch, int coordinate, int guess) {
    int change = Gf256.mul(0x10, Gf256.mul(guess, ERROR));
    CHEATS.addToMac(batch, 0, 0, coordinate, change);
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
    int passed = 0;
    for (int i = 0; i < runs; i++) {
      WordsRun run = WordCheats.run(random.nextLong());
      int guess = random.nextInt(16);
      List<Object> ends = CHEATS.ends(run, halves.errors(LAST), batch -> guess(batch, LAST, guess));
      if (guess == halves.needed(run.alpha(HONEST, LAST))) {
        WordCheats.assertRightWords(run, ends, "a right guess, run " + i);
        passed++;
      } else {
        assertCheated(Check.MAC, ends.get(HONEST), "a wrong guess, run " + i);
      }
    }
    assertTrue(Math.abs(passed - expected) <= tolerance, passed + " of " + runs);
  }

  /** Errors of two trees in another proportion than X^4: four guessed bits do not suffice. */
  @Test
  void otherProportionsNeedMoreThanFourBits() throws Exception {
    WordsRun run = WordCheats.runWithoutZeros();
    List<Slip> slips =
        List.of(new Slip(0, 0, LAST, 0, Gf256.mul(2, ERROR)), new Slip(0, 0, LAST, 1, ERROR));
    for (int guess = 0; guess < 16; guess++) {
      int change = guess;
      Object end = CHEATS.honestEnd(run, slips, batch -> guess(batch, LAST, change));
      assertCheated(Check.MAC, end, "guess " + guess);
    }
  }

  /**
   * Each of the coordinates needs its own four bits: one wrong guess among right ones is caught.
   */
  @ParameterizedTest
  @CsvSource({"2, IN_PROPORTION", "5, SECOND_TREE_ONLY", "16, IN_PROPORTION"})
  void everyInconsistentCoordinateHasToBeGuessed(int coordinates, Halves halves) throws Exception {
    WordsRun run = WordCheats.runWithoutZeros();
    List<Slip> slips = errors(halves, coordinates);
    for (int wrong = -1; wrong < coordinates; wrong++) {
      int not = wrong;
      List<Object> ends =
          CHEATS.ends(
              run,
              slips,
              batch -> {
                for (int j = 0; j < coordinates; j++) {
                  int needed = halves.needed(run.alpha(HONEST, j));
                  guess(batch, j, j == not ? needed ^ 8 : needed);
                }
              });
      if (wrong < 0) {
        WordCheats.assertRightWords(run, ends, "all guesses right");
      } else {
        assertCheated(Check.MAC, ends.get(HONEST), "wrong at coordinate " + wrong);
      }
    }
  }

  private static List<Slip> errors(Halves halves, int coordinates) {
    List<Slip> slips = new ArrayList<>();
    for (int j = 0; j < coordinates; j++) {
      slips.addAll(halves.errors(j));
    }
    return slips;
  }

  /**
   * With one combination, errors at 2 to 16 coordinates pass if all guesses are right, or if the
   * word's coefficient is zero: one time in 256, which the number of combinations makes rare.
   */
  @ParameterizedTest
  @ValueSource(ints = {2, 16})
  void manyInconsistentCoordinatesPassNoMoreOftenThanTheBound(int coordinates) throws Exception {
    assertTrue(countWithOneCombination(coordinates, 64) <= 6);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"2, 16", "16, 8"})
  void manyInconsistentCoordinatesPassAsOftenAsTheBound(int coordinates, int expected)
      throws Exception {
    double deviation = Math.sqrt(expected);
    assertEquals(expected, countWithOneCombination(coordinates, 2048), 6 * deviation);
  }

  private static int countWithOneCombination(int coordinates, int runs) throws Exception {
    WordParameters one = new WordParameters(WordsRun.TOY, 4, 40, 1, 8);
    Random random = new Random(coordinates);
    int passed = 0;
    for (int i = 0; i < runs; i++) {
      WordsRun run = WordCheats.run(one, random.nextLong());
      Object end =
          CHEATS.honestEnd(
              run,
              errors(Halves.SECOND_TREE_ONLY, coordinates),
              batch -> {
                for (int j = 0; j < coordinates; j++) {
                  guess(batch, j, random.nextInt(16));
                }
              });
      if (end instanceof PeerCheated) {
        assertCheated(Check.MAC, end, "run " + i);
      } else {
        passed++;
      }
    }
    return passed;
  }

  /**
   * Errors of two words, in another proportion at each of 16 coordinates: each cancels in a
   * combination one time in 256, so some coordinate is invisible in all m of them with probability
   * at most n 256^-m.
   */
  @Test
  void aCoordinateIsInvisibleAsOftenAsTheBoundAllows() {
    assertEquals(16 * 32, countInvisible(1, 8192), 6 * Math.sqrt(16 * 32));
    assertTrue(countInvisible(2, 8192) <= 14, "two expected");
  }

  private static int countInvisible(int combinations, int tries) {
    long[] words = new long[2 * WordBatch.LONGS];
    for (int j = 0; j < N; j++) {
      Codeword.setSymbol(words, 0, j, j + 1);
      Codeword.setSymbol(words, WordBatch.LONGS, j, 1);
    }
    long[] mask = new long[WordBatch.LONGS];
    long[] sum = new long[WordBatch.LONGS];
    byte[] seed = new byte[Prg.SEED_BYTES];
    Random random = new Random(3);
    int invisible = 0;
    for (int i = 0; i < tries; i++) {
      random.nextBytes(seed);
      WordCombination made = new WordCombination(combinations, new Prg(seed), WordsRun.kernels());
      made.add(words, 0, 2);
      boolean[] visible = new boolean[N];
      for (int m = 0; m < combinations; m++) {
        made.get(m, mask, 0, sum, 0);
        for (int j = 0; j < N; j++) {
          visible[j] |= Codeword.symbol(sum, 0, j) != 0;
        }
      }
      boolean all = true;
      for (boolean each : visible) {
        all &= each;
      }
      invisible += all ? 0 : 1;
    }
    return invisible;
  }
}
