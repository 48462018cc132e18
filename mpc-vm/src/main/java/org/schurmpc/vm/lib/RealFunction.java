package org.schurmpc.vm.lib;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.schurmpc.vm.lang.Bounds;
import org.schurmpc.vm.lang.ClearInts;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.parts.BitNumbers;

/**
 * A function of fixed-point numbers. Inside of it, numbers are integers in units of 2^-places, for
 * any places.
 */
abstract class RealFunction {
  final FixedPoint format;
  final ProgramBuilder b;
  final Shift shift;

  /** Number of bits of numbers without the sign. */
  final int n;

  /** Number of bits behind the point of numbers. */
  final int f;

  RealFunction(FixedPoint format) {
    this.format = format;
    b = format.builder();
    shift = new Shift(b);
    n = format.bits() - 1;
    f = format.fraction();
  }

  /** Returns a constant in units of 2^-places, rounded to the nearest. */
  final ClearInts constant(BigDecimal value, int places) {
    return b.clear(units(value, places)).asVector();
  }

  static BigInteger units(BigDecimal value, int places) {
    BigDecimal power = new BigDecimal(BigInteger.TWO.pow(Math.abs(places)));
    BigDecimal scaled =
        places < 0 ? value.divide(power, 40, RoundingMode.HALF_EVEN) : value.multiply(power);
    return scaled.setScale(0, RoundingMode.HALF_EVEN).unscaledValue();
  }

  /** Returns the product of two vectors, of which one may have one element. */
  static SecretInts product(SecretInts x, SecretInts y) {
    return x.size() < y.size() ? y.times(x) : x.times(y);
  }

  /**
   * Returns numbers in units of 2^-to instead of 2^-from, below one unit from them. Takes a round
   * if these are fewer places, and nothing otherwise.
   *
   * @param width number of bits of x, one of them for the sign
   */
  final SecretInts rescaled(SecretInts x, int width, int from, int to) {
    int m = from - to;
    if (m <= 0) {
      return shift.left(x.assumeFits(IntType.signed(width)), -m);
    }
    int masked = Math.max(width, m + 1);
    b.requireRoom(masked);
    return shift.rightProbabilistic(x.assumeFits(IntType.signed(masked)), m);
  }

  /**
   * Returns the value of a polynomial in units of 2^-2w.
   *
   * <p>A power t^j is below j - 1 units of 2^-w from the exact one: the errors of both factors and
   * that of rounding add up, since no factor is above 1. So the value is below the sum of the |c_j|
   * (j - 1), plus (d + 1)/2 for the rounding of the d + 1 coefficients, of these units from the
   * exact one. Takes 2 rounds for each of ⌈log2 d⌉ levels, and d - 1 products.
   *
   * @param t from -1 to 1, in units of 2^-w
   * @param c coefficients, from that of t^0 to that of t^d, for d of at least 1
   */
  final SecretInts polynomial(SecretInts t, int w, List<BigDecimal> c) {
    double size = c.stream().mapToDouble(each -> Math.abs(each.doubleValue())).sum();
    IntType type = IntType.signed(2 * w + Math.max(0, Math.getExponent(size)) + 3);
    List<SecretInts> powers = powers(t, w, c.size() - 1);
    SecretInts sum = null;
    for (int j = 1; j < c.size(); j++) {
      SecretInts term = powers.get(j - 1).timesInField(constant(c.get(j), w), type);
      sum = sum == null ? term : sum.plus(term).assumeFits(type);
    }
    return sum.plus(constant(c.get(0), 2 * w)).assumeFits(type);
  }

  /** Returns the powers of t from t^1 to t^d. */
  private List<SecretInts> powers(SecretInts t, int w, int d) {
    int size = t.size();
    IntType type = IntType.signed(w + 2);
    b.requireRoom(2 * w + 3);
    List<SecretInts> powers = new ArrayList<>(List.of(t.assumeFits(type)));
    while (powers.size() < d) {
      int known = powers.size();
      int more = Math.min(known, d - known);
      SecretInts highest = powers.get(known - 1);
      SecretInts[] low = powers.subList(0, more).toArray(SecretInts[]::new);
      SecretInts[] high = new SecretInts[more];
      Arrays.fill(high, highest);
      SecretInts products =
          known == 1 ? t.square() : SecretInts.join(low).times(SecretInts.join(high));
      SecretInts next = rescaled(products, 2 * w + 3, 2 * w, w).assumeFits(type);
      for (int i = 0; i < more; i++) {
        powers.add(next.slice(i * size, size));
      }
    }
    return powers;
  }

