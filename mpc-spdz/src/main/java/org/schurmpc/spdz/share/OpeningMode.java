package org.schurmpc.spdz.share;

import java.util.Locale;

/** The way in which shares reach all parties (KSS13, section 2.2). */
public enum OpeningMode {
  /** Each party sends its shares to all others: one round. */
  ALL,

  /** All parties send their shares to the first party, which returns the sums: two rounds. */
  KING;

  /**
   * Maximum number of parties for which one round is faster than less traffic in two rounds
   * (KSS13).
   */
  private static final int MOST_FOR_ALL = 5;

  /** Returns the faster mode for a number of parties. */
  public static OpeningMode of(int parties) {
    return parties <= MOST_FOR_ALL ? ALL : KING;
  }

  /** Returns the mode's name for users. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
