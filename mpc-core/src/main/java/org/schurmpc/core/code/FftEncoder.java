package org.schurmpc.core.code;

import org.schurmpc.core.field.Gf256;

/**
 * Encodes public words into (255,85) and its Schur square (255,169) by transforms of order 255 = 3
 * · 5 · 17, as in Damgård, Lauritsen and Toft (2014, section 4.2). An inverse transform computes
 * the coefficients from the data, and a transform computes the redundancy from the coefficients. A
 * word is in the code if its inverse transform has low degree.
 *
 * <p>A word's three thirds are values on the cosets of exponents 3i, 3i + 1 and 3i + 2. On a coset
 * a polynomial f = f0 + x^85 f1 of degree below 170 is one of degree below 85, as x^85 is ω3^r
 * there; in its transform of order 85 the coefficient of x^j is g_r = ω3^(rs) (c_j + ω3^r
 * c_(j+85)), s = j mod 3. So
 *
 * <ul>
 *   <li>in (255,85), where there is no c_(j+85), g_1 = ω3^s g_0 and g_2 = ω3^(2s) g_0;
 *   <li>in (255,169) g_2 = ω3^(2s+1) g_0 + ω3^(s+2) g_1, as 1 + ω3 = ω3^2; the second coset has one
 *       symbol less than is needed for g_1; the coefficient of x^169, which is zero, gives this
 *       symbol, so that g_0 = g_1 at j = 84.
 * </ul>
 *
 * <p>In the encoding trick for bits (figure 13) the first layer of the inverse transform of a 0/1
 * vector takes two look-ups instead of 16 for each transform of order 17.
 *
 * <p>The time includes the conversion of bit-sliced words into bytes, and back.
 */
public final class FftEncoder extends ByteEncoder {
  private static final int COSETS = 3;

  /** Last position of the second coset, the first one after the data of the square. */
  private static final int MISSING_POSITION = 169;

  private static final int MISSING_EXPONENT = 3 * 84 + 1;

  /** Factor of the coefficient of x^84 in the missing symbol. */
  private static final int MISSING_FACTOR = Gf256.exp(MISSING_EXPONENT * 84);

  private final boolean square;
  private final boolean bitTrick;
  private final CosetTransform[] cosets = new CosetTransform[COSETS];
  private final long[][] columns = new long[COSETS][CosetTransform.LONGS];
  private final long[] result = new long[CosetTransform.LONGS];
  private final byte[] bits = new byte[Codeword.POSITIONS];

  // At 2 j17: masks of the bytes j5 by s = j mod 3.
  private final long[] mask01 = new long[CosetTransform.LONGS];
  private final long[] mask02 = new long[CosetTransform.LONGS];
  private final long[] mask12 = new long[CosetTransform.LONGS];

  /**
   * Creates an encoder for a code that {@link #supports} accepts.
   *
   * @param bitTrick whether 0/1 vectors are encoded by the trick for bits
   * @throws IllegalArgumentException for other codes
   */
  public FftEncoder(ReedSolomon code, boolean bitTrick) {
    super(code);
    if (!supports(code)) {
      throw new IllegalArgumentException(
          "the FFT encoder knows the code 255x85 on the subgroup of order 85 and its cosets, and the"
              + " Schur square of that; not "
              + code.name()
              + (code.n() == 255 ? " on its points" : ""));
    }
    this.square = code.k() != 85;
    this.bitTrick = bitTrick;
    for (int r = 0; r < COSETS; r++) {
      cosets[r] = new CosetTransform(r);
    }
    for (int j = 0; j < 85; j++) {
      long mask = 0xFFL << (8 * (j % 5));
      int at = 2 * (j % 17);
      mask01[at] |= j % 3 == 2 ? 0 : mask;
      mask02[at] |= j % 3 == 1 ? 0 : mask;
      mask12[at] |= j % 3 == 0 ? 0 : mask;
    }
  }

  /** Whether the code is (255,85) or (255,169) on the points of {@code 255x85}. */
  public static boolean supports(ReedSolomon code) {
    if (code.n() != 255 || (code.k() != 85 && code.k() != 169)) {
      return false;
    }
    for (int p = 0; p < 255; p++) {
      if (code.point(p) != Gf256.exp(3 * (p % 85) + p / 85)) {
        return false;
      }
    }
    return true;
  }

