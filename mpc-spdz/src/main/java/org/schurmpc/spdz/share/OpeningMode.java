package org.schurmpc.spdz.share;

import java.util.Locale;

/** How shares reach everybody (KSS13, section 2.2). */
public enum OpeningMode {
  /** Each party sends its shares to all others: one round. */
  ALL,

  /** All send them to the first party, which sends the sums back: two rounds. */
  KING;

  /** Up to so many parties the one round is faster than less traffic in two (KSS13). */
  private static final int MOST_FOR_ALL = 5;

  /** The faster one for so many parties. */
  public static OpeningMode of(int parties) {
    return parties <= MOST_FOR_ALL ? ALL : KING;
  }

  /** What users call it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
