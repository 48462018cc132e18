package org.schurmpc.vm.lib;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;
import org.schurmpc.vm.lang.Bounds;
import org.schurmpc.vm.lang.ClearInts;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.parts.Reals;

/**
 * Functions of fixed-point numbers x above 0 by a polynomial of the normalised number: x = c
 * 2^(l-f) for c from 1/2 to 1 and l bits, and c = (t + 3)/4 for t from -1 to 1.
 *
 * <p>For the binomial coefficient B of 1/2 or -1/2 over m, the root of c and its reciprocal have
 * derivatives of order m in t that are at most m! |B| 2^(1/2-m) and 2^(1/2-m) m! |B| 2, and the
 * logarithm (m-1)! 2^-m. So polynomials of degree d that {@link Reals#interpolated} gives are
 * 2^-(2d + 1) B √2, twice this, or 2^-(2d + 1)/(d + 1) from it at most, for m = d + 1.
 *
 * <p>Results of the roots are at most 2^s units. Numbers have w = s + 6 bits behind the point, and
 * the polynomial is 2^-(s+3) from the function. The error of c and those of {@link #polynomial},
 * for degrees up to 40, are below 24 units of 2^-w, 3/8 of a unit of the result; the power of 2, in
 * units of 2^-4, is wrong by 2^-5. Together with the approximation and the last rounding the error
 * is below 2. The logarithm has w = f + 6, and 2^-(f+3); its power of 2 is exact.
 */
final class FixedRoots extends RealFunction {
  private static final int GUARD = 6;

  /** Number of bits behind the point of a factor that depends on the length. */
  private static final int FACTOR_GUARD = 4;

  private static final BigDecimal SQRT_2 = Reals.sqrt(BigDecimal.valueOf(2));

  FixedRoots(FixedPoint format) {
    super(format);
  }

  /** Returns |B| for a binomial coefficient of a number over m. */
  private static double binomial(double of, int m) {
    double product = 1;
    for (int i = 0; i < m; i++) {
      product *= (of - i) / (i + 1);
    }
    return Math.abs(product);
  }

  /** Returns the least degree at which a bound is at most 2^-bits. */
  static int degree(IntToDoubleFunction bound, int bits) {
    int d = 1;
    while (bound.applyAsDouble(d) > Math.scalb(1.0, -bits)) {
      d++;
    }
    return d;
  }

  /** Returns a function of c in units of 2^-2w. */
  private SecretInts ofNormalised(
      Normalised x, UnaryOperator<BigDecimal> function, int degree, int w) {
    SecretInts c = rescaled(x.value(), n + 2, n, w).assumeFits(IntType.signed(w + 2));
    SecretInts t = c.times(4).minus(constant(BigDecimal.valueOf(3), w));
    return polynomial(
        t.assumeFits(IntType.signed(w + 2)),
        w,
        Reals.interpolated(
            point -> function.apply(point.add(BigDecimal.valueOf(3)).divide(BigDecimal.valueOf(4))),
            degree));
  }

  /** Returns 2^(half/2) in units of 2^-4. */
  private static BigInteger power(int half) {
    BigDecimal factor = Math.floorMod(half, 2) == 0 ? BigDecimal.ONE : SQRT_2;
    return units(factor, Math.floorDiv(half, 2) + FACTOR_GUARD);
  }

  /** Returns √x; 0 if x is below 0. */
  SecretFixed sqrt(SecretFixed x) {
    BigInteger square = x.units().bounds().most().max(BigInteger.ZERO).shiftLeft(f);
    Bounds bounds = new Bounds(BigInteger.ZERO, square.sqrt().add(BigInteger.TWO));
    int s = (n + f + 1) / 2;
    int d = degree(m -> Math.scalb(binomial(0.5, m + 1) * Math.sqrt(2), -2 * m - 1), s + 3);
    return format.result(
        root(x, Reals::sqrt, d, s, length -> length + f).assumeFits(bounds), "a root");
  }

