package org.schurmpc.core.word;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.session.Outcomes.assertCheated;
import static org.schurmpc.core.word.WordCheats.CHEATER;
import static org.schurmpc.core.word.WordCheats.HONEST;
import static org.schurmpc.core.word.WordCheats.N;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.code.SymbolCodec;
import org.schurmpc.core.field.Gf256;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.word.WordCheats.Slip;

/**
 * A party that is consistent in all but the class of its words: shares, corrections and MACs are
 * those of a word of another class. What catches it is that words of a class are combined with
 * masks of this class alone, and opened as words of the class.
 */
class WordClassCheatingTest {
  private static final WordCheats CHEATS = WordCheats.UNTIED;
  private static final ReedSolomon STAR = WordsRun.TOY.schurSquare();
  private static final int K = WordsRun.TOY.k();
  private static final int VALUE = 0x1d;
  private static final WordShape OPEN_STAR = new WordShape.OpenMask(WordClass.STAR);

  /** A word of C* whose data are those of a word of C: sums of products would be of C* no more. */
  @Test
  void aWordOfTheSquareInPlaceOfOneOfTheCode() throws Exception {
    List<Slip> errors =
        WordCheats.consistent(WordCheats.PLANES, 3, j -> Gf256.mul(VALUE, STAR.generator(K, j)));
    assertCheated(Check.MAC, honestEnd(errors), "word of C* not in C");
  }

  /** The data of c* are right, and its redundancy is that of no word of C*. */
  @ParameterizedTest
  @ValueSource(ints = {2, 5, 9})
  void redundancyOutsideTheSquare(int wrong) throws Exception {
    int from = STAR.k();
    List<Slip> errors =
        WordCheats.consistent(WordCheats.STAR, 1, j -> j >= from && j < from + wrong ? j : 0);
    assertCheated(Check.MAC, honestEnd(errors), wrong + " symbols");
  }

  private static Object honestEnd(List<Slip> errors) throws Exception {
    return CHEATS.honestEnd(
        WordCheats.runWithoutZeros(), errors, batch -> CHEATS.addToShares(batch, errors));
  }

  /** The redundancy of the word of C* of which data symbol 0 alone is not zero. */
  private static List<Slip> redundancyOfData() {
    return WordCheats.consistent(
        WordCheats.ZERO_DATA, 0, j -> j < STAR.k() ? 0 : Gf256.mul(VALUE, STAR.generator(0, j)));
  }

  /** Makes a word with zero data one with a data symbol, whose MAC is right if the guess is. */
  private static void addData(WordBatch batch, int guess) {
    CHEATS.addToShares(batch, redundancyOfData());
    CHEATS.addToShare(batch, WordCheats.ZERO_DATA, 0, 0, VALUE);
    CHEATS.addToMac(batch, WordCheats.ZERO_DATA, 0, 0, Gf256.mul(guess, VALUE));
  }

  /**
   * A word with zero data whose redundancy is that of a word of C* with a data symbol: the guess of
   * alpha at that symbol, which would be enough if the masks were of C*, does not help.
   */
  @Test
  void dataWhereThereMustBeNoneAreCaughtWhateverIsGuessed() throws Exception {
    WordsRun run = WordCheats.runWithoutZeros();
    List<Slip> errors = redundancyOfData();
    int known = run.alpha(HONEST, 0);
    assertCheated(Check.MAC, CHEATS.honestEnd(run, errors, batch -> {}), "no guess");
    Object end = CHEATS.honestEnd(run, errors, batch -> addData(batch, known));
    assertCheated(Check.MAC, end, "guess at the data");
    Object next =
        CHEATS.honestEnd(
            run,
            errors,
            batch -> {
              for (Slip error : errors.subList(0, errors.size() - WordsRun.TREES)) {
                int alpha = error.tree() == 0 ? run.alpha(HONEST, error.coordinate()) : 0;
                int change = Gf256.mul(alpha, error.value());
                CHEATS.addToMac(batch, error.segment(), 0, error.coordinate(), change);
              }
            });
    assertCheated(Check.MAC, next, "guesses at all but one symbol");
  }

