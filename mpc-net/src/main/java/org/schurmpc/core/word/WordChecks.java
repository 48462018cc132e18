package org.schurmpc.core.word;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.mac.MacCheck;
import org.schurmpc.core.mac.MacLog;

/**
 * Proves that the words of batches are words of their classes: random combinations over GF(2^8) of
 * the words of each class, each with a mask of that class, are opened by their free symbols, and
 * the MACs of all n symbols are compared. A word outside its class, or symbols with inconsistent
 * corrections, pass only with a guess of the peer's alpha at as many coordinates as the opened
 * words differ in.
 *
 * <p>Proves of tied words that authenticated bits are their data: random sums of tied words of all
 * classes, each plus a mask word of C*, are opened; the MACs of all n symbols under alpha are
 * compared, and those of the data's bits under the bits' delta.
 *
 * <p>Malicious security with abort; see {@link WordParameters} for the probabilities. The challenge
 * is tossed after the corrections of all words have arrived in both directions. It must be tossed,
 * not hashed: the probabilities are statistical.
 */
public final class WordChecks {
  private static final String TOSS = "words";
  private static final int WORD = WordBatch.LONGS;

  private final WordPair pair;
  private final CoinToss coins;
  private final MacCheck macs;
  private final WordOpening openings;

  /**
   * Creates the checks of the words of one pair.
   *
   * @param coins the tosses of the pair's session
   * @param macs compares MACs in the pair's session
   */
  public WordChecks(WordPair pair, CoinToss coins, MacCheck macs) {
    this.pair = pair;
    this.coins = coins;
    this.macs = macs;
    this.openings = new WordOpening(pair.parameters().code(), pair.kernels());
  }

  /** A word to open. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Opened(WordClass wordClass, long[] word) {}

  /**
   * Checks a batch; afterwards its words can be released. If a check fails the batch is wiped. Two
   * rounds for the toss, one for openings, and those of {@link MacCheck#check}.
   *
   * @throws org.schurmpc.core.abort.PeerCheated with MAC if the peer's words are not those that it
   *     opened, or not those of the bits to which they are tied; with COMMITMENT if the peer cheats
   *     in the toss
   */
  public void check(WordBatch batch) throws MpcException {
    batch.requireMadeBy(pair);
    List<Opened> all = new ArrayList<>();
    TieSums tie = null;
    boolean passed = false;
    try {
      boolean tied = batch.bits() != null;
      byte[] seeds = coins.toss(TOSS, (tied ? 2 : 1) * Prg.SEED_BYTES);
      Prg coefficients = new Prg(Arrays.copyOf(seeds, Prg.SEED_BYTES));
      for (WordClass each : batch.plan().classes()) {
        combine(batch, each, coefficients, all);
      }
      int firstTied = all.size();
      if (tied) {
        Prg random = new Prg(Arrays.copyOfRange(seeds, Prg.SEED_BYTES, seeds.length));
        tie = new TieSums(pair.parameters(), batch.bits(), random, pair.kernels());
        sum(batch, tie, all);
      }
      open(all, firstTied, tie);
      macs.check();
      batch.passed();
      passed = true;
    } finally {
      all.forEach(each -> Secrets.wipe(each.word));
      if (tie != null) {
        tie.wipe();
      }
      if (!passed) {
        batch.wipe();
      }
    }
  }

  private void combine(WordBatch batch, WordClass of, Prg coefficients, List<Opened> all) {
    int count = pair.parameters().openChecks();
    WordCombination combination = new WordCombination(count, coefficients, pair.kernels());
    for (WordPlan.Segment segment : batch.plan().segments()) {
      boolean summed = !(segment.shape() instanceof WordShape.OpenMask);
      if (summed && segment.shape().wordClass() == of) {
        combination.add(batch.holding(segment), segment.first(), segment.count());
      }
    }
    WordPlan.Segment masks = batch.plan().openMasks(of);
    for (int i = 0; i < count; i++) {
      long[] word = new long[WORD];
      combination.get(i, batch.holding(masks), WORD * (masks.first() + i), word, 0);
      all.add(new Opened(of, word));
    }
    combination.wipe();
  }

  private static void sum(WordBatch batch, TieSums tie, List<Opened> all) {
    for (WordPlan.Segment segment : batch.plan().segments()) {
      if (!segment.isMask() && Corrections.hasGivenData(segment.shape())) {
        tie.add(segment, batch.holding(segment));
      }
    }
    WordPlan.Segment masks = batch.plan().tieMasks();
    for (int i = 0; i < masks.count(); i++) {
      long[] word = new long[WORD];
      tie.get(i, batch.holding(masks), WORD * (masks.first() + i), word);
      all.add(new Opened(WordClass.STAR, word));
    }
  }

  private void open(List<Opened> all, int firstTied, TieSums tie) throws MpcException {
    int length = all.stream().mapToInt(each -> openings.bytes(each.wordClass)).sum();
    byte[] out = new byte[length];
    int at = 0;
    for (int i = 0; i < all.size(); i++) {
      Opened each = all.get(i);
      openings.put(each.wordClass, each.word, WordBatch.SHARE, out, at);
      at += openings.bytes(each.wordClass);
      copy(each.word, WordBatch.MAC, macs.held());
      if (i >= firstTied) {
        tie.logHeld(i - firstTied, macs.held());
      }
    }
    byte[] in = pair.session().exchange(out);
    long[] opened = new long[Codeword.LONGS];
    at = 0;
    for (int i = 0; i < all.size(); i++) {
      Opened each = all.get(i);
      openings.get(each.wordClass, in, at, opened, 0);
      at += openings.bytes(each.wordClass);
      int to = copy(each.word, WordBatch.KEY, macs.expected());
      pair.kernels().schurMulAdd(macs.expected().words(), to, pair.alpha(), 0, opened, 0, 1, 1);
      if (i >= firstTied) {
        tie.logExpected(i - firstTied, opened, macs.expected());
      }
    }
  }

  private static int copy(long[] word, int part, MacLog log) {
    int at = log.extend(Codeword.LONGS);
    System.arraycopy(word, part, log.words(), at, Codeword.LONGS);
    return at;
  }
}
