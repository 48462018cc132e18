package org.schurmpc.spdz.cipher;

import java.util.List;
import org.schurmpc.core.circuit.LookupTable;

/**
 * The S-boxes of DES as polynomials over GF(2^6) (KORSVV17, section 3.2: cyclotomic class method),
 * by Lagrange's interpolation. An index is an element, bit i the coefficient of X^i; outputs have
 * four bits.
 */
final class DesPolynomials {
  /** The degree of all eight. */
  static final int DEGREE = Gf64.ORDER - 2;

  private DesPolynomials() {}

  /**
   * Returns the coefficients of S1 to S8, each from the constant on. The polynomial Σ T(a) (1 + (x
   * + a)^63) has the coefficient Σ T(a) a^(63 - j) of x^j, as all binomials of 63 are odd, and T(0)
   * for j = 0. That of x^63 is the sum of all entries, zero.
   */
  static int[][] all() {
    List<LookupTable> tables = DesTables.sboxes();
    int[][] all = new int[DesTables.BOXES][];
    for (int box = 0; box < all.length; box++) {
      all[box] = coefficients(tables.get(box));
    }
    return all;
  }

  private static int[] coefficients(LookupTable table) {
    int[] coefficients = new int[DEGREE + 1];
    coefficients[0] = table.entry(0);
    for (int a = 0; a < Gf64.ORDER; a++) {
      int term = table.entry(a);
      for (int j = DEGREE; j > 0; j--) {
        term = Gf64.mul(term, a);
        coefficients[j] ^= term;
      }
    }
    return coefficients;
  }

  /**
   * GF(2^6) = F2[X]/(X^6 + X^4 + X^3 + X + 1), for public elements, ints below 64.
   *
   * @see org.schurmpc.core.field.Gf2To42Embedding
   */
  static final class Gf64 {
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
}