  /** Returns 1/√x, or the end of the range; 0 if x is not above 0. */
  SecretFixed reciprocalSqrt(SecretFixed x) {
    BigInteger end = format.range().most();
    BigInteger fits = end.subtract(BigInteger.TWO);
    // The results of x from 2^3f / fits^2 on are at most fits units.
    BigInteger first = BigInteger.TWO.pow(3 * f).divide(fits.multiply(fits)).add(BigInteger.ONE);
    Bounds of = x.units().bounds();
    boolean all = first.equals(BigInteger.ONE) || of.least().compareTo(first) >= 0;
    BigInteger least = of.least().max(all ? BigInteger.ONE : first);
    Bounds bounds = new Bounds(BigInteger.ZERO, reciprocalRoot(least).min(end));
    if (all || format.assumes()) {
      return new SecretFixed(format, format.assumed(smallRoot(x), bounds));
    }
    format.requireReplaces(
        "a reciprocal root", new Bounds(BigInteger.ZERO, reciprocalRoot(BigInteger.ONE)));
    ClearInts smallest = b.clear(first).asVector();
    SecretBitVector below = format.comparison().isNegative(x.units().minus(smallest));
    SecretBitVector above = format.comparison().isNegative(x.units().negate());
    SecretBitVector outside = below.and(above);
    format.note(outside);
    SecretInts moved = outside.asInts().times(smallest.minus(x.units())).plus(x.units());
    Bounds range = new Bounds(of.least().min(first), of.most().max(first));
    SecretInts root = smallRoot(new SecretFixed(format, moved.assumeFits(range)));
    ClearInts most = b.clear(end).asVector();
    SecretInts value = outside.asInts().times(most.minus(root)).plus(root);
    return new SecretFixed(format, value.assumeFits(new Bounds(BigInteger.ZERO, end)));
  }

  /** Returns a bound of 1/√x in units, for units of x. */
  private BigInteger reciprocalRoot(BigInteger x) {
    return BigInteger.TWO.pow(3 * f).divide(x).sqrt().add(BigInteger.TWO);
  }

  private SecretInts smallRoot(SecretFixed x) {
    int s = Math.min(n, (3 * f + 1) / 2);
    int d = degree(m -> Math.scalb(binomial(-0.5, m + 1) * Math.sqrt(2), -2 * m), s + 3);
    return root(x, Reals::reciprocalSqrt, d, s, length -> 3 * f - length);
  }

  /** Returns a function of c times 2^(half(length)/2), which is at most 2^s, in units. */
  private SecretInts root(
      SecretFixed x, UnaryOperator<BigDecimal> function, int degree, int s, IntUnaryOperator half) {
    int w = s + GUARD;
    b.requireRoom(Math.max(2 * w + 5, w + s + FACTOR_GUARD + 3));
    Normalised normalised = Normalised.of(b, x.units(), format.bits());
    SecretInts sum = ofNormalised(normalised, function, degree, w);
    SecretInts value = rescaled(sum, 2 * w + 2, 2 * w, w);
    IntType type = IntType.signed(s + FACTOR_GUARD + 3);
    SecretInts factor =
        normalised.ofLength(b, length -> power(Math.min(2 * s, half.applyAsInt(length))), type);
    SecretInts kept = factor.times(normalised.positive()).assumeFits(type);
    SecretInts product = value.times(kept);
    return rescaled(product, w + s + FACTOR_GUARD + 3, w + FACTOR_GUARD, 0);
  }

  /** Returns ln x; 0 if x is not above 0. */
  SecretFixed log(SecretFixed x) {
    int w = f + GUARD;
    int d = degree(m -> Math.scalb(1.0 / (m + 1), -2 * m - 1), f + 3);
    int whole = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(f + 1, n - f));
    int width = 2 * w + whole + 2;
    b.requireRoom(width);
    Normalised normalised = Normalised.of(b, x.units(), format.bits());
    SecretInts sum = ofNormalised(normalised, Reals::log, d, w);
    IntType type = IntType.signed(width);
    SecretInts length = normalised.length().minus(f).timesInField(constant(Reals.LN2, 2 * w), type);
    SecretInts kept = sum.plus(length).assumeFits(type).times(normalised.positive());
    SecretInts rounded = rescaled(kept, width, 2 * w, f);
    return format.result(rounded.assumeFits(logarithms(x.units().bounds())), "a logarithm");
  }

  /** Returns the bounds of ln x in units, for units of x; 0 stands for numbers not above 0. */
  private Bounds logarithms(Bounds x) {
    Bounds zero = Bounds.of(0);
    if (x.most().signum() <= 0) {
      return zero;
    }
    BigInteger least = logarithm(x.least().max(BigInteger.ONE));
    BigInteger margin = BigInteger.valueOf(3).add(errorOfDouble(f));
    Bounds bounds = new Bounds(least.subtract(margin), logarithm(x.most()).add(margin));
    return x.least().signum() > 0 ? bounds : bounds.hull(zero);
  }

  /** Returns a bound of the error of a logarithm by Java's double, in units of 2^-f. */
  static BigInteger errorOfDouble(int f) {
    return BigInteger.TWO.pow(Math.max(0, f - 40));
  }

  private BigInteger logarithm(BigInteger units) {
    double exact = Math.log(units.doubleValue()) - f * Math.log(2);
    return new BigDecimal(Math.scalb(exact, f)).toBigInteger();
  }
}
