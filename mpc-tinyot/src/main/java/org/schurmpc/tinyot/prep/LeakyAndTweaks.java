package org.schurmpc.tinyot.prep;

/**
 * The tweaks under which one maker of leaky ANDs hashes: (purpose, maker, channel, direction) in
 * the high word and a counter in the low one, each in bits of its own. So makers that share Δ never
 * hash under the same tweak, whether they follow each other on one channel or run side by side.
 */
final class LeakyAndTweaks {
  private static final long PURPOSE = 1;
  private static final int PURPOSE_SHIFT = 56;
  private static final int MAKER_SHIFT = 32;
  private static final int CHANNEL_SHIFT = 1;
  private static final long MAX_MAKER = (1L << (PURPOSE_SHIFT - MAKER_SHIFT)) - 1;

  private final long domain;
  private long counter;

  /**
   * @param channel the number of the session's connection
   * @param maker counts the makers on this connection
   */
  LeakyAndTweaks(int channel, long maker) {
    if (channel < 0 || maker < 0 || maker > MAX_MAKER) {
      throw new IllegalStateException("maker " + maker + " on channel " + channel);
    }
    domain =
        (PURPOSE << PURPOSE_SHIFT) | (maker << MAKER_SHIFT) | ((long) channel << CHANNEL_SHIFT);
  }

  /** The high word for rows under the key of a party. */
  long domain(int keyHolder) {
    return domain | keyHolder;
  }

  /** Takes the next {@code n} low words; the first of them. */
  long take(int n) {
    long first = counter;
    counter = Math.addExact(counter, n);
    return first;
  }
}
