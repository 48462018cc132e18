package org.schurmpc.core.ot;

import org.schurmpc.core.crypto.Secrets;

/** The OTs that the last batch yielded and nobody took yet, in words of 64. */
final class Leftover {
  /** The longs of the rows of a word's OTs. */
  private static final int ROWS = 2 * Long.SIZE;

  private final boolean hasChoices;
  private long[] rows = new long[0];
  private long[] choices = new long[0];
  private int next;
  private int end;

  Leftover(boolean hasChoices) {
    this.hasChoices = hasChoices;
  }

  /** So many OTs in words. */
  static int words(int count) {
    if (count < 0 || count % Long.SIZE != 0) {
      throw new IllegalArgumentException(count + " OTs are no multiple of " + Long.SIZE);
    }
    return count / Long.SIZE;
  }

  static int rowLongs(int words) {
    return words * ROWS;
  }

  /** Moves as many words as there are, {@code words} at most, and says how many. */
  int take(long[] dstChoices, int choicesOff, long[] dstRows, int rowsOff, int words) {
    int now = Math.min(words, end - next);
    System.arraycopy(rows, rowLongs(next), dstRows, rowsOff, rowLongs(now));
    if (hasChoices) {
      System.arraycopy(choices, next, dstChoices, choicesOff, now);
    }
    next += now;
    return now;
  }

  /** Where the rows of so many words go, which replace all that was there; none may be left. */
  long[] rows(int words) {
    if (rows.length < rowLongs(words)) {
      Secrets.wipe(rows);
      rows = new long[rowLongs(words)];
    }
    next = 0;
    end = words;
    return rows;
  }

  /** Where the choice bits of so many words go, together with {@link #rows}. */
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
