package org.schurmpc.core.crypto;

import java.security.SecureRandom;

/**
 * A secret factor of elements of ristretto255: a number below 2^252, as 64 digits of radix 16.
 *
 * <p>The order of the group is L = 2^252 + c with c below 2^125, so a uniform number below 2^252 is
 * within statistical distance 2^-127 of a uniform one modulo L: no reduction is needed.
 */
public final class RistrettoScalar {
  /** Number of random bytes from which a scalar is made. */
  public static final int BYTES = 32;

  static final int RADIX = 16;
  static final int DIGITS = 64;

  // value = sum of digits[i] * 16^i, each from -8 to 7, the last one from 0 to 1.
  private final byte[] digits = new byte[DIGITS];

  /**
   * Creates a scalar.
   *
   * @param bytes {@value #BYTES} bytes from {@code offset} on, least significant first, of which
   *     the low 252 bits are read; not kept
   */
  public RistrettoScalar(byte[] bytes, int offset) {
    for (int i = 0; i < BYTES; i++) {
      digits[2 * i] = (byte) (bytes[offset + i] & 15);
      digits[2 * i + 1] = (byte) ((bytes[offset + i] >> 4) & 15);
    }
    digits[DIGITS - 1] = 0;
    int carry = 0;
    for (int i = 0; i < DIGITS; i++) {
      int digit = digits[i] + carry;
      carry = (digit + RADIX / 2) >> 4;
      digits[i] = (byte) (digit - (carry << 4));
    }
  }

  /** Returns a uniform scalar. */
  public static RistrettoScalar random(SecureRandom random) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    RistrettoScalar scalar = new RistrettoScalar(bytes, 0);
    Secrets.wipe(bytes);
    return scalar;
  }

  /** Returns the i-th digit, from -8 to 7. */
  int digit(int i) {
    return digits[i];
  }

  /** Overwrites the scalar. */
  public void wipe() {
    Secrets.wipe(digits);
  }

  @Override
  public String toString() {
    return "RistrettoScalar[secret]";
  }
}
