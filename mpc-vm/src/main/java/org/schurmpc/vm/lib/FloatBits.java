package org.schurmpc.vm.lib;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;

/** Floating-point numbers from and to their bits in IEEE 754. */
final class FloatBits {
  private static final int EXPONENT_BITS = 8;
  private static final int SIGN = FloatParts.FRACTION + EXPONENT_BITS;
  private static final long NAN = 0x7fc00000L;

  /** Number of bits of a number. */
  static final int BITS = SIGN + 1;

  /**
   * Returns numbers; subnormal ones are 0 with their sign.
   *
   * @param bits the bits of all numbers, the lowest first
   */
  FloatParts of(List<SecretBitVector> bits) {
    if (bits.size() != BITS) {
      throw new IllegalArgumentException(
          "a number in floating point has 32 bits, not " + bits.size());
    }
    List<SecretBitVector> fraction = bits.subList(0, FloatParts.FRACTION);
    List<SecretBitVector> exponent = bits.subList(FloatParts.FRACTION, SIGN);
    SecretBitVector ones = all(exponent);
    SecretBitVector zero = all(exponent.stream().map(SecretBitVector::not).toList());
    SecretBitVector finite = all(fraction.stream().map(SecretBitVector::not).toList());
    SecretInts infinite = ones.and(finite).asInts();
    SecretInts nan = FloatParts.bits(ones.asInts().minus(infinite));
    SecretInts regular = FloatParts.bits(ones.not().asInts().minus(zero.asInts()));
    return new FloatParts(
        bits.get(SIGN),
        regular
            .times(value(exponent).minus(FloatParts.BIAS))
            .plus(FloatParts.BIAS)
            .assumeFits(IntType.unsigned(EXPONENT_BITS)),
        regular
            .times(value(fraction).plus(1 << FloatParts.FRACTION))
            .assumeFits(IntType.unsigned(FloatParts.PRECISION)),
        zero.asInts(),
        infinite,
        nan);
  }

  /** Returns a constant. */
  FloatParts constant(ProgramBuilder b, float value) {
    boolean regular = Float.isFinite(value) && Math.abs(value) >= Float.MIN_NORMAL;
    int bits = Float.floatToIntBits(value);
    int first = 1 << FloatParts.FRACTION;
    int significand = (bits & (first - 1)) | first;
    return new FloatParts(
        known(b, bits < 0),
        number(b, regular ? Math.getExponent(value) + FloatParts.BIAS : FloatParts.BIAS),
        number(b, regular ? significand : 0),
        known(b, Math.abs(value) < Float.MIN_NORMAL).asInts(),
        known(b, Float.isInfinite(value)).asInts(),
        known(b, Float.isNaN(value)).asInts());
  }

  private static SecretInts number(ProgramBuilder b, long value) {
    return b.secret(value).asVector();
  }

  private static SecretBitVector known(ProgramBuilder b, boolean bit) {
    return number(b, bit ? 1 : 0).assumeBits();
  }

  /** Returns the conjunction of bits. */
  private static SecretBitVector all(List<SecretBitVector> bits) {
    List<SecretBitVector> left = bits;
    while (left.size() > 1) {
      List<SecretBitVector> next = new ArrayList<>();
      for (int i = 0; i + 1 < left.size(); i += 2) {
        next.add(left.get(i).and(left.get(i + 1)));
      }
      if (left.size() % 2 == 1) {
        next.add(left.get(left.size() - 1));
      }
      left = next;
    }
    return left.get(0);
  }

  private static SecretInts value(List<SecretBitVector> bits) {
    SecretInts sum = bits.get(bits.size() - 1).asInts();
    for (int i = bits.size() - 2; i >= 0; i--) {
      IntType type = IntType.unsigned(bits.size() - i);
      sum = sum.plus(sum).plus(bits.get(i).asInts()).assumeFits(type);
    }
    return sum;
  }

  /** Returns the bits of numbers, as {@link Float#floatToIntBits(float)} does. */
  SecretInts of(FloatParts x) {
    SecretInts sign = x.sign().asInts();
    SecretInts isNegative = sign.times(FloatParts.not(x.nan()));
    return x.magnitude()
        .plus(x.nan().times(NAN))
        .plus(isNegative.times(1L << SIGN))
        .assumeFits(IntType.unsigned(BITS));
  }
}
