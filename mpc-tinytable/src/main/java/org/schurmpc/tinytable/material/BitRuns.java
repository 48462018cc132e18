package org.schurmpc.tinytable.material;

import org.schurmpc.core.bits.BitMatrix;

/** Runs of bits in arrays of words, at any position: bit b is bit b mod 64 of word b / 64. */
public final class BitRuns {
  private BitRuns() {}

  /** Returns 1 to 64 bits of an array, from the lowest on. */
  public static long get(long[] words, long bit, int count) {
    int at = (int) (bit >>> 6);
    int shift = (int) bit & 63;
    long low = words[at] >>> shift;
    boolean spans = shift + count > Long.SIZE;
    return (spans ? low | words[at + 1] << -shift : low) & BitMatrix.lastWordMask(count);
  }

  /**
   * Adds bits to an array.
   *
   * @param bits zero from bit {@code count} on
   * @param count 1 to 64
   */
  public static void add(long[] words, long bit, long bits, int count) {
    int at = (int) (bit >>> 6);
    int shift = (int) bit & 63;
    words[at] ^= bits << shift;
    if (shift + count > Long.SIZE) {
      words[at + 1] ^= bits >>> -shift;
    }
  }

  /** Adds a run of one array to a run of another. */
  public static void add(long[] from, long fromBit, long[] to, long toBit, int count) {
    for (int done = 0; done < count; done += Long.SIZE) {
      int n = Math.min(Long.SIZE, count - done);
      add(to, toBit + done, get(from, fromBit + done, n), n);
    }
  }
}
