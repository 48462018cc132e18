package org.schurmpc.core.kernel;

/** The plain loops over rows: their sums, masked sums and combinations. */
final class PlainRows {
  private PlainRows() {}

  /**
   * See {@link RowSumKernels#sumRows}. Uses one straight-line expression for as many rows as
   * possible.
   */
  static void sum(long[] table, int[] rows, int count, int rowLongs, long[] out, int outOff) {
    int at;
    if (count % 15 == 0) {
      sum15(table, rows, 0, rowLongs, out, outOff, 0L);
      at = 15;
    } else if (count % 11 == 0) {
      sum11(table, rows, 0, rowLongs, out, outOff, 0L);
      at = 11;
    } else {
      System.arraycopy(table, rows[0], out, outOff, rowLongs);
      at = 1;
    }
    for (; at + 15 <= count; at += 15) {
      sum15(table, rows, at, rowLongs, out, outOff, -1L);
    }
    for (; at + 11 <= count; at += 11) {
      sum11(table, rows, at, rowLongs, out, outOff, -1L);
    }
    for (; at < count; at++) {
      int row = rows[at];
      for (int w = 0; w < rowLongs; w++) {
        out[outOff + w] ^= table[row + w];
      }
    }
  }

  /** Adds 11 rows to out &amp; {@code keep}. */
  private static void sum11(
      long[] t, int[] rows, int at, int rowLongs, long[] out, int outOff, long keep) {
    int r0 = rows[at];
    int r1 = rows[at + 1];
    int r2 = rows[at + 2];
    int r3 = rows[at + 3];
    int r4 = rows[at + 4];
    int r5 = rows[at + 5];
    int r6 = rows[at + 6];
    int r7 = rows[at + 7];
    int r8 = rows[at + 8];
    int r9 = rows[at + 9];
    int r10 = rows[at + 10];
    for (int w = 0; w < rowLongs; w++) {
      long a = t[r0 + w] ^ t[r1 + w] ^ t[r2 + w] ^ t[r3 + w];
      long b = t[r4 + w] ^ t[r5 + w] ^ t[r6 + w] ^ t[r7 + w];
      long c = t[r8 + w] ^ t[r9 + w] ^ t[r10 + w];
      out[outOff + w] = (out[outOff + w] & keep) ^ a ^ b ^ c;
    }
  }

  /** Adds 15 rows to out &amp; {@code keep}. */
  private static void sum15(
      long[] t, int[] rows, int at, int rowLongs, long[] out, int outOff, long keep) {
    int r0 = rows[at];
    int r1 = rows[at + 1];
    int r2 = rows[at + 2];
    int r3 = rows[at + 3];
    int r4 = rows[at + 4];
    int r5 = rows[at + 5];
    int r6 = rows[at + 6];
    int r7 = rows[at + 7];
    int r8 = rows[at + 8];
    int r9 = rows[at + 9];
    int r10 = rows[at + 10];
    int r11 = rows[at + 11];
    int r12 = rows[at + 12];
    int r13 = rows[at + 13];
    int r14 = rows[at + 14];
    for (int w = 0; w < rowLongs; w++) {
      long a = t[r0 + w] ^ t[r1 + w] ^ t[r2 + w] ^ t[r3 + w];
      long b = t[r4 + w] ^ t[r5 + w] ^ t[r6 + w] ^ t[r7 + w];
      long c = t[r8 + w] ^ t[r9 + w] ^ t[r10 + w] ^ t[r11 + w];
      long d = t[r12 + w] ^ t[r13 + w] ^ t[r14 + w];
      out[outOff + w] = (out[outOff + w] & keep) ^ a ^ b ^ c ^ d;
    }
  }

  /** Computes one long of each of the eight sums of {@link RowSumKernels#sumMaskedRows}. */
  static void sumMaskedColumn(
      long[] table, int at, int count, int rowLongs, long[] masks, long[] out, int outAt) {
    long s0 = 0;
    long s1 = 0;
    long s2 = 0;
    long s3 = 0;
    long s4 = 0;
    long s5 = 0;
    long s6 = 0;
    long s7 = 0;
    for (int i = 0; i < count; i++) {
      long row = table[at + rowLongs * i];
      int m = 8 * i;
      s0 ^= row & masks[m];
      s1 ^= row & masks[m + 1];
      s2 ^= row & masks[m + 2];
      s3 ^= row & masks[m + 3];
      s4 ^= row & masks[m + 4];
      s5 ^= row & masks[m + 5];
      s6 ^= row & masks[m + 6];
      s7 ^= row & masks[m + 7];
    }
    out[outAt] = s0;
    out[outAt + rowLongs] = s1;
    out[outAt + 2 * rowLongs] = s2;
    out[outAt + 3 * rowLongs] = s3;
    out[outAt + 4 * rowLongs] = s4;
    out[outAt + 5 * rowLongs] = s5;
    out[outAt + 6 * rowLongs] = s6;
    out[outAt + 7 * rowLongs] = s7;
  }

  /** Computes one long of each plane of {@link CodewordKernels#combine}. */
  static void combineColumn(long[] e, int at, int planeLongs, long[] out, int outAt) {
    int d = planeLongs;
    int i = at + 56 * d;
    long s0 = e[i];
    long s1 = e[i + d];
    long s2 = e[i + 2 * d];
    long s3 = e[i + 3 * d];
    long s4 = e[i + 4 * d];
    long s5 = e[i + 5 * d];
    long s6 = e[i + 6 * d];
    long s7 = e[i + 7 * d];
    for (int j = 6; j >= 0; j--) {
      i = at + 8 * j * d;
      long top = s7; // X^8 = X^4 + X^3 + X + 1
      s7 = s6 ^ e[i + 7 * d];
      s6 = s5 ^ e[i + 6 * d];
      s5 = s4 ^ e[i + 5 * d];
      s4 = s3 ^ top ^ e[i + 4 * d];
      s3 = s2 ^ top ^ e[i + 3 * d];
      s2 = s1 ^ e[i + 2 * d];
      s1 = s0 ^ top ^ e[i + d];
      s0 = top ^ e[i];
    }
    out[outAt] = s0;
    out[outAt + 4] = s1;
    out[outAt + 8] = s2;
    out[outAt + 12] = s3;
    out[outAt + 16] = s4;
    out[outAt + 20] = s5;
    out[outAt + 24] = s6;
    out[outAt + 28] = s7;
  }
}
