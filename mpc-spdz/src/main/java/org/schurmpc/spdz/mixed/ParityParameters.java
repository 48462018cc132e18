package org.schurmpc.spdz.mixed;

import java.math.BigInteger;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.field.Field;
import org.schurmpc.tinyot.material.Material;

/**
 * Parameters of a check of parities.
 *
 * @param n number of bits that are checked, a multiple of 64
 * @param sigma number of parities that are opened, the statistical security in bits
 */
record ParityParameters(int n, int sigma) {
  /** Maximum number of bits, which keeps what a batch holds below some hundred megabytes. */
  static final int MOST_BITS = 1 << 20;

  ParityParameters {
    if (n < 1 || n > MOST_BITS || n % Material.BITS != 0 || sigma < 1) {
      throw new IllegalArgumentException("a check of %d bits, σ %d".formatted(n, sigma));
    }
  }

  /**
   * Returns parameters that a field has room for: no sum of a mask and bits is p or more.
   *
   * @throws Refused if p is at most 2^γ + n
   */
  static ParityParameters of(int n, int sigma, Field field) throws Refused {
    ParityParameters parameters = new ParityParameters(n, sigma);
    if (!parameters.fits(field)) {
      throw new Refused(
          "bits of two kinds with σ %d take a prime above 2^%d, not %s"
              .formatted(sigma, parameters.maskBits(), field.name()));
    }
    return parameters;
  }

  /**
   * Returns the largest power of two that a field has room for as a number of bits, up to {@value
   * #MOST_BITS}; less than 64 if there is no check over the field.
   */
  static int most(int sigma, Field field) {
    int n = MOST_BITS;
    while (n >= Material.BITS && !new ParityParameters(n, sigma).fits(field)) {
      n /= 2;
    }
    return n;
  }

  private boolean fits(Field field) {
    BigInteger sums = BigInteger.ONE.shiftLeft(maskBits()).add(BigInteger.valueOf(n));
    return field.order().compareTo(sums) > 0;
  }

  /** Returns ⌈log2 x⌉ for a positive x. */
  static int ceilLog2(int x) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(x - 1);
  }

  /** Returns the number γ of bits of a mask: σ sums of n bits show 2^-σ together. */
  int maskBits() {
    return ceilLog2(n) + sigma + ceilLog2(sigma);
  }

  /** Returns the number of blocks of TinyOT: of the bits, and of the lowest bits of all masks. */
  int blocks() {
    return (n + sigma + Material.BITS - 1) / Material.BITS;
  }

  /** Returns the number of bits over the field. */
  int numbers() {
    return blocks() * Material.BITS + sigma * (maskBits() - 1);
  }

  /** Returns the place of bit {@code k} of a mask among the bits over the field. */
  int mask(int repetition, int k) {
    return k == 0
        ? n + repetition
        : blocks() * Material.BITS + repetition * (maskBits() - 1) + k - 1;
  }
}
