package org.schurmpc.core.kernel.vector;

import static jdk.incubator.vector.LongVector.fromArray;
import static jdk.incubator.vector.VectorOperators.AND;
import static jdk.incubator.vector.VectorOperators.XOR;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The vector loops over rows of words: 512 bits at a time if the machine has such vectors, else
 * 256.
 */
final class VectorRows {
  static final VectorSpecies<Long> S =
      LongVector.SPECIES_PREFERRED.length() >= 8 ? LongVector.SPECIES_512 : LongVector.SPECIES_256;
  private static final int LANES = S.length();
  private static final VectorSpecies<Byte> BYTES = S.withLanes(byte.class);

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

  static void xorBytes(byte[] dst, byte[] src, int length) {
    int i = 0;
    for (; i <= length - BYTES.length(); i += BYTES.length()) {
      ByteVector.fromArray(BYTES, dst, i)
          .lanewise(XOR, ByteVector.fromArray(BYTES, src, i))
          .intoArray(dst, i);
    }
    for (; i < length; i++) {
      dst[i] ^= src[i];
    }
  }

  static void xorMasked(long[] dst, int dstOff, long[] src, int srcOff, long mask, int length) {
    int i = 0;
    for (; i <= length - LANES; i += LANES) {
      fromArray(S, dst, dstOff + i)
          .lanewise(XOR, fromArray(S, src, srcOff + i).lanewise(AND, mask))
          .intoArray(dst, dstOff + i);
    }
    for (; i < length; i++) {
      dst[dstOff + i] ^= src[srcOff + i] & mask;
    }
  }

  /**
   * See {@link org.schurmpc.core.kernel.RowSumKernels#sumRows}. Sums of four rows go to memory,
   * because HotSpot sometimes boxes vectors that are carried around this loop.
   */
  static void sum(long[] table, int[] rows, int count, int rowLongs, long[] out, int outOff) {
    int i = count & 3;
    if (i == 0) {
      copyFour(table, rows, 0, rowLongs, out, outOff);
      i = 4;
    } else {
      System.arraycopy(table, rows[0], out, outOff, rowLongs);
      for (int j = 1; j < i; j++) {
        addOne(table, rows[j], rowLongs, out, outOff);
      }
    }
    for (; i < count; i += 4) {
      addFour(table, rows, i, rowLongs, out, outOff);
    }
  }

  private static void copyFour(
      long[] table, int[] rows, int i, int rowLongs, long[] out, int outOff) {
    int a = rows[i];
    int b = rows[i + 1];
    int c = rows[i + 2];
    int d = rows[i + 3];
    for (int at = 0; at < rowLongs; at += LANES) {
      fromArray(S, table, a + at)
          .lanewise(XOR, fromArray(S, table, b + at))
          .lanewise(XOR, fromArray(S, table, c + at))
          .lanewise(XOR, fromArray(S, table, d + at))
          .intoArray(out, outOff + at);
    }
  }

  private static void addFour(
      long[] table, int[] rows, int i, int rowLongs, long[] out, int outOff) {
    int a = rows[i];
    int b = rows[i + 1];
    int c = rows[i + 2];
    int d = rows[i + 3];
    for (int at = 0; at < rowLongs; at += LANES) {
      fromArray(S, out, outOff + at)
          .lanewise(XOR, fromArray(S, table, a + at))
          .lanewise(XOR, fromArray(S, table, b + at))
          .lanewise(XOR, fromArray(S, table, c + at))
          .lanewise(XOR, fromArray(S, table, d + at))
          .intoArray(out, outOff + at);
    }
  }

  private static void addOne(long[] table, int row, int rowLongs, long[] out, int outOff) {
    for (int at = 0; at < rowLongs; at += LANES) {
      fromArray(S, out, outOff + at)
          .lanewise(XOR, fromArray(S, table, row + at))
          .intoArray(out, outOff + at);
    }
  }

  /** See {@link org.schurmpc.core.kernel.RowSumKernels#sumMaskedRows}. */
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
