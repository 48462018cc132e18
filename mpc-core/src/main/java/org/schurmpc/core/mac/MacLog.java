package org.schurmpc.core.mac;

import java.util.Arrays;
import org.schurmpc.core.crypto.Secrets;

/**
 * MACs in the order of their openings, written in place by a protocol and read by {@link MacCheck}.
 * Grows to the longest interval between two checks and then stays.
 */
public final class MacLog {
  private long[] words;
  private int size;

  /**
   * @param capacity the words to make room for at first
   */
  public MacLog(int capacity) {
    words = new long[Math.max(capacity, 64)];
  }

  /**
   * Makes room for {@code length} words at the end.
   *
   * @return where they start in {@link #words()}, which may be another array than before; the
   *     caller writes all of them
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

  /** The words, of which the first {@link #size()} are in use. */
  public long[] words() {
    return words;
  }

  /** The number of words logged since the last check. */
  public int size() {
    return size;
  }

  /** Begins the next interval; what was logged is overwritten by what comes. */
  public void clear() {
    size = 0;
  }

  /** Wipes what was logged. */
  public void wipe() {
    Secrets.wipe(words);
    size = 0;
  }
}
