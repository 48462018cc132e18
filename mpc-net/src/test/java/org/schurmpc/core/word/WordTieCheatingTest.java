package org.schurmpc.core.word;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.schurmpc.core.session.Outcomes.assertCheated;
import static org.schurmpc.core.word.WordCheats.CHEATER;
import static org.schurmpc.core.word.WordCheats.HONEST;
import static org.schurmpc.core.word.WordCheats.assertPasses;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.ReedSolomon;
import org.schurmpc.core.code.SymbolCodec;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.field.Gf256;
import org.schurmpc.core.mac.MacCheck;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.TamperingNetwork;
import org.schurmpc.core.session.SessionPairs;
import org.schurmpc.core.word.WordCheats.Slip;

/** Words of their classes that are tied to other bits than their data, and MACs under one key. */
class WordTieCheatingTest {
  private static final int GATES = 2;
  private static final int CHECKS = 24;
  private static final ReedSolomon C = WordsRun.TOY;
  private static final WordParameters PARAMETERS = new WordParameters(C, 4, 40, 3, CHECKS);
  private static final List<WordRun> RUNS = DealtBits.runs(GATES);
  private static final WordCheats TIED = new WordCheats(RUNS, true);

  /** The segment of the words of a. */
  private static final int PLANES = 0;

  /** The segment of the words of c. */
  private static final int PRODUCTS = 2;

  /** A word of a with a bit in this plane, and a symbol of it. */
  private static final int WORD = 3;

  private static final int SYMBOL = 1;

  /**
   * Where the MACs of sums begin in the log of MACs: after those of combinations of three classes.
   */
  private static final int FIRST_SUM = 3 * PARAMETERS.openChecks() * Codeword.LONGS;

  /** MACs of a sum: of the word, and of the bits behind its data. */
  private static final int SUM_LONGS = Codeword.LONGS + Codeword.PLANES * C.k();

  private final Random random = new Random(5);
  private final WordsRun run = new WordsRun(PARAMETERS, RUNS, random);

  private Object honestEnd(Network[] networks, WordsRun.Deviation deviation) throws Exception {
    return run.outcomes(networks, new WordsRun.Deviation[] {deviation, batch -> {}}).get(HONEST);
  }

  private void tie() {
    run.tiedTo(DealtBits.deal(PARAMETERS, GATES, 1, random));
  }

  /** Errors that make a word of a another word of C. */
  private static List<Slip> otherWord(int value) {
    return otherWord(PLANES, WORD, value);
  }

  /** Errors that make a word another word of its class. */
  private static List<Slip> otherWord(int segment, int word, int value) {
    ReedSolomon code = segment == PRODUCTS ? C.schurSquare() : C;
    return WordCheats.consistent(segment, word, j -> Gf256.mul(value, code.generator(SYMBOL, j)));
  }

  /**
   * A word of C with a bit in another plane of a symbol, with the MACs of that word: a combination
   * of words does not notice, but no bit stands behind the plane.
   */
  @Test
  void bitsInOtherPlanesAreCaught() throws Exception {
    List<Slip> errors = otherWord(1 << 6);
    WordsRun.Deviation deviation = batch -> TIED.addToShares(batch, errors);
    assertPasses(honestEnd(SessionPairs.tampered(TIED.adding(errors)), deviation), "words of C");
    tie();
    Object end = honestEnd(SessionPairs.tampered(TIED.adding(errors)), deviation);
    assertCheated(Check.MAC, end, "bit in plane 6");
  }

  /**
   * Two words of their classes are off by one in the same symbol. With the same random bit for both
   * the errors would cancel in all sums: of planes 0 and 1 of a, of a and b, of a and c, or of two
   * gates.
   */
  @ParameterizedTest
  @CsvSource({"0, 1", "1, 0", "2, 0", "0, 8"})
  void errorsOfTwoWordsDoNotCancel(int segment, int word) throws Exception {
    List<Slip> errors = new ArrayList<>(otherWord(PLANES, 0, 1));
    errors.addAll(otherWord(segment, word, 1));
    tie();
    Object end =
        honestEnd(
            SessionPairs.tampered(TIED.adding(errors)), batch -> TIED.addToShares(batch, errors));
    assertCheated(Check.MAC, end, "words 0 and " + word);
  }

