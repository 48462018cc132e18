package org.schurmpc.vm.lib;

import java.math.BigInteger;
import org.schurmpc.vm.lang.Bounds;
import org.schurmpc.vm.lang.ClearInts;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;

/**
 * Division of fixed-point numbers by secret ones: Goldschmidt's method (Catrina, Saxena: Secure
 * computation with fixed-point numbers, FC 2010).
 *
 * <p>For n = k - 1, the divisor y is normalised to c from 1/2 to 1. With y_0 = (181 - 121 c) / 64,
 * the error e_0 = 1 - c y_0 is at most 1/16. Then 1/c is the product of y_0 and the 1 + e_i for
 * e_(i+1) = e_i^2. After the factors of e_0 to e_(s-1), where 2^(s+2) is at least n + 1, the part
 * 2^-(n+1) is missing at most. Numbers have w = n + 6 bits behind the point. Each rounding is below
 * 2^-w, and there is one of e_0 and two a step: the factor 1/c is wrong by the part 2^-(n+1) + 10
 * 2^-w at most, for up to 4 steps, so that the quotient, which is below 2^n units, is wrong by 1/2
 * + 10/64 units, and by 1 for its rounding: together below 2.
 */
final class FixedDivision extends RealFunction {
  /** 64 times the coefficients of y_0. */
  private static final int CONSTANT = 181;

  private static final int SLOPE = 121;
  private static final int COEFFICIENT_BITS = 6;

  /** Number of bits behind the point. */
  private final int w;

  FixedDivision(FixedPoint format) {
    super(format);
    w = n + COEFFICIENT_BITS;
    b.requireRoom(Math.max(width(), 2 * w + 3));
  }

  /** Returns the number of bits of a quotient that is not rounded. */
  private int width() {
    return format.bits() + w + n - format.fraction();
  }

  /** Returns x/y; 0 if y is 0. */
  SecretFixed quotient(SecretFixed x, SecretFixed y) {
    Normalised divisor = Normalised.of(b, y.units(), format.bits());
    Bounds quotient = bounds(x.units().bounds(), y.units().bounds());
    if (format.assumes() || format.range().contains(quotient)) {
      return quotient(product(x.units(), divisor.sign()), divisor, quotient);
    }
    format.requireReplaces("a quotient", quotient);
    return replaced(x.units(), y.units(), divisor);
  }

  /** Returns 1/y; 0 if y is 0. */
  SecretFixed reciprocal(SecretFixed y) {
    Bounds one = Bounds.of(BigInteger.TWO.pow(format.fraction()));
    Bounds quotient = bounds(one, y.units().bounds());
    if (!format.assumes() && !format.range().contains(quotient)) {
      return quotient(format.constant(1), y);
    }
    Normalised divisor = Normalised.of(b, y.units(), format.bits());
    SecretInts signed = shift.left(divisor.sign(), format.fraction());
    return quotient(signed, divisor, quotient);
  }

  /** Returns the bounds of the units of a quotient, which is below 2 units from the exact one. */
  private Bounds bounds(Bounds x, Bounds y) {
    BigInteger least = y.least().max(y.most().negate()).max(BigInteger.ONE);
    BigInteger most = x.size().shiftLeft(format.fraction()).divide(least).add(BigInteger.TWO);
    boolean notNegative = x.least().signum() >= 0 && y.least().signum() >= 0;
    return notNegative ? new Bounds(BigInteger.ZERO, most) : Bounds.upTo(most);
  }

  /**
   * Returns the quotient, or the end of the range that is the nearest to it: from |x| 2^f = |y|
   * (2^n - 3) on, 0 is divided, and 2^n - 1 takes the place of the quotient, with its sign.
   */
  private SecretFixed replaced(SecretInts x, SecretInts y, Normalised divisor) {
    SecretInts negative = format.comparison().isNegative(x).asInts();
    SecretInts sign = negative.times(-2).plus(1);
    SecretInts size = x.times(sign).assumeFits(new Bounds(BigInteger.ZERO, x.bounds().size()));
    SecretInts divisorSize =
        y.times(divisor.sign()).assumeFits(new Bounds(BigInteger.ZERO, y.bounds().size()));
    BigInteger most = BigInteger.TWO.pow(n).subtract(BigInteger.ONE);
    ClearInts end = b.clear(most.subtract(BigInteger.TWO)).asVector();
    SecretInts scaled = shift.left(size, format.fraction());
    SecretBitVector over =
        format.comparison().isNegative(SecretFixed.difference(divisorSize.times(end), scaled));
    // Whether the divisor is not 0.
    SecretInts divides = divisor.positive().times(2).minus(divisor.sign());
    SecretInts outside = product(over.asInts(), divides);
    format.note(outside.assumeBits());
    SecretInts both = product(divisor.sign(), sign).assumeFits(Bounds.upTo(BigInteger.ONE));
    SecretInts ends = both.times(over.asInts()).times(b.clear(most).asVector());
    SecretInts kept = product(over.not().asInts(), product(x, divisor.sign()));
    SecretInts quotient = quotient(kept, divisor, Bounds.upTo(most)).units();
    return new SecretFixed(format, quotient.plus(ends).assumeFits(Bounds.upTo(most)));
  }

  private SecretFixed quotient(SecretInts signed, Normalised divisor, Bounds bounds) {
    SecretInts reciprocal = reciprocal(divisor.value());
    // |x/y| is below 2^n units, so |x| 2^n/|y| is below 2^(2n - f).
    IntType type = IntType.signed(2 * n - format.fraction() + 1);
    SecretInts shifted = product(signed.assumeFits(IntType.signed(format.bits())), divisor.power());
    SecretInts product = product(format.assumed(shifted, type.bounds()), reciprocal);
    int places = w + n - format.fraction();
    SecretInts rounded = rescaled(product, width(), places, 0);
    return new SecretFixed(format, format.assumed(rounded, format.range()).assumeFits(bounds));
  }

  /** Returns 1/c for c from 1/2 to 1 in units of 2^-n. */
  private SecretInts reciprocal(SecretInts c) {
    IntType one = IntType.signed(w + 2);
    ClearInts constant = b.clear(BigInteger.valueOf(CONSTANT).shiftLeft(n)).asVector();
    SecretInts y = c.times(-SLOPE).plus(constant).assumeFits(one);
    ClearInts whole = b.clear(BigInteger.TWO.pow(n + w)).asVector();
    SecretInts rest = c.times(y).negate().plus(whole).assumeFits(IntType.signed(n + w));
    SecretInts e = rescaled(rest, n + w, n + w, w).assumeFits(IntType.signed(w));
    for (int correct = 4; ; correct *= 2) {
      boolean last = 2 * correct >= n + 1;
      SecretInts[] factors = {y, e};
      SecretInts both = last ? y.times(e) : SecretInts.join(factors).times(SecretInts.join(e, e));
      SecretInts next = rescaled(both, 2 * w + 2, 2 * w, w);
      y = y.plus(last ? next : next.slice(0, c.size())).assumeFits(one);
      if (last) {
        return y;
      }
      e = next.slice(c.size(), c.size()).assumeFits(IntType.signed(w));
    }
  }
}
