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

/**
 * Proves that the words of batches are words of their classes: random combinations over GF(2^8) of
 * the words of each class, each with a mask of that class, are opened by their free symbols, and
 * the MACs of all n symbols are compared. A word outside its class, or symbols with inconsistent
 * corrections, pass only with a guess of the peer's alpha at as many coordinates as the opened
 * words differ in.
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

  /** A combination: what this party opens, and what it compares. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Combined(WordClass wordClass, long[] word) {}

  /**
   * Checks a batch; afterwards its words can be released. If a check fails the batch is wiped. Two
   * rounds for the toss, one for openings, and those of {@link MacCheck#check}.
   *
   * @throws org.schurmpc.core.abort.PeerCheated with MAC if the peer's words are not those that it
   *     opened; with COMMITMENT if the peer cheats in the toss
   */
  public void check(WordBatch batch) throws MpcException {
    batch.requireMadeBy(pair);
    List<Combined> all = new ArrayList<>();
    boolean passed = false;
    try {
      Prg coefficients = new Prg(coins.toss(TOSS, Prg.SEED_BYTES));
      for (WordClass each : batch.plan().classes()) {
        combine(batch, each, coefficients, all);
      }
      open(all);
      macs.check();
      batch.passed();
      passed = true;
    } finally {
      all.forEach(each -> Secrets.wipe(each.word));
      if (!passed) {
        batch.wipe();
      }
    }
  }

  private void combine(WordBatch batch, WordClass of, Prg coefficients, List<Combined> all) {
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
      all.add(new Combined(of, word));
    }
    combination.wipe();
  }

  private void open(List<Combined> all) throws MpcException {
    int length = all.stream().mapToInt(each -> openings.bytes(each.wordClass)).sum();
    byte[] out = new byte[length];
    int at = 0;
    for (Combined each : all) {
      openings.put(each.wordClass, each.word, WordBatch.SHARE, out, at);
      at += openings.bytes(each.wordClass);
      log(each.word, WordBatch.MAC, macs.held().extend(Codeword.LONGS), macs.held().words());
    }
    byte[] in = pair.session().exchange(out);
    long[] opened = new long[Codeword.LONGS];
    at = 0;
    for (Combined each : all) {
      openings.get(each.wordClass, in, at, opened, 0);
      at += openings.bytes(each.wordClass);
      int to = macs.expected().extend(Codeword.LONGS);
      log(each.word, WordBatch.KEY, to, macs.expected().words());
      pair.kernels().schurMulAdd(macs.expected().words(), to, pair.alpha(), 0, opened, 0, 1, 1);
    }
    Arrays.fill(opened, 0);
  }

  private static void log(long[] word, int part, int to, long[] log) {
    System.arraycopy(word, part, log, to, Codeword.LONGS);
  }
}
