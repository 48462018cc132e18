package org.schurmpc.spdz.cipher;

import org.schurmpc.core.field.Gf2To40Embedding;
import org.schurmpc.spdz.material.LookupKind;

/**
 * Packed shares over gf2_40: a long that holds this party's share of a value by its coordinates,
 * from bit {@value LookupKind#VALUE_SHIFT} on, and its share of the value's MAC below. The sum of
 * two packed shares is their XOR.
 *
 * <p>A byte is the image of an element of GF(2^8), by the coordinates in the images of 1, X, ...,
 * X^7, of which each is Y = X^5 + 1 times the one before ({@link Gf2To40Embedding}).
 */
final class Packed {
  /** The bits of the MAC. */
  static final long MAC = (1L << LookupKind.VALUE_SHIFT) - 1;

  private static final int SHIFT = LookupKind.VALUE_SHIFT;
  private static final int STEP = 5;

  /** The reduction of X^8 in GF(2^8), without X^8. */
  private static final long AES_MODULUS = 0x1b;

  private Packed() {}

  /** Returns Y times an element of gf2_40, whose modulus is X^40 + X^20 + X^15 + X^10 + 1. */
  static long timesY(long mac) {
    long top = mac >>> (SHIFT - STEP);
    long low = mac ^ (mac << STEP & MAC);
    return low ^ top ^ top << 10 ^ top << 15 ^ top << 20;
  }

  /** Returns X times a byte. */
  static long timesX(long packed) {
    long value = packed >>> SHIFT;
    long doubled = (value << 1 ^ (-(value >>> 7) & AES_MODULUS)) & 0xff;
    return doubled << SHIFT | timesY(packed & MAC);
  }

  /** Returns X times an element of gf2_40. */
  static long timesPower(long mac, int exponent) {
    long top = mac >>> (SHIFT - exponent);
    return (mac << exponent & MAC) ^ top ^ top << 10 ^ top << 15 ^ top << 20;
  }
}