  @Override
  void redundancy(byte[] data, byte[] out) {
    cosets[0].columns(data, columns[0]);
    if (square) {
      data[MISSING_POSITION] = 0;
      cosets[1].columns(data, columns[1]);
    }
    values(out);
  }

  @Override
  void startPlanes(byte[] data) {
    if (bitTrick) {
      cosets[0].setBits(data);
      if (square) {
        data[MISSING_POSITION] = 0;
        cosets[1].setBits(data);
      }
    }
  }

  @Override
  void redundancyOfPlane(byte[] data, int plane, byte[] out) {
    if (bitTrick) {
      cosets[0].columnsOfBits(plane, columns[0]);
      if (square) {
        cosets[1].columnsOfBits(plane, columns[1]);
      }
      values(out);
    } else {
      for (int i = 0; i < Codeword.POSITIONS; i += Long.BYTES) {
        long eight = (long) SymbolBytes.LONG.get(data, i);
        SymbolBytes.LONG.set(bits, i, eight >>> plane & 0x0101010101010101L);
      }
      redundancy(bits, out);
    }
  }

  private void values(byte[] out) {
    if (square) {
      addMissing(out);
      ofSquare();
      cosets[2].values(result, out);
    } else {
      ofSecondCoset();
      cosets[1].values(result, out);
      ofThirdCoset();
      cosets[2].values(result, out);
    }
  }

  /**
   * Adds the symbol at which the coefficient of x^169 vanishes, given columns in which the symbol
   * is zero.
   */
  private void addMissing(byte[] out) {
    int symbol = Products.table()[coefficient169() << 8 | MISSING_FACTOR] & 0xFF;
    out[MISSING_POSITION] = (byte) symbol;
    CosetTransform.addValue(columns[1], MISSING_EXPONENT, symbol);
  }

  /**
   * Returns the coefficient of x^169, up to a factor: j = 84 is column 16, byte 4, and has s = 0.
   */
  private int coefficient169() {
    return (int) ((columns[0][2 * 16] ^ columns[1][2 * 16]) >>> (8 * 4)) & 0xFF;
  }

  /** Computes g_1 in (255,85): 1, ω3 and 1 + ω3 = ω3^2 times g_0 for s = 0, 1, 2. */
  private void ofSecondCoset() {
    long[] g = columns[0];
    for (int j = 0; j < CosetTransform.LONGS; j += 2) {
      result[j] = (g[j] & mask02[j]) ^ (g[j + 1] & mask12[j]);
    }
  }

  /** Computes g_2 in (255,85): 1, ω3^2 and ω3 times g_0. */
  private void ofThirdCoset() {
    long[] g = columns[0];
    for (int j = 0; j < CosetTransform.LONGS; j += 2) {
      result[j] = (g[j] & mask01[j]) ^ (g[j + 1] & mask12[j]);
    }
  }

  /** Computes g_2 in (255,169): ω3 g_0 + ω3^2 g_1, g_0 + g_1, ω3^2 g_0 + ω3 g_1. */
  private void ofSquare() {
    long[] g = columns[0];
    long[] h = columns[1];
    for (int j = 0; j < CosetTransform.LONGS; j += 2) {
      result[j] =
          (g[j] & mask12[j]) ^ (g[j + 1] & mask02[j]) ^ (h[j] & mask01[j]) ^ (h[j + 1] & mask02[j]);
    }
  }

  /** Tests a word by the inverse transform of all three cosets. */
  @Override
  boolean isCodeword(byte[] symbols) {
    for (int r = 0; r < COSETS; r++) {
      cosets[r].columns(symbols, columns[r]);
    }
    if (square) {
      ofSquare();
      return coefficient169() == 0 && resultIs(columns[2]);
    }
    ofSecondCoset();
    if (!resultIs(columns[1])) {
      return false;
    }
    ofThirdCoset();
    return resultIs(columns[2]);
  }

  private boolean resultIs(long[] expected) {
    long difference = 0;
    for (int j = 0; j < CosetTransform.LONGS; j += 2) {
      difference |= result[j] ^ expected[j];
    }
    return difference == 0;
  }
}
