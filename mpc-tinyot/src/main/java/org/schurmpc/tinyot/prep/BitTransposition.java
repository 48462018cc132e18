package org.schurmpc.tinyot.prep;

/** Transposition of 64 x 64 bit matrices, many side by side. */
final class BitTransposition {
  private static final int LINES = 64;

  private BitTransposition() {}

  /**
   * Transposes in place, for each w, the matrix whose row r is long w of line r.
   *
   * @param lines 64 lines of {@code width} longs
   */
  static void transpose(long[] lines, int width) {
    long mask = 0xFFFFFFFFL;
    for (int step = LINES / 2; step > 0; step >>>= 1) {
      int length = step * width;
      for (int from = 0; from < LINES * width; from += 2 * length) {
        swap(lines, from, from + length, length, step, mask);
      }
      mask ^= mask << (step >>> 1);
    }
  }

  /** Swaps the upper bits of each pair in one half with the lower ones in the other. */
  private static void swap(long[] a, int upper, int lower, int length, int step, long mask) {
    for (int i = 0; i < length; i++) {
      long u = a[upper + i];
      long v = a[lower + i];
      long t = ((u >>> step) ^ v) & mask;
      a[upper + i] = u ^ (t << step);
      a[lower + i] = v ^ t;
    }
  }
}
