package org.schurmpc.tinyot.prep;

import org.schurmpc.core.ot.HashDomain;

/**
 * The tweaks with which one generator of leaky ANDs hashes: a domain in the high word and a counter
 * in the low word. Generators that share Δ never use equal tweaks, whether they follow each other
 * on one channel or run in parallel.
 */
final class LeakyAndTweaks {
  private final int channel;
  private final long maker;
  private long counter;

  /**
   * Creates the tweaks of a generator.
   *
   * @param channel number of the session's connection
   * @param maker number of the generator on this connection
   */
  LeakyAndTweaks(int channel, long maker) {
    this.channel = channel;
    this.maker = maker;
  }

  /** Returns the high word for rows under the key of a party. */
  long domain(int keyHolder) {
    return HashDomain.of(HashDomain.LEAKY_AND, channel, keyHolder, maker);
  }

  /** Takes the next {@code n} low words and returns the first of them. */
  long take(int n) {
    long first = counter;
    counter = Math.addExact(counter, n);
    return first;
  }
}
