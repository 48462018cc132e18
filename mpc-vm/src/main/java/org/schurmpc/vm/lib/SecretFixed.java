package org.schurmpc.vm.lib;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.schurmpc.vm.lang.Bounds;
import org.schurmpc.vm.lang.ClearInts;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.parts.Reals;

/**
 * A vector of secret fixed-point numbers. Operations work element by element; a vector of one
 * element combines with vectors of any length. {@link FixedPoint} makes numbers and says their
 * range, and what happens if a result can be outside of it.
 */
public final class SecretFixed {
  private final FixedPoint format;
  private final SecretInts units;

  SecretFixed(FixedPoint format, SecretInts units) {
    this.format = format;
    this.units = units;
  }

  /** Returns the arithmetic of these numbers. */
  public FixedPoint format() {
    return format;
  }

  /** Returns the numbers as integers, in units of 2^-f. */
  public SecretInts units() {
    return units;
  }

  /** Returns the number of elements. */
  public int size() {
    return units.size();
  }

  /** Returns the vector of one element; takes no instruction. */
  public SecretFixed get(int element) {
    return slice(element, 1);
  }

  /** Returns n elements in a row; takes no instruction. */
  public SecretFixed slice(int from, int n) {
    return new SecretFixed(format, units.slice(from, n));
  }

  /** Returns these numbers in {@linkplain FixedPoint#saturating saturating} arithmetic. */
  public SecretFixed saturating() {
    return new SecretFixed(format.saturating(), units);
  }

  /** Returns these numbers in {@linkplain FixedPoint#checked checked} arithmetic. */
  public SecretFixed checked() {
    return new SecretFixed(format.checked(), units);
  }

  /** Opens the numbers to all parties, in units of 2^-f. Takes a round. */
  public ClearInts reveal() {
    format.settle();
    return units.reveal();
  }

  private ClearInts constant(double y) {
    ProgramBuilder b = format.builder();
    return b.clear(format.units(y)).asVector();
  }

  // Sums

  private SecretFixed sum(SecretInts units) {
    return format.result(units, "a sum");
  }

  /** Returns the sum. Exact; costs nothing. */
  public SecretFixed plus(SecretFixed y) {
    format.requireSame(y.format);
    boolean shorter = size() < y.size();
    return sum(shorter ? y.units.plus(units) : units.plus(y.units));
  }

  /** Returns the sum with a constant, rounded to a multiple of 2^-f. Costs nothing. */
  public SecretFixed plus(double y) {
    return sum(units.plus(constant(y)));
  }

  /** Returns the difference. Exact; costs nothing. */
  public SecretFixed minus(SecretFixed y) {
    format.requireSame(y.format);
    return sum(difference(units, y.units));
  }

  /** Returns the difference with a constant, rounded to a multiple of 2^-f. Costs nothing. */
  public SecretFixed minus(double y) {
    return sum(units.minus(constant(y)));
  }

  /** Returns x - y, of which one may have one element. */
  static SecretInts difference(SecretInts x, SecretInts y) {
    return x.size() < y.size() ? y.minus(x).negate() : x.minus(y);
  }

  /** Returns the negated number. Exact; costs nothing. */
  public SecretFixed negate() {
    return format.result(units.negate(), "the negated number");
  }

  /** Returns the sum of the elements, as one element. Exact; costs nothing. */
  public SecretFixed sum() {
    return sum(units.sum().asVector());
  }

  // Products

  private SecretInts product(SecretFixed y) {
    format.requireSame(y.format);
    return size() < y.size() ? y.units.times(units) : units.times(y.units);
  }

  /**
   * Returns the product, rounded up or down at random by {@link Shift#rightProbabilistic}: below
   * one unit from the exact product. The rounding is public. Takes 2 rounds, a triple and w - 1 +
   * sigmaMask random bits, for w bits of the product before it is rounded: at most k + f if the
   * result is in the range.
   */
  public SecretFixed times(SecretFixed y) {
    return format.rounded(product(y), format.fraction(), "a product");
  }

  /**
   * Returns the product, rounded down by {@link Shift#right}. Takes 2 + ⌈log2 ⌈f/2⌉⌉ rounds, below
   * 1 + 3f/2 triples and the random bits of {@link #times(SecretFixed)}.
   */
  public SecretFixed timesExact(SecretFixed y) {
    return format.roundedDown(product(y), format.fraction(), "a product");
  }

  /** Returns the square as {@link #times(SecretFixed)}, with a square in place of a triple. */
  public SecretFixed square() {
    return format.rounded(units.square(), format.fraction(), "a square");
  }

  /** Returns the product with integers. Exact; takes a round and a triple. */
  public SecretFixed times(SecretInts integers) {
    boolean shorter = size() < integers.size();
    return format.result(shorter ? integers.times(units) : units.times(integers), "a product");
  }

  /**
   * Returns the product with a constant: below 2 units from the exact product. The k - 1 highest
   * bits of the constant count. Costs nothing if they are an integer; otherwise a round, at most 2k
   * - 2 + sigmaMask random bits, and the field has room for 2k - 1 + sigmaMask bits.
   */
  public SecretFixed times(double y) {
    BigDecimal exact = FixedPoint.exact(y);
    return scale(numerator(exact), denominator(exact));
  }

  /** Returns the quotient by a constant other than 0: costs and error of {@link #times(double)}. */
  public SecretFixed dividedBy(double y) {
    BigDecimal exact = FixedPoint.exact(y);
    if (exact.signum() == 0) {
      throw new IllegalArgumentException("a fixed-point number is divided by 0");
    }
    BigInteger factor = denominator(exact).multiply(BigInteger.valueOf(exact.signum()));
    return scale(factor, numerator(exact).abs());
  }

