package org.schurmpc.core.field;

/**
 * The embedding of GF(2^8) with the modulus of AES into the field "gf2_40" (DKLMS12): X is mapped
 * to Y = X^5 + 1, a root of Y^8 + Y^4 + Y^3 + Y + 1. The image is the set of polynomials in X^5.
 *
 * <p>The map is linear over F2, so that {@link #image} applies it to shares of bits. Time does not
 * depend on the elements.
 */
public final class Gf2To40Embedding {
  /** Bits 0, 5, 10 and 15. */
  private static final long FIFTHS = 0x8421L;

  /** Multiplier that copies a nibble to four nibbles. */
  private static final long COPIES = 0x1111L;

  private static final long NIBBLE = 0xf;
  private static final long IMAGE = FIFTHS | (FIFTHS << 20);

  private Gf2To40Embedding() {}

  /** Returns the image of X^i, for i below 8. */
  public static long image(int i) {
    return embed(1L << i);
  }

  /**
   * Converts a polynomial of degree below 8 in Z + 1 to one in Z; the conversion is its own
   * inverse.
   */
  private static long shifted(long b) {
    long x = b ^ ((b >>> 1) & 0x55);
    x ^= (x >>> 2) & 0x33;
    return x ^ ((x >>> 4) & 0x0f);
  }

  /** Returns the image of a byte, from 0 to 255. */
  public static long embed(long b) {
    long x = shifted(b);
    return (((x & NIBBLE) * COPIES) & FIFTHS) | ((((x >>> 4) * COPIES) & FIFTHS) << 20);
  }

  /**
   * Returns the byte whose image an element is. The map is linear over F2 on the whole field:
   * coefficients that no image has are ignored.
   */
  public static long extract(long a) {
    long low = ((a & FIFTHS) * COPIES) >>> 12;
    long high = (((a >>> 20) & FIFTHS) * COPIES) >>> 12;
    return shifted((low & NIBBLE) | ((high & NIBBLE) << 4));
  }

  /** Computes to = the images of n bytes. */
  public static void embed(byte[] bytes, int at, long[] to, int toAt, int n) {
    for (int i = 0; i < n; i++) {
      to[toAt + i] = embed(bytes[at + i] & 0xffL);
    }
  }

  /**
   * Extracts the bytes whose images n elements are.
   *
   * @return whether all elements are images; if not, the output has no meaning
   */
  public static boolean extract(long[] a, int aAt, byte[] bytes, int at, int n) {
    long excess = 0;
    for (int i = 0; i < n; i++) {
      excess |= a[aAt + i] & ~IMAGE;
      bytes[at + i] = (byte) extract(a[aAt + i]);
    }
    return excess == 0;
  }
}
