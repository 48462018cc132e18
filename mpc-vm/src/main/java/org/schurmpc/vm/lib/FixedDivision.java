package org.schurmpc.vm.lib;

import java.math.BigInteger;
import org.schurmpc.vm.lang.ClearInts;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
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
final class FixedDivision {
  /** 64 times the coefficients of y_0. */
  private static final int CONSTANT = 181;

  private static final int SLOPE = 121;
  private static final int COEFFICIENT_BITS = 6;

  private final FixedPoint format;
  private final ProgramBuilder b;
  private final Working working;
  private final int n;

  /** Number of bits behind the point. */
  private final int w;

  FixedDivision(FixedPoint format) {
    this.format = format;
    b = format.builder();
    working = new Working(b);
    n = format.bits() - 1;
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
    return quotient(Working.product(x.units(), divisor.sign()), divisor);
  }

  /** Returns 1/y; 0 if y is 0. */
  SecretFixed reciprocal(SecretFixed y) {
    Normalised divisor = Normalised.of(b, y.units(), format.bits());
    return quotient(new Shift(b).left(divisor.sign(), format.fraction()), divisor);
  }

  private SecretFixed quotient(SecretInts signed, Normalised divisor) {
    SecretInts reciprocal = reciprocal(divisor.value());
    // |x/y| is below 2^n units, so |x| 2^n/|y| is below 2^(2n - f).
    IntType type = IntType.signed(2 * n - format.fraction() + 1);
    SecretInts shifted =
        Working.product(signed.assumeFits(IntType.signed(format.bits())), divisor.power());
    SecretInts product = Working.product(shifted.assumeFits(type), reciprocal);
    int places = w + n - format.fraction();
    return format.scaled(working.rescaled(product, width(), places, 0));
  }

  /** Returns 1/c for c from 1/2 to 1 in units of 2^-n. */
  private SecretInts reciprocal(SecretInts c) {
    IntType one = IntType.signed(w + 2);
    ClearInts constant = b.clear(BigInteger.valueOf(CONSTANT).shiftLeft(n)).asVector();
    SecretInts y = c.times(-SLOPE).plus(constant).assumeFits(one);
    ClearInts whole = b.clear(BigInteger.TWO.pow(n + w)).asVector();
    SecretInts rest = c.times(y).negate().plus(whole).assumeFits(IntType.signed(n + w));
    SecretInts e = working.rescaled(rest, n + w, n + w, w).assumeFits(IntType.signed(w));
    for (int correct = 4; ; correct *= 2) {
      boolean last = 2 * correct >= n + 1;
      SecretInts[] factors = {y, e};
      SecretInts both = last ? y.times(e) : SecretInts.join(factors).times(SecretInts.join(e, e));
      SecretInts next = working.rescaled(both, 2 * w + 2, 2 * w, w);
      y = y.plus(last ? next : next.slice(0, c.size())).assumeFits(one);
      if (last) {
        return y;
      }
      e = next.slice(c.size(), c.size()).assumeFits(IntType.signed(w));
    }
  }
}
