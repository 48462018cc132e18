package org.schurmpc.core.code;

import org.schurmpc.core.field.Gf256;

/**
 * Fourier transforms of order 85 = 5 · 17 between the values of a polynomial on one coset of the
 * subgroup of order 85 and its coefficients. Together with a layer of order 3, which {@link
 * FftEncoder} performs, they make the transform of order 255 = 3 · 5 · 17 (Damgård, Lauritsen and
 * Toft 2014, section 4.2).
 *
 * <p>The three factors are coprime, so by Good and Thomas's numbering, e ↔ (e mod 3, e mod 5, e mod
 * 17) for exponents both of points and of coefficients, there are no factors between the layers:
 * with ω = 3, ω^(ej) = ω3^(e3 j3) ω5^(e5 j5) ω17^(e17 j17) for ω3 = ω^85, ω5 = ω^51, ω17 = ω^120.
 *
 * <p>The transforms of order 5 and 17 look up a symbol's products with all powers that they need,
 * eight in a long. <em>Columns</em> are 17 pairs of longs, one for each j17: byte j5 of the first
 * is Σ ω5^(-e5 j5) ω17^(-e17 j17) value(e5, e17), the second is ω3 times the first.
 */
final class CosetTransform {
  /** Number of longs of columns. */
  static final int LONGS = 34;

  private static final int ROWS = 5;
  private static final long EACH_BYTE = 0x0101010101010101L;

  /**
   * Products for order 17: for i from 1 to 8, at 2 (256 (i - 1) + v), bytes v ω17^(i m) for m = 1
   * to 8, then v ω17^(-i m). The entry of -i has the two longs exchanged.
   */
  private static final long[] SEVENTEEN = new long[8 * 256 * 2];

  /** Sums of entries of 1 by the bits i - 1 of a byte: the transform of binary vectors. */
  private static final long[] SEVENTEEN_BITS = new long[256 * 2];

  /** Products for order 5: at 2 (256 i + v) bytes v ω5^(i m) for m = 0 to 4, then ω3 times that. */
  private static final long[] FIVE = new long[ROWS * 256 * 2];

  static {
    for (int v = 0; v < 256; v++) {
      for (int i = 1; i <= 8; i++) {
        for (int m = 1; m <= 8; m++) {
          int at = 2 * (256 * (i - 1) + v);
          int shift = 8 * (m - 1);
          SEVENTEEN[at] |= (long) Gf256.mul(v, Gf256.exp(120 * i * m)) << shift;
          SEVENTEEN[at + 1] |= (long) Gf256.mul(v, Gf256.exp(120 * (17 - i) * m)) << shift;
        }
        if ((v >>> (i - 1) & 1) == 1) {
          SEVENTEEN_BITS[2 * v] ^= SEVENTEEN[2 * (256 * (i - 1) + 1)];
          SEVENTEEN_BITS[2 * v + 1] ^= SEVENTEEN[2 * (256 * (i - 1) + 1) + 1];
        }
      }
      for (int i = 0; i < ROWS; i++) {
        for (int m = 0; m < ROWS; m++) {
          int product = Gf256.mul(v, Gf256.exp(51 * i * m));
          FIVE[2 * (256 * i + v)] |= (long) product << (8 * m);
          FIVE[2 * (256 * i + v) + 1] |= (long) Gf256.mul(product, Gf256.exp(85)) << (8 * m);
        }
      }
    }
  }

  private final int firstPosition;
  private final int[] positions = new int[17 * ROWS]; // row by row: e17 = 0, 1, -1, 2, -2, ...
  private final int[] places = new int[85]; // index in values of position firstPosition + i
  private final byte[] values = new byte[24 * ROWS]; // rows of e17 = 1 to 8, -1 to -8, 0
  private final long[] low = new long[ROWS]; // bytes: e17 or j17 = 1 to 8
  private final long[] high = new long[ROWS]; // bytes: -1 to -8
  private final int[] zero = new int[ROWS]; // 0
  private final long[] column = new long[17];

  // For eight binary vectors; byte j of a long has the bits of vector j.
  private final long[] lowBits = new long[ROWS];
  private final long[] highBits = new long[ROWS];
  private final int[] zeroBits = new int[ROWS];

  /**
   * Creates the transform for the coset of the points of exponents 3i + r, in this order at
   * positions 85r + i.
   *
   * @param r 0 to 2
   */
  CosetTransform(int r) {
    this.firstPosition = 85 * r;
    for (int i = 0; i < 85; i++) {
      int row = (3 * i + r) % ROWS;
      int e17 = (3 * i + r) % 17;
      boolean negative = e17 > 8;
      int size = negative ? 17 - e17 : e17;
      int order = size == 0 ? 0 : 2 * size - (negative ? 0 : 1);
      positions[17 * row + order] = firstPosition + i;
      places[i] = 24 * row + (size == 0 ? 16 : size - 1 + (negative ? 8 : 0));
    }
  }

  /** Adds the value of one point, of exponent e, to columns. */
  static void addValue(long[] columns, int e, int value) {
    byte[] product = Products.table();
    for (int j = 0; j < 17; j++) {
      // ω17^(-e j), from exponents that stay above zero
      int v = product[value << 8 | Gf256.exp(120 * ((17 - e % 17) * j))] & 0xFF;
      int at = 2 * (256 * ((ROWS - e % ROWS) % ROWS) + v);
      columns[2 * j] ^= FIVE[at];
      columns[2 * j + 1] ^= FIVE[at + 1];
    }
  }

