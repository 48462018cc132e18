package org.schurmpc.spdz.online;

import org.schurmpc.core.field.Field;

/**
 * Converts elements that must be 0 or 1 to bits, without a branch on them, and records whether all
 * of them were 0 or 1.
 */
final class BitReader {
  private final long[] one;
  private long others;

  BitReader(Field field) {
    this.one = field.element(1);
  }

  /** Returns the bit of an element: 1 for every element other than 0. */
  long bit(long[] elements, int at) {
    long any = 0;
    long difference = 0;
    for (int limb = 0; limb < one.length; limb++) {
      any |= elements[at + limb];
      difference |= elements[at + limb] ^ one[limb];
    }
    others |= nonZero(any) & nonZero(difference);
    return nonZero(any);
  }

  private static long nonZero(long word) {
    return (word | -word) >>> (Long.SIZE - 1);
  }

  /** Whether every element so far was 0 or 1. */
  boolean all() {
    return others == 0;
  }
}
