package org.schurmpc.core.code;

/**
 * Words of up to 256 symbols of GF(2^8), bit-sliced: 32 longs at an offset of an array, eight
 * planes of four longs. Plane j, the coefficients of X^j, is in longs 4j to 4j+3; position p is bit
 * p mod 64 of long 4j + p/64. Positions from n on are zero.
 */
public final class Codeword {
  /** Number of longs of a word. */
  public static final int LONGS = 32;

  /** Number of longs of a plane. */
  public static final int PLANE_LONGS = 4;

  /** Number of planes of a word. */
  public static final int PLANES = 8;

  /** Number of positions of a word. */
  public static final int POSITIONS = 256;

  private Codeword() {}

  /** Returns the symbol at a position. */
  public static int symbol(long[] word, int off, int position) {
    int at = off + checkPosition(position) / 64;
    int symbol = 0;
    for (int plane = 0; plane < PLANES; plane++) {
      symbol |= (int) (word[at + PLANE_LONGS * plane] >>> position & 1) << plane;
    }
    return symbol;
  }

  /** Sets the symbol at a position; only the low 8 bits count. */
  public static void setSymbol(long[] word, int off, int position, int symbol) {
    int at = off + checkPosition(position) / 64;
    for (int plane = 0; plane < PLANES; plane++) {
      int i = at + PLANE_LONGS * plane;
      word[i] = (word[i] & ~(1L << position)) | ((long) (symbol >>> plane & 1) << position);
    }
  }

  /** Multiplies every symbol by X, in place. */
  public static void mulX(long[] word, int off) {
    for (int q = off; q < off + PLANE_LONGS; q++) {
      long top = word[q + 28]; // X^8 = X^4 + X^3 + X + 1
      word[q + 28] = word[q + 24];
      word[q + 24] = word[q + 20];
      word[q + 20] = word[q + 16];
      word[q + 16] = word[q + 12] ^ top;
      word[q + 12] = word[q + 8] ^ top;
      word[q + 8] = word[q + 4];
      word[q + 4] = word[q] ^ top;
      word[q] = top;
    }
  }

  /** Whether all symbols are zero, without a branch on any. */
  public static boolean isZero(long[] word, int off) {
    long any = 0;
    for (int i = off; i < off + LONGS; i++) {
      any |= word[i];
    }
    return any == 0;
  }

  /** Returns the number of symbols that are not zero. */
  public static int weight(long[] word, int off) {
    int weight = 0;
    for (int q = off; q < off + PLANE_LONGS; q++) {
      long any = 0;
      for (int plane = 0; plane < PLANES; plane++) {
        any |= word[q + PLANE_LONGS * plane];
      }
      weight += Long.bitCount(any);
    }
    return weight;
  }

  /**
   * Returns the mask of the first {@code count} positions in long {@code index}, 0 to 3, of a
   * plane.
   */
  public static long positionMask(int count, int index) {
    int bits = Math.min(Math.max(count - 64 * index, 0), 64);
    return bits == 0 ? 0 : -1L >>> -bits;
  }

  private static int checkPosition(int position) {
    if (position < 0 || position >= POSITIONS) {
      throw new IndexOutOfBoundsException("position " + position + " of " + POSITIONS);
    }
    return position;
  }
}
