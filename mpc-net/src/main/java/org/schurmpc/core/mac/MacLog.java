package org.schurmpc.core.mac;

import java.util.Arrays;
import org.schurmpc.core.crypto.Secrets;

/**
 * Logs MACs in the order of their openings, written in place by a protocol and read by {@link
 * MacCheck}. The log grows to the longest interval between two checks and then keeps its size.
 */
public final class MacLog {
  private long[] words;
  private int size;

  /**
   * Creates an empty log.
   *
   * @param capacity the initial capacity in words
   */
  public MacLog(int capacity) {
    words = new long[Math.max(capacity, 64)];
  }

  /**
   * Makes room for {@code length} words at the end.
   *
   * @return the index of the first of them in {@link #words()}, which may be another array than
   *     before; the caller writes all of them
   */
  public int extend(int length) {
    if (length < 0) {
      throw new IllegalArgumentException("negative length " + length);
    }
    int start = size;
    int end = Math.addExact(size, length);
    if (end > words.length) {
      long[] old = words;
      words = Arrays.copyOf(old, Math.max(end, Math.addExact(old.length, old.length / 2)));
      Secrets.wipe(old);
    }
    size = end;
    return start;
  }

  /** Returns the words, of which the first {@link #size()} are in use. */
  public long[] words() {
    return words;
  }

  /** Returns the number of words logged since the last check. */
  public int size() {
    return size;
  }

  /** Begins the next interval. Later words overwrite the logged ones. */
  public void clear() {
    size = 0;
  }

  /** Wipes the logged words. */
  public void wipe() {
    Secrets.wipe(words);
    size = 0;
  }
}
