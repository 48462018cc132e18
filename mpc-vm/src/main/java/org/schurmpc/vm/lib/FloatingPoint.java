package org.schurmpc.vm.lib;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.schurmpc.vm.lang.ClearInts;
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

  /**
   * Returns products, rounded to the nearest number, and of two to the one with an even
   * significand. The product of the significands has 47 or 48 bits, or is 0.
   */
  FloatParts product(FloatParts x, FloatParts y) {
    SecretInts product =
        x.significand()
            .times(y.significand())
            .assumeFits(IntType.unsigned(2 * FloatParts.PRECISION));
    SecretInts exponent = x.exponent().plus(y.exponent()).minus(FloatParts.BIAS);
    return new FloatRounding(b, 2 * FloatParts.PRECISION, product, exponent).round().product(x, y);
  }

  FloatQuotient quotient() {
    return new FloatQuotient(b);
  }

  FloatComparison comparison() {
    return new FloatComparison(b);
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
    SecretBitVector bits = b.inputBits(name, party, FloatParts.BITS, n);
    IntType bit = IntType.unsigned(1);
    SecretIntArray byNumber = b.secretArray(name + "_float", bit, bits.size());
    SecretIntArray byBit = b.secretArray(name + "_bits", bit, bits.size());
    byNumber.store(0, bits.asInts());
    b.repeat(
        n,
        number -> {
          SecretInts own = byNumber.vector(number.times(FloatParts.BITS), FloatParts.BITS);
          for (int i = 0; i < FloatParts.BITS; i++) {
            byBit.part(i * n, n).store(number, own.slice(i, 1));
          }
        });
    List<SecretBitVector> all = new ArrayList<>();
    for (int i = 0; i < FloatParts.BITS; i++) {
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
    return with(FloatParts.ofBits(bits));
  }

  /** Returns constants; subnormal ones are 0. Costs nothing. */
  public SecretFloat constant(float... values) {
    FloatParts[] parts = new FloatParts[values.length];
    for (int i = 0; i < values.length; i++) {
      parts[i] = FloatParts.constant(b, values[i]);
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

  /** Floating-point numbers from and to integers, which may be units of 2^-f. */
  static final class FloatConversion {
    /** The least number of bits that are rounded. */
    private static final int ROUNDED = FloatParts.PRECISION + 3;

    private static final int MOST_BITS = 64;

    /** With more, the exponent that 0 is given would be one of an underflow. */
    private static final int MOST_FRACTION = 124;

    private final ProgramBuilder b;
    private final Comparison comparison;

    FloatConversion(ProgramBuilder b) {
      this.b = b;
      comparison = new Comparison(b);
    }

    private ClearInts constant(BigInteger value) {
      return b.clear(value).asVector();
    }

    /** Returns x 2^-fraction, rounded to nearest. */
    FloatParts of(SecretInts x, int fraction) {
      if (fraction > MOST_FRACTION) {
        throw new IllegalArgumentException(
            "floating-point numbers are made of numbers with at most %d bits behind the point, not %d"
                .formatted(MOST_FRACTION, fraction));
      }
      // |x| has as many bits as x with its sign has.
      int length = Math.max(2, x.width());
      SecretBitVector sign = comparison.isNegative(x);
      SecretInts magnitude = sign.choose(x.negate(), x).assumeFits(IntType.unsigned(length));
      FloatNormaliser.Normal normal = new FloatNormaliser(b, length, 0).of(magnitude);
      int rounded = Math.max(length, ROUNDED);
      SecretInts number =
          normal
              .number()
              .times(constant(BigInteger.TWO.pow(rounded - length)))
              .assumeFits(IntType.unsigned(rounded));
      SecretInts exponent = normal.shift().negate().plus(FloatParts.BIAS + length - 2 - fraction);
      SecretInts zero = FloatParts.not(normal.isNotZero());
      SecretInts none = FloatParts.bits(zero.minus(zero));
      return new FloatRounding(b, rounded, number, exponent)
          .round()
          .parts(sign, normal.isNotZero(), zero, none, none);
    }

    /**
     * Returns x 2^fraction as integers of k bits, without what is behind the point.
     *
     * <p>A significand is multiplied by 2^(s+1), where s is the exponent of x 2^fraction, or by 0
     * if s is below 0, and loses its 24 lowest bits.
     */
    SecretInts units(FloatParts x, int k, int fraction) {
      if (k < 2 || k > MOST_BITS) {
        throw new IllegalArgumentException(
            "a floating-point number becomes an integer of 2 to 64 bits, not " + k);
      }
      IntType exponentType = IntType.unsigned(8);
      int tooLarge = FloatParts.BIAS - fraction + k - 1;
      SecretInts irregular = FloatParts.not(x.regular());
      SecretInts exponent =
          x.exponent().minus(irregular.times(FloatParts.BIAS - 1)).assumeFits(exponentType);
      SecretBitVector over = comparison.atLeast(exponent, tooLarge);
      SecretInts clipped = over.not().choose(exponent, b.secret(1).asVector());
      SecretInts distance = clipped.negate().plus(tooLarge - 1).assumeFits(exponentType);
      SecretInts scaled =
          new FloatAlignment(b, k - 1)
              .of(distance)
              .times(x.significand())
              .assumeFits(IntType.unsigned(FloatParts.PRECISION + k - 1));
      SecretInts cut = new Shift(b).right(scaled, FloatParts.PRECISION);

      SecretInts isLargest = FloatParts.bits(over.asInts().plus(x.infinite()));
      BigInteger largest = BigInteger.TWO.pow(k - 1).subtract(BigInteger.ONE);
      SecretInts magnitude = cut.plus(isLargest.times(constant(largest)));
      SecretInts sign = x.sign().asInts();
      return sign.times(-2)
          .plus(1)
          .times(magnitude)
          .minus(sign.times(isLargest))
          .assumeFits(IntType.signed(k));
    }
  }
}