  /**
   * Signed integers x of k bits as sign, normalised size and power of 2: |x| 2^(k-1-length) is from
   * 2^(k-2) to 2^(k-1). The length is the number of bits of x, or of -x - 1 if x is below 0: of x
   * XOR its sign, which takes a product a bit. Exact.
   *
   * @param value |x| 2^(k-1-length), or 2^(k-2) if x is 0
   * @param power 2^(k-1-length)
   * @param sign -1, 0 or 1
   * @param positive whether x is above 0: 0 or 1
   * @param length number of bits
   * @param above by i whether the length is above i, for i from 0 to k - 2
   */
  record Normalised(
      SecretInts value,
      SecretInts power,
      SecretInts sign,
      SecretInts positive,
      SecretInts length,
      List<SecretBitVector> above) {
    static Normalised of(ProgramBuilder b, SecretInts x, int k) {
      if (k < 3) {
        throw new IllegalArgumentException(
            "numbers of %d bits are too short to divide".formatted(k));
      }
      int n = x.size();
      List<SecretBitVector> bits =
          new BitDecomposition(b).of(x.within(Bounds.signed(k), "a number"));
      SecretInts negative = bits.get(k - 1).asInts();
      BitLength.Lengths lengths = new BitLength(b).of(sizes(bits, n));
      SecretInts notNegative = negative.assumeBits().not().asInts();
      SecretInts positive = lengths.above().get(0).asInts().times(notNegative);
      SecretInts size = x.times(negative.times(-2).plus(1));
      ClearInts least = b.clear(BigInteger.TWO.pow(k - 2)).asVector();
      SecretInts zero = positive.plus(negative).negate().plus(1).assumeFits(IntType.unsigned(1));
      SecretInts value = size.assumeFits(IntType.unsigned(k - 1)).times(lengths.normalising());
      IntType type = IntType.unsigned(k);
      return new Normalised(
          value.plus(zero.timesInField(least, type)).assumeFits(type),
          lengths.normalising(),
          positive.minus(negative).assumeFits(IntType.signed(2)),
          positive.assumeFits(IntType.unsigned(1)),
          lengths.bits(),
          lengths.above());
    }

    /** Returns the bits but the sign, XOR the sign. */
    private static List<SecretBitVector> sizes(List<SecretBitVector> bits, int n) {
      int k = bits.size();
      SecretBitVector[] signs = new SecretBitVector[k - 1];
      Arrays.fill(signs, bits.get(k - 1));
      SecretBitVector all =
          SecretBitVector.join(bits.subList(0, k - 1).toArray(SecretBitVector[]::new))
              .xor(SecretBitVector.join(signs));
      List<SecretBitVector> sizes = new ArrayList<>();
      for (int i = 0; i < k - 1; i++) {
        sizes.add(all.slice(i * n, n));
      }
      return sizes;
    }

    /** Returns a public function of the length, which is 0 for length 0. Costs nothing. */
    SecretInts ofLength(ProgramBuilder b, IntFunction<BigInteger> f, IntType type) {
      if (above.get(0).isBoolean()) {
        IntFunction<BigInteger> of = i -> i == 0 ? BigInteger.ZERO : f.apply(i);
        int width =
            IntStream.rangeClosed(0, above.size())
                .map(i -> of.apply(i).bitLength())
                .max()
                .orElse(1);
        return BitNumbers.ofUnary(b, above, of, Math.max(1, width)).assumeFits(type);
      }
      SecretInts sum = null;
      BigInteger before = BigInteger.ZERO;
      for (int i = 0; i < above.size(); i++) {
        BigInteger next = f.apply(i + 1);
        ClearInts rise = b.clear(next.subtract(before)).asVector();
        SecretInts term = above.get(i).asInts().timesInField(rise, type);
        sum = sum == null ? term : sum.plus(term).assumeFits(type);
        before = next;
      }
      return sum;
    }
  }
}
