package org.schurmpc.core.kernel.vector;

import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** The vector loops over rows of words: 512 bits at a time where the machine can, else 256. */
final class VectorRows {
  private static final VectorSpecies<Long> S =
      LongVector.SPECIES_PREFERRED.length() >= 8 ? LongVector.SPECIES_512 : LongVector.SPECIES_256;
  private static final int LANES = S.length();

  private VectorRows() {}

  private static LongVector at(long[] a, int i) {
    return LongVector.fromArray(S, a, i);
  }

  private static LongVector xor(LongVector a, LongVector b) {
    return a.lanewise(VectorOperators.XOR, b);
  }

  static void xor(long[] a, int aOff, long[] b, int bOff, long[] dst, int dstOff, int length) {
    int i = 0;
    for (; i <= length - LANES; i += LANES) {
      xor(at(a, aOff + i), at(b, bOff + i)).intoArray(dst, dstOff + i);
    }
    for (; i < length; i++) {
      dst[dstOff + i] = a[aOff + i] ^ b[bOff + i];
    }
  }

  /** See {@link org.schurmpc.core.kernel.Kernels#sumRows}. */
  static void sum(long[] table, int[] rows, int count, int rowLongs, long[] out, int outOff) {
    int at = 0;
    for (; at <= rowLongs - 3 * LANES; at += 3 * LANES) {
      sum3(table, rows, count, at, out, outOff);
    }
    for (; at <= rowLongs - 2 * LANES; at += 2 * LANES) {
      sum2(table, rows, count, at, out, outOff);
    }
    if (at < rowLongs) {
      sum1(table, rows, count, at, out, outOff);
    }
  }

  private static void sum3(long[] table, int[] rows, int count, int at, long[] out, int outOff) {
    LongVector s0 = LongVector.zero(S);
    LongVector s1 = s0;
    LongVector s2 = s0;
    for (int i = 0; i < count; i++) {
      int row = rows[i] + at;
      s0 = xor(s0, at(table, row));
      s1 = xor(s1, at(table, row + LANES));
      s2 = xor(s2, at(table, row + 2 * LANES));
    }
    s0.intoArray(out, outOff + at);
    s1.intoArray(out, outOff + at + LANES);
    s2.intoArray(out, outOff + at + 2 * LANES);
  }

  private static void sum2(long[] table, int[] rows, int count, int at, long[] out, int outOff) {
    LongVector s0 = LongVector.zero(S);
    LongVector s1 = s0;
    for (int i = 0; i < count; i++) {
      int row = rows[i] + at;
      s0 = xor(s0, at(table, row));
      s1 = xor(s1, at(table, row + LANES));
    }
    s0.intoArray(out, outOff + at);
    s1.intoArray(out, outOff + at + LANES);
  }

  private static void sum1(long[] table, int[] rows, int count, int at, long[] out, int outOff) {
    LongVector s0 = LongVector.zero(S);
    LongVector s1 = s0;
    int i = 0;
    for (; i < count - 1; i += 2) {
      s0 = xor(s0, at(table, rows[i] + at));
      s1 = xor(s1, at(table, rows[i + 1] + at));
    }
    if (i < count) {
      s0 = xor(s0, at(table, rows[i] + at));
    }
    xor(s0, s1).intoArray(out, outOff + at);
  }

  /** See {@link org.schurmpc.core.kernel.Kernels#sumMaskedRows}. */
  static void sumMasked(
      long[] table, int count, int rowLongs, long[] masks, long[] out, int outOff) {
    for (int at = 0; at < rowLongs; at += LANES) {
      sumMasked(table, at, count, rowLongs, masks, out, outOff + at);
    }
  }

  private static void sumMasked(
      long[] table, int at, int count, int rowLongs, long[] masks, long[] out, int outAt) {
    LongVector s0 = LongVector.zero(S);
    LongVector s1 = s0;
    LongVector s2 = s0;
    LongVector s3 = s0;
    LongVector s4 = s0;
    LongVector s5 = s0;
    LongVector s6 = s0;
    LongVector s7 = s0;
    for (int i = 0; i < count; i++) {
      LongVector row = at(table, at + rowLongs * i);
      int m = 8 * i;
      s0 = masked(s0, row, masks[m]);
      s1 = masked(s1, row, masks[m + 1]);
      s2 = masked(s2, row, masks[m + 2]);
      s3 = masked(s3, row, masks[m + 3]);
      s4 = masked(s4, row, masks[m + 4]);
      s5 = masked(s5, row, masks[m + 5]);
      s6 = masked(s6, row, masks[m + 6]);
      s7 = masked(s7, row, masks[m + 7]);
    }
    s0.intoArray(out, outAt);
    s1.intoArray(out, outAt + rowLongs);
    s2.intoArray(out, outAt + 2 * rowLongs);
    s3.intoArray(out, outAt + 3 * rowLongs);
    s4.intoArray(out, outAt + 4 * rowLongs);
    s5.intoArray(out, outAt + 5 * rowLongs);
    s6.intoArray(out, outAt + 6 * rowLongs);
    s7.intoArray(out, outAt + 7 * rowLongs);
  }

  private static LongVector masked(LongVector sum, LongVector row, long mask) {
    return xor(sum, row.lanewise(VectorOperators.AND, mask));
  }
}
