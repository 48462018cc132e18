package org.schurmpc.core.ot;

import org.schurmpc.core.abort.MpcException;

/** Makes batches for as many OTs as are wanted, each as large as {@link Batch#words} says. */
final class Batches {
  private int lastWords;

  /** Makes a batch. */
  @FunctionalInterface
  interface Maker {
    /** Makes a batch with columns of so many words; checked on return, where this party checks. */
    void make(int words) throws MpcException;
  }

  /** Takes a batch's OTs, in words of 64. */
  @FunctionalInterface
  interface Taker {
    /**
     * Takes all that a batch yields.
     *
     * @param words of the batch's columns
     * @param done of what is wanted, before this batch
     * @param now its first OTs: go to the one who wants them
     * @param rest those after them: left over
     */
    void take(int words, int done, int now, int rest);
  }

  /**
   * Makes and distributes batches until there is enough.
   *
   * @param wanted the words of OTs wanted
   * @param done those that what was left over has served already
   */
  void serve(int wanted, int done, Maker maker, Taker taker) throws MpcException {
    for (int served = done; served < wanted; ) {
      int words = Batch.words(wanted - served, lastWords);
      lastWords = words;
      maker.make(words);
      int now = Math.min(wanted - served, Batch.usable(words));
      taker.take(words, served, now, Batch.usable(words) - now);
      served += now;
    }
  }
}
