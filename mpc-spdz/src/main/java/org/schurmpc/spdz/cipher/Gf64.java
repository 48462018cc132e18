package org.schurmpc.spdz.cipher;

/**
 * GF(2^6) = F2[X]/(X^6 + X^4 + X^3 + X + 1), for public elements, ints below 64.
 *
 * @see org.schurmpc.core.field.Gf2To42Embedding
 */
final class Gf64 {
  /** Number of elements. */
  static final int ORDER = 64;

  private static final int BITS = 6;
  private static final int MODULUS = 0x5b;

  private Gf64() {}

  /** Returns the product. */
  static int mul(int a, int b) {
    int product = 0;
    for (int i = BITS - 1; i >= 0; i--) {
      product <<= 1;
      product ^= (product >> BITS) * MODULUS;
      product ^= (b >> i & 1) * a;
    }
    return product;
  }

  /** Returns a to the power of e, for any e not below zero; 0^0 = 1. */
  static int pow(int a, int e) {
    int power = 1;
    for (int i = 0; i < e; i++) {
      power = mul(power, a);
    }
    return power;
  }
}
