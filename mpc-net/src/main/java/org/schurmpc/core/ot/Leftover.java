package org.schurmpc.core.ot;

import org.schurmpc.core.crypto.Secrets;

/** Holds the OTs of the last batch that have not been taken yet, in words of 64. */
final class Leftover {
  /** Number of longs in the rows of one word's OTs. */
  private static final int ROWS = 2 * Long.SIZE;

  private final boolean hasChoices;
  private long[] rows = new long[0];
  private long[] choices = new long[0];
  private int next;
  private int end;

  Leftover(boolean hasChoices) {
    this.hasChoices = hasChoices;
  }

  /** Converts a number of OTs to a number of words. */
  static int words(int count) {
    if (count < 0 || count % Long.SIZE != 0) {
      throw new IllegalArgumentException(count + " OTs are no multiple of " + Long.SIZE);
    }
    return count / Long.SIZE;
  }

  static int rowLongs(int words) {
    return words * ROWS;
  }

  /**
   * Moves up to {@code words} words, as far as there are any, and returns the number of words
   * moved.
   */
  int take(long[] dstChoices, int choicesOff, long[] dstRows, int rowsOff, int words) {
    int now = Math.min(words, end - next);
    System.arraycopy(rows, rowLongs(next), dstRows, rowsOff, rowLongs(now));
    if (hasChoices) {
      System.arraycopy(choices, next, dstChoices, choicesOff, now);
    }
    next += now;
    return now;
  }

  /**
   * Returns the array for the rows of {@code words} new words, which replace the previous content.
   * No OTs may be left when this method is called.
   */
  long[] rows(int words) {
    if (rows.length < rowLongs(words)) {
      Secrets.wipe(rows);
      rows = new long[rowLongs(words)];
    }
    next = 0;
    end = words;
    return rows;
  }

  /**
   * Returns the array for the choice bits of {@code words} words, to be used together with {@link
   * #rows}.
   */
  long[] choices(int words) {
    if (choices.length < words) {
      Secrets.wipe(choices);
      choices = new long[words];
    }
    return choices;
  }

  void wipe() {
    Secrets.wipe(rows);
    Secrets.wipe(choices);
    next = 0;
    end = 0;
  }
}
