package org.schurmpc.vm.lib;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.schurmpc.vm.lang.ClearInts;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;

/**
 * A vector of secret fixed-point numbers. Operations work element by element; a vector of one
 * element combines with vectors of any length. {@link FixedPoint} makes numbers and says their
 * range, and what happens if a result is outside of it.
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

  /** Opens the numbers to all parties, in units of 2^-f. Takes a round. */
  public ClearInts reveal() {
    return units.reveal();
  }

  private ClearInts constant(double y) {
    ProgramBuilder b = format.builder();
    return b.clear(format.units(y)).asVector();
  }

  // Sums

  /** Returns the sum. Exact; costs nothing. */
  public SecretFixed plus(SecretFixed y) {
    format.requireSame(y.format);
    boolean shorter = size() < y.size();
    return format.scaled(shorter ? y.units.plus(units) : units.plus(y.units));
  }

  /** Returns the sum with a constant, rounded to a multiple of 2^-f. Costs nothing. */
  public SecretFixed plus(double y) {
    return format.scaled(units.plus(constant(y)));
  }

  /** Returns the difference. Exact; costs nothing. */
  public SecretFixed minus(SecretFixed y) {
    format.requireSame(y.format);
    return format.scaled(difference(units, y.units));
  }

  /** Returns the difference with a constant, rounded to a multiple of 2^-f. Costs nothing. */
  public SecretFixed minus(double y) {
    return format.scaled(units.minus(constant(y)));
  }

  /** Returns x - y, one bit wider than both. */
  private static SecretInts difference(SecretInts x, SecretInts y) {
    if (x.size() >= y.size()) {
      return x.minus(y);
    }
    SecretInts negated = y.minus(x);
    return negated.negate().assumeFits(IntType.signed(negated.width()));
  }

  /** Returns the negated number. Exact, except of the least number; costs nothing. */
  public SecretFixed negate() {
    return format.scaled(units.negate());
  }

  /** Returns the sum of the elements, as one element. Exact; costs nothing. */
  public SecretFixed sum() {
    return format.scaled(units.sum().asVector());
  }

  // Products

  private SecretInts product(SecretFixed y) {
    format.requireSame(y.format);
    format.requireRoom();
    return size() < y.size() ? y.units.times(units) : units.times(y.units);
  }

  /**
   * Returns the product, rounded up or down at random by {@link Shift#rightProbabilistic}: below
   * one unit from the exact product. The rounding is public. Takes 2 rounds, a triple and k + f - 1
   * + sigmaMask random bits.
   */
  public SecretFixed times(SecretFixed y) {
    return format.rounded(product(y), format.fraction());
  }

  /**
   * Returns the product, rounded down by {@link Shift#right}. Takes 2 + ⌈log2 ⌈f/2⌉⌉ rounds, below
   * 1 + 3f/2 triples and k + f - 1 + sigmaMask random bits.
   */
  public SecretFixed timesExact(SecretFixed y) {
    return format.roundedDown(product(y), format.fraction());
  }

  /** Returns the square as {@link #times(SecretFixed)}, with a square in place of a triple. */
  public SecretFixed square() {
    format.requireRoom();
    return format.rounded(units.square(), format.fraction());
  }

  /** Returns the product with integers. Exact; takes a round and a triple. */
  public SecretFixed times(SecretInts integers) {
    boolean shorter = size() < integers.size();
    return format.scaled(shorter ? integers.times(units) : units.times(integers));
  }

  /**
   * Returns the product with a constant: below 2 units from the exact product. The k - 1 highest
   * bits of the constant count. Costs nothing if they are an integer; otherwise a round, at most 2k
   * - 2 + sigmaMask random bits, and the field has room for 2k - 1 + sigmaMask bits.
   */
  public SecretFixed times(double y) {
    BigDecimal exact = FixedPoint.exact(y);
    return format.scale(this, numerator(exact), denominator(exact));
  }

  /** Returns the quotient by a constant other than 0: costs and error of {@link #times(double)}. */
  public SecretFixed dividedBy(double y) {
    BigDecimal exact = FixedPoint.exact(y);
    if (exact.signum() == 0) {
      throw new IllegalArgumentException("a fixed-point number is divided by 0");
    }
    BigInteger factor = denominator(exact).multiply(BigInteger.valueOf(exact.signum()));
    return format.scale(this, factor, numerator(exact).abs());
  }

  /**
   * Returns the quotient, which must be in the range, below 2 units from the exact one; 0 if y is
   * 0. Costs: docs/library.md; the field has room for 3k - f + 4 + sigmaMask bits, and for 2k + 13
   * + sigmaMask.
   */
  public SecretFixed dividedBy(SecretFixed y) {
    format.requireSame(y.format);
    return new FixedDivision(format).quotient(this, y);
  }

  private static BigInteger numerator(BigDecimal number) {
    return number.multiply(new BigDecimal(denominator(number))).toBigIntegerExact();
  }

  private static BigInteger denominator(BigDecimal number) {
    return BigInteger.TEN.pow(Math.max(0, number.scale()));
  }

  /**
   * Returns the sum of the products of the elements, rounded once: below one unit from the exact
   * sum. Takes 2 rounds, a triple for each element, and k + f - 1 + sigmaMask random bits.
   */
  public SecretFixed dot(SecretFixed y) {
    return format.rounded(product(y).sum().asVector(), format.fraction());
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
    return choose(y.lessThan(this), y);
  }

  /** Returns the greater number. Exact; takes a comparison, and a triple and a round behind it. */
  public SecretFixed max(SecretFixed y) {
    return choose(lessThan(y), y);
  }

  /** Returns y where a bit is 1, and this number where it is 0. */
  private SecretFixed choose(SecretBitVector which, SecretFixed y) {
    SecretInts change = which.asInts().times(difference(y.units, units));
    return format.scaled(size() < which.size() ? change.plus(units) : units.plus(change));
  }

  /** Returns |x|, except of the least number. Takes {@link Comparison#abs}. */
  public SecretFixed abs() {
    return format.scaled(format.comparison().abs(units));
  }
}
