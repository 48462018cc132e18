package org.schurmpc.core.word;

import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.mac.MacCheck;
import org.schurmpc.core.ot.WordKeys;
import org.schurmpc.core.session.Metrics;
import org.schurmpc.core.session.Session;

/** Makes batches of authenticated words and returns them when all checks have passed. */
public final class CheckedWords implements AutoCloseable {
  private static final int LOG_WORDS = 1 << 12;

  private final Metrics metrics;
  private final WordPair pair;
  private final WordChecks checks;
  private final MacCheck macs;

  private CheckedWords(Metrics metrics, WordPair pair, WordChecks checks, MacCheck macs) {
    this.metrics = metrics;
    this.pair = pair;
    this.checks = checks;
    this.macs = macs;
  }

  /** Begins both directions, as {@link WordPair#begin} does. */
  public static CheckedWords begin(
      Session session, WordKeys keys, WordParameters parameters, Kernels kernels)
      throws MpcException {
    WordPair pair = WordPair.begin(session, keys, parameters, kernels);
    CoinToss coins = new CoinToss(session);
    MacCheck macs = new MacCheck(session, coins, LOG_WORDS);
    return new CheckedWords(session.metrics(), pair, new WordChecks(pair, coins, macs), macs);
  }

  /**
   * Returns words without given data, {@link WordBatch#LONGS} longs each.
   *
   * @throws org.schurmpc.core.abort.PeerCheated as {@link WordChecks#check}
   */
  public long[] free(List<WordRun> runs) throws MpcException {
    metrics.step("words");
    return checked(
        pair.make(
            runs,
            (word, dst, off) -> {
              throw new IllegalArgumentException("words with given data are tied to bits");
            }));
  }

  /**
   * Returns words of which those with given data are tied to bits.
   *
   * @throws org.schurmpc.core.abort.PeerCheated as {@link WordChecks#check}
   */
  public long[] tied(List<WordRun> runs, TiedBits bits) throws MpcException {
    metrics.step("words");
    return checked(pair.makeTied(runs, bits));
  }

  private long[] checked(WordBatch batch) throws MpcException {
    metrics.step("checks of words");
    checks.check(batch);
    long[] words = batch.release();
    metrics.step("items");
    return words;
  }

  /** Wipes keys and streams; the session stays open. */
  @Override
  public void close() {
    pair.close();
    macs.wipe();
  }
}