  /**
   * The data symbol of a word is right, and its redundancy that of another word of C. A party that
   * knows alpha at this symbol opens the other word in combinations. In sums it opens either the
   * other word, which has other bits, or the right symbol, which has the right bits and MACs: the
   * MACs of the redundancy show it.
   */
  @Test
  void theRightSymbolInAnotherWordIsCaught() throws Exception {
    int value = 1 << WORD;
    List<Slip> all = otherWord(value);
    List<Slip> errors = all.stream().filter(slip -> slip.coordinate() != SYMBOL).toList();
    int change = Gf256.mul(value, run.alpha(HONEST, SYMBOL));
    WordsRun.Deviation deviation =
        batch -> {
          TIED.addToShares(batch, all);
          TIED.addToMac(batch, PLANES, WORD, SYMBOL, change);
        };
    assertPasses(honestEnd(SessionPairs.tampered(TIED.adding(errors)), deviation), "nearest word");
    tie();
    Object other = honestEnd(SessionPairs.tampered(TIED.adding(errors)), deviation);
    assertCheated(Check.MAC, other, "the other word in sums");
    RightSymbol right = new RightSymbol(deviation, value, change);
    Object end = honestEnd(right.networks(errors), right);
    assertTrue(right.selected > 0, "sums have the word");
    assertCheated(Check.MAC, end, "the right symbol in sums");
  }

  /** Opens in each sum what it would be with another symbol in one of the words. */
  private static final class RightSymbol implements WordsRun.Deviation {
    private final WordsRun.Deviation before;
    private final int value;
    private final int change;
    private final byte[][] tossed = new byte[2][];
    private MacCheck macs;
    private int selected;

    private RightSymbol(WordsRun.Deviation before, int value, int change) {
      this.before = before;
      this.value = value;
      this.change = change;
    }

    @Override
    public void of(WordBatch batch) {
      before.of(batch);
    }

    @Override
    public void uses(MacCheck used) {
      macs = used;
    }

    private Network[] networks(List<Slip> errors) {
      Network[] networks = SessionPairs.networks();
      TamperingNetwork.Hook adding = TIED.adding(errors);
      networks[CHEATER] =
          new TamperingNetwork(
              networks[CHEATER],
              (peer, index, frame) -> {
                note(CHEATER, index, frame);
                if (index == TIED.openingsFrame()) {
                  openRightSymbols(frame);
                }
                return adding.onSend(peer, index, frame);
              });
      networks[HONEST] =
          new TamperingNetwork(
              networks[HONEST],
              (peer, index, frame) -> {
                note(HONEST, index, frame);
                return frame;
              });
      return networks;
    }

    /** Notes a party's part of the challenge. */
    private void note(int party, int index, byte[] frame) {
      if (index == TIED.tossFrame() + 1) {
        tossed[party] = frame.clone();
      }
    }

    private void openRightSymbols(byte[] frame) {
      byte[] seed = new byte[Prg.SEED_BYTES];
      for (int i = 0; i < seed.length; i++) {
        seed[i] = (byte) (tossed[0][Prg.SEED_BYTES + i] ^ tossed[1][Prg.SEED_BYTES + i]);
      }
      byte[] selectors = new byte[(WORD + 1) * CHECKS / 8];
      new Prg(seed).nextBytes(selectors, 0, selectors.length);
      int symbols = C.schurSquare().k();
      int at = frame.length - CHECKS * symbols;
      int held = FIRST_SUM;
      long[] word = new long[Codeword.LONGS];
      for (int sum = 0; sum < CHECKS; sum++, at += symbols) {
        if ((selectors[(WORD * CHECKS + sum) / 8] >>> sum % 8 & 1) != 0) {
          selected++;
          Arrays.fill(word, 0);
          SymbolCodec.unpack(frame, at, symbols, word, 0);
          add(word, 0, value);
          SymbolCodec.pack(word, 0, symbols, frame, at);
          add(macs.held().words(), held, change);
        }
        held += SUM_LONGS;
      }
    }

    private static void add(long[] words, int off, int error) {
      int old = Codeword.symbol(words, off, SYMBOL);
      Codeword.setSymbol(words, off, SYMBOL, old ^ error);
    }
  }

  /**
   * One MAC of a sum is wrong under one key, and all others are right under both: that of a data
   * symbol or of the last one under alpha, or that of a bit under delta.
   */
  @ParameterizedTest
  @CsvSource({"0, 0, 0", "23, 0, 0", "23, 15, 0", "0, 0, 32", "23, 0, 63"})
  void aMacThatIsWrongUnderOneKeyOnlyIsCaught(int sum, int bit, int offset) throws Exception {
    tie();
    MacCheck[] macs = new MacCheck[1];
    TamperingNetwork.Hook hook =
        (peer, index, frame) -> {
          if (index == TIED.openingsFrame()) {
            macs[0].held().words()[FIRST_SUM + SUM_LONGS * sum + offset] ^= 1L << bit;
          }
          return frame;
        };
    WordsRun.Deviation deviation =
        new WordsRun.Deviation() {
          @Override
          public void of(WordBatch batch) {}

          @Override
          public void uses(MacCheck used) {
            macs[0] = used;
          }
        };
    assertCheated(Check.MAC, honestEnd(SessionPairs.tampered(hook), deviation), "one MAC");
  }
}
