package org.schurmpc.vm.lib;

import java.util.List;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;

/**
 * Floating-point numbers with a significand of 24 bits and an exponent of 8 bits, as Java's {@code
 * float} (IEEE 754, binary32). Results are rounded to the nearest number, and to the one with an
 * even significand if two are as near; they overflow to infinity. Numbers below 2^-126 in absolute
 * value, also subnormal inputs, become 0 or -0.
 */
public final class FloatingPoint {
  private final ProgramBuilder b;

  /** Creates numbers in a program. */
  public FloatingPoint(ProgramBuilder b) {
    this.b = b;
  }

  FloatSum sum() {
    return new FloatSum(b);
  }

  FloatProduct product() {
    return new FloatProduct(b);
  }

  FloatQuotient quotient() {
    return new FloatQuotient(b);
  }

  FloatComparison comparison() {
    return new FloatComparison(b);
  }

  FloatBits bits() {
    return new FloatBits();
  }

  /**
   * Returns numbers from their bits in IEEE 754.
   *
   * @param bits 32 vectors: of all numbers the lowest bit first
   */
  public SecretFloat ofIeeeBits(List<SecretBitVector> bits) {
    return new SecretFloat(this, bits().of(bits));
  }
}
