package org.schurmpc.vm.lib;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretIntArray;
import org.schurmpc.vm.lang.SecretInts;

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

  FloatConversion conversion() {
    return new FloatConversion(b);
  }

  private SecretFloat with(FloatParts parts) {
    return new SecretFloat(this, parts);
  }

  /**
   * Returns n inputs of a party: the bits of floats in IEEE 754 as numbers from 0 to 2^32 - 1, as
   * {@link Float#floatToRawIntBits(float)} gives them. Their range is proven; takes 6 rounds and 39
   * triples for each number behind the proof.
   */
  public SecretFloat inputs(String name, int party, int n) {
    SecretBitVector bits = b.inputBits(name, party, FloatBits.BITS, n);
    IntType bit = IntType.unsigned(1);
    SecretIntArray byNumber = b.secretArray(name + "_float", bit, bits.size());
    SecretIntArray byBit = b.secretArray(name + "_bits", bit, bits.size());
    byNumber.store(0, bits.asInts());
    b.repeat(
        n,
        number -> {
          SecretInts own = byNumber.vector(number.times(FloatBits.BITS), FloatBits.BITS);
          for (int i = 0; i < FloatBits.BITS; i++) {
            byBit.part(i * n, n).store(number, own.slice(i, 1));
          }
        });
    List<SecretBitVector> all = new ArrayList<>();
    for (int i = 0; i < FloatBits.BITS; i++) {
      all.add(byBit.vector((long) i * n, n).assumeBits());
    }
    return ofIeeeBits(all);
  }

  /**
   * Returns numbers from their bits in IEEE 754. Takes 6 rounds and 39 triples for each number.
   *
   * @param bits 32 vectors: of all numbers the lowest bit first
   */
  public SecretFloat ofIeeeBits(List<SecretBitVector> bits) {
    return with(bits().of(bits));
  }

  /** Returns constants; subnormal ones are 0. Costs nothing. */
  public SecretFloat constant(float... values) {
    FloatParts[] parts = new FloatParts[values.length];
    for (int i = 0; i < values.length; i++) {
      parts[i] = bits().constant(b, values[i]);
    }
    return with(FloatParts.join(List.of(parts)));
  }

  /** Returns integers, rounded to nearest; of two numbers, to the one with an even significand. */
  public SecretFloat of(SecretInts integers) {
    return with(conversion().of(integers, 0));
  }

  /** Returns fixed-point numbers, rounded as {@link #of(SecretInts)}. */
  public SecretFloat of(SecretFixed values) {
    return with(conversion().of(values.units(), values.format().fraction()));
  }

  /** Returns the vector of the elements of some vectors, in their order. */
  public SecretFloat join(SecretFloat... parts) {
    return with(FloatParts.join(Arrays.stream(parts).map(SecretFloat::parts).toList()));
  }

  /** Returns, for each bit, an element of the first vector if it is 1. Takes 6 triples. */
  public SecretFloat choose(SecretBitVector bits, SecretFloat ifOne, SecretFloat ifZero) {
    return with(FloatParts.chosen(bits, ifOne.parts(), ifZero.parts()));
  }

  /** Gives the bits of numbers in IEEE 754 to all parties when the program ends. */
  public void output(String name, SecretFloat values) {
    b.output(name, values.ieeeBits());
  }

  /** Gives the bits of numbers in IEEE 754 to one party when the program ends. */
  public void outputTo(int party, String name, SecretFloat values) {
    b.outputTo(party, name, values.ieeeBits());
  }

  /**
   * Comparisons of floating-point numbers: of the bits of their absolute values in IEEE 754 as
   * integers, with the numbers' signs. 0 equals -0. With NaN all are false: it has 0, and what is
   * compared is moved beyond infinity.
   */
  static final class FloatComparison {
    /** The bits of infinity. */
    private static final long INFINITY = (long) FloatParts.INFINITE << FloatParts.FRACTION;

    private static final IntType WITH_SIGN = IntType.signed(32);
    private static final IntType DIFFERENCE = IntType.signed(33);

    private final Comparison comparison;
    private final Equality equality;

    FloatComparison(ProgramBuilder b) {
      comparison = new Comparison(b);
      equality = new Equality(b);
    }

    private static SecretInts signed(FloatParts x) {
      return x.sign().asInts().times(-2).plus(1).times(x.magnitude()).assumeFits(WITH_SIGN);
    }

    /** Returns x - y, with a summand for each that is NaN. */
    private static SecretInts difference(FloatParts x, FloatParts y, long forNan) {
      SecretInts nans = x.nan().plus(y.nan()).times(forNan);
      return signed(x).minus(signed(y)).plus(nans).assumeFits(DIFFERENCE);
    }

    SecretBitVector lessThan(FloatParts x, FloatParts y) {
      return comparison.isNegative(difference(x, y, INFINITY));
    }

    SecretBitVector atMost(FloatParts x, FloatParts y) {
      return comparison.isNegative(difference(y, x, -INFINITY - 1)).not();
    }

    SecretBitVector equal(FloatParts x, FloatParts y) {
      return equality.isZero(difference(x, y, INFINITY + 1));
    }
  }
}