  /** Computes the columns of the symbols, one a byte, at this coset's positions. */
  void columns(byte[] symbols, long[] columns) {
    for (int row = 0; row < ROWS; row++) {
      int at = 17 * row;
      int x = symbols[positions[at]] & 0xFF;
      int sum = x;
      long a = x * EACH_BYTE;
      long b = a;
      for (int i = 0; i < 8; i++) {
        int plus = symbols[positions[at + 2 * i + 1]] & 0xFF;
        int minus = symbols[positions[at + 2 * i + 2]] & 0xFF;
        int forPlus = 2 * (256 * i + plus);
        int forMinus = 2 * (256 * i + minus);
        a ^= SEVENTEEN[forPlus + 1] ^ SEVENTEEN[forMinus];
        b ^= SEVENTEEN[forPlus] ^ SEVENTEEN[forMinus + 1];
        sum ^= plus ^ minus;
      }
      low[row] = a;
      high[row] = b;
      zero[row] = sum;
    }
    columnsOfRows(columns);
  }

  /** Reads eight binary vectors at once: bit j of the symbols is vector j. */
  void setBits(byte[] symbols) {
    for (int row = 0; row < ROWS; row++) {
      int at = 17 * row;
      long plus = 0;
      long minus = 0;
      for (int i = 0; i < 8; i++) {
        plus |= (symbols[positions[at + 2 * i + 1]] & 0xFFL) << (8 * i);
        minus |= (symbols[positions[at + 2 * i + 2]] & 0xFFL) << (8 * i);
      }
      lowBits[row] = SymbolBytes.transposeBits(plus);
      highBits[row] = SymbolBytes.transposeBits(minus);
      zeroBits[row] = symbols[positions[at]] & 0xFF;
    }
  }

  /**
   * Computes the columns of one of the binary vectors: two look-ups for each transform of order 17.
   */
  void columnsOfBits(int vector, long[] columns) {
    for (int row = 0; row < ROWS; row++) {
      int plus = (int) (lowBits[row] >>> (8 * vector)) & 0xFF;
      int minus = (int) (highBits[row] >>> (8 * vector)) & 0xFF;
      int bit = zeroBits[row] >>> vector & 1;
      low[row] = SEVENTEEN_BITS[2 * plus + 1] ^ SEVENTEEN_BITS[2 * minus] ^ bit * EACH_BYTE;
      high[row] = SEVENTEEN_BITS[2 * plus] ^ SEVENTEEN_BITS[2 * minus + 1] ^ bit * EACH_BYTE;
      zero[row] = (Integer.bitCount(plus ^ minus) ^ bit) & 1;
    }
    columnsOfRows(columns);
  }

  private void columnsOfRows(long[] columns) {
    inverseFive(zero[0], zero[1], zero[2], zero[3], zero[4], columns, 0);
    for (int j = 1; j <= 8; j++) {
      int shift = 8 * (j - 1);
      inverseFive(low, shift, columns, 2 * j);
      inverseFive(high, shift, columns, 2 * (17 - j));
    }
  }

  private static void inverseFive(long[] rows, int shift, long[] columns, int to) {
    inverseFive(
        (int) (rows[0] >>> shift) & 0xFF,
        (int) (rows[1] >>> shift) & 0xFF,
        (int) (rows[2] >>> shift) & 0xFF,
        (int) (rows[3] >>> shift) & 0xFF,
        (int) (rows[4] >>> shift) & 0xFF,
        columns,
        to);
  }

  private static void inverseFive(int v0, int v1, int v2, int v3, int v4, long[] columns, int to) {
    int a = 2 * v0;
    int b = 2 * (4 * 256 + v1); // row -1
    int c = 2 * (3 * 256 + v2);
    int d = 2 * (2 * 256 + v3);
    int e = 2 * (256 + v4);
    columns[to] = FIVE[a] ^ FIVE[b] ^ FIVE[c] ^ FIVE[d] ^ FIVE[e];
    columns[to + 1] = FIVE[a + 1] ^ FIVE[b + 1] ^ FIVE[c + 1] ^ FIVE[d + 1] ^ FIVE[e + 1];
  }

  /**
   * Computes the values of columns at this coset's positions.
   *
   * @param columns only the first long of each pair is read
   * @param symbols one a byte; symbols at other positions stay unchanged
   */
  void values(long[] columns, byte[] symbols) {
    for (int j = 0; j < 17; j++) {
      long x = columns[2 * j];
      column[j] =
          FIVE[(int) (x & 0xFF) << 1]
              ^ FIVE[512 + ((int) (x >>> 8 & 0xFF) << 1)]
              ^ FIVE[1024 + ((int) (x >>> 16 & 0xFF) << 1)]
              ^ FIVE[1536 + ((int) (x >>> 24 & 0xFF) << 1)]
              ^ FIVE[2048 + ((int) (x >>> 32 & 0xFF) << 1)];
    }
    for (int row = 0; row < ROWS; row++) {
      forwardSeventeen(row);
    }
    for (int i = 0; i < 85; i++) {
      symbols[firstPosition + i] = values[places[i]];
    }
  }

  private void forwardSeventeen(int row) {
    int shift = 8 * row;
    int sum = (int) (column[0] >>> shift) & 0xFF;
    long a = sum * EACH_BYTE;
    long b = a;
    for (int i = 0; i < 8; i++) {
      int plus = (int) (column[i + 1] >>> shift) & 0xFF;
      int minus = (int) (column[16 - i] >>> shift) & 0xFF;
      int forPlus = 2 * (256 * i + plus);
      int forMinus = 2 * (256 * i + minus);
      a ^= SEVENTEEN[forPlus] ^ SEVENTEEN[forMinus + 1];
      b ^= SEVENTEEN[forPlus + 1] ^ SEVENTEEN[forMinus];
      sum ^= plus ^ minus;
    }
    SymbolBytes.LONG.set(values, 24 * row, a);
    SymbolBytes.LONG.set(values, 24 * row + 8, b);
    values[24 * row + 16] = (byte) sum;
  }
}
