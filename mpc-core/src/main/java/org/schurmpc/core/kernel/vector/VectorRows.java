package org.schurmpc.core.kernel.vector;

import static jdk.incubator.vector.LongVector.fromArray;
import static jdk.incubator.vector.VectorOperators.AND;
import static jdk.incubator.vector.VectorOperators.XOR;

import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorSpecies;

/** The vector loops over rows of words: 512 bits at a time where the machine can, else 256. */
final class VectorRows {
  private static final VectorSpecies<Long> S =
      LongVector.SPECIES_PREFERRED.length() >= 8 ? LongVector.SPECIES_512 : LongVector.SPECIES_256;
  private static final int LANES = S.length();

  private VectorRows() {}

  static void xor(long[] a, int aOff, long[] b, int bOff, long[] dst, int dstOff, int length) {
    int i = 0;
    for (; i <= length - LANES; i += LANES) {
      fromArray(S, a, aOff + i).lanewise(XOR, fromArray(S, b, bOff + i)).intoArray(dst, dstOff + i);
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
      s0 = s0.lanewise(XOR, fromArray(S, table, row));
      s1 = s1.lanewise(XOR, fromArray(S, table, row + LANES));
      s2 = s2.lanewise(XOR, fromArray(S, table, row + 2 * LANES));
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
      s0 = s0.lanewise(XOR, fromArray(S, table, row));
      s1 = s1.lanewise(XOR, fromArray(S, table, row + LANES));
    }
    s0.intoArray(out, outOff + at);
    s1.intoArray(out, outOff + at + LANES);
  }

  private static void sum1(long[] table, int[] rows, int count, int at, long[] out, int outOff) {
    LongVector s0 = LongVector.zero(S);
    LongVector s1 = s0;
    int i = 0;
    for (; i < count - 1; i += 2) {
      s0 = s0.lanewise(XOR, fromArray(S, table, rows[i] + at));
      s1 = s1.lanewise(XOR, fromArray(S, table, rows[i + 1] + at));
    }
    if (i < count) {
      s0 = s0.lanewise(XOR, fromArray(S, table, rows[i] + at));
    }
    s0.lanewise(XOR, s1).intoArray(out, outOff + at);
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
      LongVector row = fromArray(S, table, at + rowLongs * i);
      int m = 8 * i;
      s0 = s0.lanewise(XOR, row.lanewise(AND, masks[m]));
      s1 = s1.lanewise(XOR, row.lanewise(AND, masks[m + 1]));
      s2 = s2.lanewise(XOR, row.lanewise(AND, masks[m + 2]));
      s3 = s3.lanewise(XOR, row.lanewise(AND, masks[m + 3]));
      s4 = s4.lanewise(XOR, row.lanewise(AND, masks[m + 4]));
      s5 = s5.lanewise(XOR, row.lanewise(AND, masks[m + 5]));
      s6 = s6.lanewise(XOR, row.lanewise(AND, masks[m + 6]));
      s7 = s7.lanewise(XOR, row.lanewise(AND, masks[m + 7]));
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
}
