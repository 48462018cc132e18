package org.schurmpc.tinyot.prep;

import org.schurmpc.core.ot.HashDomain;

/**
 * The tweaks under which one maker of leaky ANDs hashes: a domain in the high word and a counter in
 * the low one. Makers that share Δ never hash under the same tweak, whether they follow each other
 * on one channel or run side by side.
 */
final class LeakyAndTweaks {
  private final int channel;
  private final long maker;
  private long counter;

  /**
   * @param channel the number of the session's connection
   * @param maker counts the makers on this connection
   */
  LeakyAndTweaks(int channel, long maker) {
    this.channel = channel;
    this.maker = maker;
  }

  /** The high word for rows under the key of a party. */
  long domain(int keyHolder) {
    return HashDomain.of(HashDomain.LEAKY_AND, channel, keyHolder, maker);
  }

  /** Takes the next {@code n} low words; the first of them. */
  long take(int n) {
    long first = counter;
    counter = Math.addExact(counter, n);
    return first;
  }
}
