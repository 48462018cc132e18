package org.schurmpc.tinyot.prep;

/** Transposes 64 x 64 bit matrices, many side by side. */
final class BitTransposition {
  private static final int LINES = 64;

  private BitTransposition() {}

  /**
   * Transposes in place, for each w, the matrix whose row r is long w of line r.
   *
   * @param lines 64 lines of equal length
   */
  static void transpose(long[][] lines) {
    long mask = 0xFFFFFFFFL;
    for (int step = LINES / 2; step > 0; step >>>= 1) {
      for (int line = 0; line < LINES; line = (line + step + 1) & ~step) {
        swap(lines[line], lines[line + step], step, mask);
      }
      mask ^= mask << (step >>> 1);
    }
  }

  /** Swaps the upper bits of each pair in one line with the lower bits in the other line. */
  private static void swap(long[] upper, long[] lower, int step, long mask) {
    for (int i = 0; i < upper.length; i++) {
      long u = upper[i];
      long v = lower[i];
      long t = ((u >>> step) ^ v) & mask;
      upper[i] = u ^ (t << step);
      lower[i] = v ^ t;
    }
  }
}
