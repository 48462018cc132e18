package org.schurmpc.core.ot;

import org.schurmpc.core.abort.MpcException;

/**
 * Generates batches until enough OTs are available. {@link Batch#words} determines the size of each
 * batch.
 */
final class Batches {
  private int lastWords;

  /** Number of words of OTs that are still to be requested, as far as is known. */
  private long expected;

  /** Generates a batch. */
  @FunctionalInterface
  interface Maker {
    /**
     * Generates a batch whose columns have {@code words} words. If this party checks, the check has
     * passed on return.
     */
    void make(int words) throws MpcException;
  }

  /** Takes a batch's OTs, in words of 64. */
  @FunctionalInterface
  interface Taker {
    /**
     * Takes all OTs that a batch yields.
     *
     * @param words the number of words of the batch's columns
     * @param done the number of wanted words delivered before this batch
     * @param now the number of words at the start of the batch to deliver
     * @param rest the number of words after them, which are left over
     */
    void take(int words, int done, int now, int rest) throws MpcException;
  }

  /**
   * Announces the requests to come, so that many small ones are served by batches of the right
   * size.
   *
   * @param words the number of words of OTs that the next calls will request
   */
  void expect(long words) {
    expected = words;
  }

  /**
   * Generates and distributes batches until the wanted number of OTs is reached.
   *
   * @param wanted the number of words of OTs wanted
   * @param done the number of words already delivered from leftover OTs
   */
  void serve(int wanted, int done, Maker maker, Taker taker) throws MpcException {
    for (int served = done; served < wanted; ) {
      int words =
          expected > served
              ? Batch.words(Math.max(wanted, expected) - served, 0)
              : Batch.words(wanted - served, lastWords);
      lastWords = words;
      maker.make(words);
      int now = Math.min(wanted - served, Batch.usable(words));
      taker.take(words, served, now, Batch.usable(words) - now);
      served += now;
    }
    expected = Math.max(0, expected - wanted);
  }
}