  /**
   * Returns the quotient, below 2 units from the exact one; 0 if y is 0. Bounds show that it is in
   * the range if |y| is large enough for all x, as behind {@link #max(double)}. Quotients within 3
   * units of the ends of the range count as outside. Costs: docs/library.md; the field has room for
   * 3k - f + 4 + sigmaMask bits, and for 2k + 13 + sigmaMask.
   */
  public SecretFixed dividedBy(SecretFixed y) {
    format.requireSame(y.format);
    return new FixedDivision(format).quotient(this, y);
  }

  /**
   * Returns the product with a quotient of two constants, of which k - 1 bits count: below 2 units
   * from the exact product.
   *
   * @param divisor above 0
   */
  private SecretFixed scale(BigInteger factor, BigInteger divisor) {
    int bits = format.bits();
    int exponent = Reals.exponent(factor.abs(), divisor);
    if (factor.signum() == 0 || exponent <= 1 - bits) {
      // |x factor/divisor| is below one unit.
      return format.scaled(units.times(0));
    }
    int places = bits - 1 - exponent;
    if (places < 0) {
      throw new IllegalArgumentException(
          "a factor of %d bits takes numbers of %d bits out of their range"
              .formatted(exponent, bits));
    }
    BigInteger rounded = Reals.quotient(factor, divisor, places);
    int zeros = Math.min(places, rounded.getLowestSetBit());
    int m = places - zeros;
    rounded = rounded.shiftRight(zeros);
    ClearInts constant = format.builder().clear(rounded).asVector();
    return format.rounded(units.times(constant), m, "a product");
  }

  private static BigInteger numerator(BigDecimal number) {
    return number.multiply(new BigDecimal(denominator(number))).toBigIntegerExact();
  }

  private static BigInteger denominator(BigDecimal number) {
    return BigInteger.TEN.pow(Math.max(0, number.scale()));
  }

  /**
   * Returns the sum of the products of the elements, rounded once: below one unit from the exact
   * sum. Takes 2 rounds, a triple for each element, and the random bits of one product of its size.
   */
  public SecretFixed dot(SecretFixed y) {
    return format.rounded(product(y).sum().asVector(), format.fraction(), "a sum of products");
  }

  // Comparisons

  private SecretBitVector isBelow(SecretInts x, SecretInts y) {
    return format.comparison().isNegative(difference(x, y));
  }

  /** Returns whether x &lt; y. Costs what {@link Comparison} of k bits does. */
  public SecretBitVector lessThan(SecretFixed y) {
    format.requireSame(y.format);
    return isBelow(units, y.units);
  }

  /** Returns whether x &lt; y, which is rounded to a multiple of 2^-f. */
  public SecretBitVector lessThan(double y) {
    return format.comparison().lessThan(units, constant(y));
  }

  /** Returns whether x ≤ y. Costs what {@link Comparison} of k bits does. */
  public SecretBitVector atMost(SecretFixed y) {
    return y.lessThan(this).not();
  }

  /** Returns whether x ≤ y, which is rounded to a multiple of 2^-f. */
  public SecretBitVector atMost(double y) {
    return format.comparison().atMost(units, constant(y));
  }

  /** Returns whether x &gt; y. Costs what {@link Comparison} of k bits does. */
  public SecretBitVector greaterThan(SecretFixed y) {
    return y.lessThan(this);
  }

  /** Returns whether x &gt; y, which is rounded to a multiple of 2^-f. */
  public SecretBitVector greaterThan(double y) {
    return format.comparison().greaterThan(units, constant(y));
  }

  /** Returns whether x ≥ y. Costs what {@link Comparison} of k bits does. */
  public SecretBitVector atLeast(SecretFixed y) {
    return lessThan(y).not();
  }

  /** Returns whether x ≥ y, which is rounded to a multiple of 2^-f. */
  public SecretBitVector atLeast(double y) {
    return format.comparison().atLeast(units, constant(y));
  }

  /** Returns the lesser number. Exact; takes a comparison, and a triple and a round behind it. */
  public SecretFixed min(SecretFixed y) {
    return choose(y.lessThan(this), y, units.bounds().min(y.units.bounds()));
  }

  /** Returns the lesser one of the number and a constant, as {@link #min(SecretFixed)}. */
  public SecretFixed min(double y) {
    return min(format.constant(y));
  }

  /** Returns the greater number. Exact; takes a comparison, and a triple and a round behind it. */
  public SecretFixed max(SecretFixed y) {
    return choose(lessThan(y), y, units.bounds().max(y.units.bounds()));
  }

  /** Returns the greater one of the number and a constant, as {@link #max(SecretFixed)}. */
  public SecretFixed max(double y) {
    return max(format.constant(y));
  }

  /**
   * Returns the nearest number from least to most. Costs nothing if the bounds of the number are
   * within; otherwise {@link Comparison#clamp}.
   */
  public SecretFixed clamp(double least, double most) {
    if (!(least <= most)) {
      throw new IllegalArgumentException("a range from %s to %s".formatted(least, most));
    }
    Bounds to = new Bounds(format.units(least), format.units(most));
    return new SecretFixed(format, format.comparison().clamp(units, to));
  }

  /** Returns y where a bit is 1, and this number where it is 0. */
  private SecretFixed choose(SecretBitVector which, SecretFixed y, Bounds bounds) {
    SecretInts change = which.asInts().times(difference(y.units, units));
    SecretInts either = size() < which.size() ? change.plus(units) : units.plus(change);
    return new SecretFixed(format, either.assumeFits(bounds));
  }

  /** Returns |x|. Takes {@link Comparison#abs}. */
  public SecretFixed abs() {
    return format.result(format.comparison().abs(units), "the absolute value");
  }
}
