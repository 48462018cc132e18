package org.schurmpc.core.field;

/**
 * The embedding of GF(2^6) = F2[X]/(X^6 + X^4 + X^3 + X + 1) into the field "gf2_42": X is mapped
 * to Y^14 + Y^7 + 1. The image is the set of polynomials in Z = Y^7, of which Z^6 + Z + 1 is zero.
 *
 * <p>KORSVV17 print Y^7 + 1, for another modulus ({@link Gf2To42}). In no field GF(2^42) is it a
 * root of X's polynomial: Y^7 would have order 9, and all of its seventh roots are in GF(2^6).
 *
 * <p>The map is linear over F2, so that {@link #image} applies it to shares of bits. Time does not
 * depend on the elements.
 */
public final class Gf2To42Embedding {
  /** Number of bits of an element of GF(2^6). */
  public static final int BITS = 6;

  private static final int STEP = 7;

  /** The images of X^i as polynomials in Z: the powers of Z^2 + Z + 1. */
  private static final int[] POWERS = {0x01, 0x07, 0x15, 0x28, 0x1d, 0x10};

  /** The inverse: the elements of GF(2^6) whose images are Z^i. */
  private static final int[] ROOTS = inverse();

  /** Bits 0, 7, ..., 35. */
  private static final long IMAGE = 0x810204081L;

  private Gf2To42Embedding() {}

  /** Returns the image of X^i, for i below 6. */
  public static long image(int i) {
    return spread(POWERS[i]);
  }

  private static int[] inverse() {
    int[] roots = new int[BITS];
    for (int b = 0; b < 1 << BITS; b++) {
      int image = combined(b, POWERS);
      if (Integer.bitCount(image) == 1) {
        roots[Integer.numberOfTrailingZeros(image)] = b;
      }
    }
    return roots;
  }

  /** Returns the sum of the basis elements at the set bits of b. */
  private static int combined(int b, int[] basis) {
    int sum = 0;
    for (int i = 0; i < BITS; i++) {
      sum ^= -(b >>> i & 1) & basis[i];
    }
    return sum;
  }

  private static long spread(int b) {
    long sum = 0;
    for (int i = 0; i < BITS; i++) {
      sum |= (b >>> i & 1L) << (STEP * i);
    }
    return sum;
  }

  private static int gathered(long a) {
    int sum = 0;
    for (int i = 0; i < BITS; i++) {
      sum |= (int) (a >>> (STEP * i) & 1) << i;
    }
    return sum;
  }

  /** Returns the image of an element of GF(2^6), from 0 to 63. */
  public static long embed(long b) {
    return spread(combined((int) b, POWERS));
  }

  /**
   * Returns the element of GF(2^6) whose image an element is. The map is linear over F2 on the
   * whole field: coefficients that no image has are ignored.
   */
  public static long extract(long a) {
    return combined(gathered(a), ROOTS);
  }

  /** Computes to = the images of n elements, one in the low six bits of each byte. */
  public static void embed(byte[] elements, int at, long[] to, int toAt, int n) {
    for (int i = 0; i < n; i++) {
      to[toAt + i] = embed(elements[at + i]);
    }
  }

  /**
   * Extracts the elements of GF(2^6) whose images n elements are.
   *
   * @return whether all elements are images; if not, the output has no meaning
   */
  public static boolean extract(long[] a, int aAt, byte[] elements, int at, int n) {
    long excess = 0;
    for (int i = 0; i < n; i++) {
      excess |= a[aAt + i] & ~IMAGE;
      elements[at + i] = (byte) extract(a[aAt + i]);
    }
    return excess == 0;
  }
}
