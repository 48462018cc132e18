package org.schurmpc.core.field;

/**
 * GF(2^8) = F2[X]/(X^8 + X^4 + X^3 + X + 1), element by element. Elements are ints below 256. For
 * other arguments the result is undefined or an {@link IndexOutOfBoundsException}.
 *
 * <p>For set-up and tests only: the class looks elements up in tables, so it must never be used on
 * a secret. {@link org.schurmpc.core.kernel.CodewordKernels} computes products of secrets.
 */
public final class Gf256 {
  /** Number of elements. */
  public static final int ORDER = 256;

  /** Modulus of AES, 0x11B. */
  public static final int MODULUS = 0x11B;

  /** Generator of the multiplicative group: X + 1. */
  public static final int GENERATOR = 0x03;

  private static final int UNITS = 255;
  private static final byte[] EXP = new byte[2 * UNITS];
  private static final byte[] LOG = new byte[ORDER];

  static {
    int power = 1;
    for (int e = 0; e < UNITS; e++) {
      EXP[e] = (byte) power;
      EXP[e + UNITS] = (byte) power;
      LOG[power] = (byte) e;
      power ^= mulX(power);
    }
  }

  private Gf256() {}

  private static int mulX(int a) {
    return (a << 1) ^ (a >> 7) * MODULUS;
  }

  /** Returns the product. */
  public static int mul(int a, int b) {
    return a == 0 || b == 0 ? 0 : EXP[(LOG[a] & 0xFF) + (LOG[b] & 0xFF)] & 0xFF;
  }

  /**
   * Returns the inverse.
   *
   * @throws ArithmeticException if a is zero
   */
  public static int inverse(int a) {
    return EXP[UNITS - log(a)] & 0xFF;
  }

  /** Returns a to the power of e, for any e not below zero; 0^0 = 1. */
  public static int pow(int a, int e) {
    if (e < 0) {
      throw new IllegalArgumentException("negative exponent " + e);
    }
    if (e == 0) {
      return 1;
    }
    return a == 0 ? 0 : EXP[(int) ((long) log(a) * e % UNITS)] & 0xFF;
  }

  /** Returns the generator to the power of e, for any e not below zero. */
  public static int exp(int e) {
    return EXP[e % UNITS] & 0xFF;
  }

  /**
   * Returns the discrete logarithm of a, below 255.
   *
   * @throws ArithmeticException if a is zero
   */
  public static int log(int a) {
    if (a == 0) {
      throw new ArithmeticException("zero has no inverse and no logarithm in GF(2^8)");
    }
    return LOG[a] & 0xFF;
  }
}
