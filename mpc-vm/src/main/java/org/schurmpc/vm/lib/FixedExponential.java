package org.schurmpc.vm.lib;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.schurmpc.vm.lang.Bounds;
import org.schurmpc.vm.lang.ClearInts;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.parts.Reals;

/**
 * e^x of fixed-point numbers: 2^y for y = x / ln 2 is 2^i 2^r, for the integer i below or above y,
 * and r from -1 to 1.
 *
 * <p>If x is below -(f + 1) ln 2, the result is below half a unit, and 0 is taken. Otherwise |y| is
 * below 2^e, and 1/ln 2 has n + 3 + e bits behind the point, so that y is wrong by 2^-(n+4) at
 * most. r has w = n + 6 bits behind the point. The polynomial of 2^r is 2^-(n+4) from it: the
 * derivative of order m = d + 1 is at most 2 (ln 2)^m, so it is 2 (ln 2)^m / (m! 2^d) from it at
 * most. The powers of r and the coefficients make it wrong by 0.4 + (d + 1)/2 units of 2^-w, and
 * its rounding by 1. Relative to 2^r, which is at least 1/2, these are (2^-4 + 2^-6) ln 2 + 2 (2^-4
 * + (1.4 + (d + 1)/2)/64) times 2^-n: below 0.7 for d up to 23. A result is below 2^n units, and
 * its rounding is below 1: together below 2.
 */
final class FixedExponential extends RealFunction {
  private static final int GUARD = 6;

  /** An exponent whose power is a double, and larger than all numbers of all fields. */
  private static final int MOST_EXPONENT = 700;

  private final int w;

  FixedExponential(FixedPoint format) {
    super(format);
    w = n + GUARD;
  }

  private static double bound(int d) {
    double bound = 2;
    for (int i = 1; i <= d + 1; i++) {
      bound *= Math.log(2) / i;
    }
    return Math.scalb(bound, -d);
  }

  /** Returns e^x, or the end of the range. */
  SecretFixed exp(SecretFixed x) {
    Bounds of = x.units().bounds();
    BigInteger last = last();
    if (format.assumes() || of.most().compareTo(last) <= 0) {
      return power(x, most(of.most().min(last)));
    }
    format.requireReplaces("an exponential", new Bounds(BigInteger.ZERO, most(of.most())));
    Bounds fitting = new Bounds(of.least().min(last), last);
    Comparison.Cut cut = format.comparison().cut(x.units(), fitting);
    SecretBitVector outside = cut.outside().get(cut.outside().size() - 1);
    format.note(outside);
    SecretInts power = power(new SecretFixed(format, cut.values()), most(last)).units();
    ClearInts end = b.clear(format.range().most()).asVector();
    SecretInts more = outside.asInts().times(end.minus(power));
    return new SecretFixed(
        format, power.plus(more).assumeFits(new Bounds(BigInteger.ZERO, format.range().most())));
  }

  /** Returns the most units of x for which e^x is below 2^n - 3 units. */
  private BigInteger last() {
    double most = Math.scalb(1.0, n - f) - Math.scalb(3.0, -f);
    return new BigDecimal(Math.scalb(Math.log(most), f))
        .toBigInteger()
        .subtract(BigInteger.TWO)
        .subtract(FixedRoots.errorOfDouble(f));
  }

  /** Returns a bound of e^x in units, for units of x; that of e^700 for greater x. */
  private BigInteger most(BigInteger x) {
    double exact = Math.exp(Math.min(Math.scalb(x.doubleValue(), -f), MOST_EXPONENT));
    BigDecimal units = new BigDecimal(exact * (1 + 0x1p-40));
    return units
        .multiply(new BigDecimal(BigInteger.TWO.pow(f)))
        .toBigInteger()
        .add(BigInteger.valueOf(3));
  }

  private SecretFixed power(SecretFixed x, BigInteger most) {
    int e = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(f + 1, n - f));
    int places = n + 3 + e;
    b.requireRoom(Math.max(e + f + places + 2, 2 * w + 5));
    SecretInts large = large(x);
    IntType type = IntType.signed(e + f + places + 1);
    BigDecimal factor = BigDecimal.ONE.divide(Reals.LN2, 80, RoundingMode.HALF_EVEN);
    SecretInts y =
        product(x.units(), large)
            .assumeFits(IntType.signed(Math.min(format.bits(), e + f + 1)))
            .timesInField(constant(factor, places), type);
    SecretInts i = rescaled(y, type.bits(), f + places, 0);
    SecretInts whole = shift.left(i, f + places).assumeFits(type);
    SecretInts r = rescaled(y.minus(whole), f + places + 2, f + places, w);
    int d = FixedRoots.degree(FixedExponential::bound, n + 4);
    SecretInts sum =
        polynomial(r, w, Reals.interpolated(point -> Reals.exp(point.multiply(Reals.LN2)), d));
    SecretInts value = rescaled(sum, 2 * w + 3, 2 * w, w).assumeFits(IntType.signed(w + 3));
    // i is from -(f + 2) to n - f.
    Bounds exponents = new Bounds(BigInteger.ZERO, BigInteger.valueOf(n + 2L));
    SecretInts exponent = i.plus(f + 2).assumeFits(exponents);
    SecretInts power = new SecretShift(b).power(exponent, n + 2).times(large);
    SecretInts product = value.times(power.assumeFits(IntType.signed(n + 4)));
    SecretInts rounded = rescaled(product, format.bits() + w + 2, w + 2, 0);
    Bounds bounds = new Bounds(BigInteger.ZERO, most.min(format.range().most()));
    return new SecretFixed(format, rounded.assumeFits(bounds));
  }

  /** Returns whether e^x is half a unit or more, as 0 or 1. */
  private SecretInts large(SecretFixed x) {
    double least = -(f + 1) * Math.log(2);
    if (-least >= Math.scalb(1.0, n - f)) {
      return b.clear(1).toSecret().asVector();
    }
    return x.atLeast(least).asInts();
  }
}