  /** Two shares whose data add up to zero: each has to be a word with zero data on its own. */
  @Test
  void dataThatCancelBetweenThePartiesAreCaughtByBoth() throws Exception {
    WordsRun run = WordCheats.runWithoutZeros();
    WordsRun.Deviation[] deviations = {
      batch -> addData(batch, run.alpha(HONEST, 0)), batch -> addData(batch, run.alpha(CHEATER, 0))
    };
    Network[] networks = SessionPairs.networks();
    for (int party = 0; party < 2; party++) {
      networks[party] = new TamperingNetwork(networks[party], CHEATS.adding(redundancyOfData()));
    }
    List<Object> ends = run.outcomes(networks, deviations);
    assertCheated(Check.MAC, ends.get(0), "first");
    assertCheated(Check.MAC, ends.get(1), "second");
  }

  /**
   * Each opened word has one mask that no other has, of its own kind: if all other words are zero,
   * a party opens its masks. A mask of a sum of bits in a combination over GF(2^8), or in two
   * places, would reveal words. Masks of sums are words of combinations, too.
   */
  @ParameterizedTest
  @ValueSource(classes = {WordShape.OpenMask.class, WordShape.TieMask.class})
  void everyOpenedWordHasAMaskOfItsOwn(Class<?> kind) throws Exception {
    WordParameters parameters = new WordParameters(WordsRun.TOY, 4, 40, 3, 11);
    Random random = new Random(1);
    List<WordRun> runs = DealtBits.runs(2);
    int openings = new WordCheats(runs, true).openingsFrame();
    byte[][] opened = new byte[1][];
    TamperingNetwork.Hook hook =
        (peer, index, frame) -> {
          if (index == openings) {
            opened[0] = frame.clone();
          }
          return frame;
        };
    new WordsRun(parameters, runs, random)
        .tiedTo(DealtBits.deal(parameters, 2, 1, random))
        .outcomes(
            SessionPairs.tampered(hook),
            new WordsRun.Deviation[] {batch -> markMasks(batch, kind), batch -> {}});
    WordShape sumOfMasks = kind == WordShape.TieMask.class ? OPEN_STAR : null;
    long[] word = new long[Codeword.LONGS];
    int at = 0;
    for (WordPlan.Segment masks : new WordPlan(parameters, runs, true).segments()) {
      int symbols = masks.shape().wordClass().dimension(WordsRun.TOY);
      for (int i = 0; masks.isMask() && i < masks.count(); i++) {
        SymbolCodec.unpack(opened[0], at, symbols, word, 0);
        at += symbols;
        if (!masks.shape().equals(sumOfMasks)) {
          int mark = kind.isInstance(masks.shape()) ? masks.first() + i + 1 : 0;
          String where = "mask " + i + " of " + masks;
          assertEquals(mark, Codeword.symbol(word, 0, symbols - 1), where);
        }
      }
    }
    assertEquals(opened[0].length, at);
  }

  /** Makes all words zero but masks of one kind: of mask i all symbols become i + 1. */
  private static void markMasks(WordBatch batch, Class<?> kind) {
    for (WordPlan.Segment segment : batch.plan().segments()) {
      long[] words = batch.holding(segment);
      for (int i = segment.first(); i < segment.first() + segment.count(); i++) {
        for (int j = 0; j < N; j++) {
          int symbol = kind.isInstance(segment.shape()) ? i + 1 : 0;
          Codeword.setSymbol(words, i * WordBatch.LONGS + WordBatch.SHARE, j, symbol);
        }
      }
    }
  }

  /** Only a plan adds masks: no caller can ask for words of their shapes. */
  @Test
  void masksCannotBeAskedFor() {
    for (Class<?> mask : List.of(WordShape.OpenMask.class, WordShape.TieMask.class)) {
      assertTrue(WordShape.class.isAssignableFrom(mask));
      assertTrue(!WordShape.Wanted.class.isAssignableFrom(mask), mask.toString());
    }
  }
}
