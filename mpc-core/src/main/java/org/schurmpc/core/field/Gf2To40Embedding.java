package org.schurmpc.core.field;

/**
 * GF(2^8) with the modulus of AES in the field "gf2_40" (DKLMS12): X becomes Y = X^5 + 1, a root of
 * Y^8 + Y^4 + Y^3 + Y + 1. The image is the polynomials in X^5.
 *
 * <p>The map is linear over F2, so that it works on shares of bits: with {@link #image}. Takes the
 * same time whatever the elements are.
 */
public final class Gf2To40Embedding {
  /** Bits 0, 5, 10 and 15. */
  private static final long FIFTHS = 0x8421L;

  /** Copies a nibble to each of four. */
  private static final long COPIES = 0x1111L;

  private static final long NIBBLE = 0xf;
  private static final long IMAGE = FIFTHS | (FIFTHS << 20);

  private Gf2To40Embedding() {}

  /** The element that X^i becomes, for i below 8. */
  public static long image(int i) {
    return embed(1L << i);
  }

  /** The polynomial in Z that is one in Z + 1, of degree below 8: either way. */
  private static long shifted(long b) {
    long x = b ^ ((b >>> 1) & 0x55);
    x ^= (x >>> 2) & 0x33;
    return x ^ ((x >>> 4) & 0x0f);
  }

  private static long embed(long b) {
    long x = shifted(b);
    return (((x & NIBBLE) * COPIES) & FIFTHS) | ((((x >>> 4) * COPIES) & FIFTHS) << 20);
  }

  private static long extract(long a) {
    long low = ((a & FIFTHS) * COPIES) >>> 12;
    long high = (((a >>> 20) & FIFTHS) * COPIES) >>> 12;
    return shifted((low & NIBBLE) | ((high & NIBBLE) << 4));
  }

  /** to = the images of n bytes. */
  public static void embed(byte[] bytes, int at, long[] to, int toAt, int n) {
    for (int i = 0; i < n; i++) {
      to[toAt + i] = embed(bytes[at + i] & 0xffL);
    }
  }

  /**
   * The bytes whose images n elements are.
   *
   * @return whether all are images; if not, what was written has no meaning
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
