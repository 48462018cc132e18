package org.schurmpc.vm.lib;

import java.math.BigInteger;
import java.util.List;
import org.schurmpc.vm.lang.Bounds;
import org.schurmpc.vm.lang.ClearInts;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretInts;

/**
 * Division of secret integers x by secret integers y (Goldschmidt: Applications of division by
 * convergence, 1964; Catrina, Saxena: Secure computation with fixed-point numbers, FC 2010).
 * Quotients are rounded down, and exact. The rest is x - q y, from 0 to y - 1, or from y + 1 to 0
 * if y is negative. Over 0, the quotient is 0 and the rest x.
 *
 * <p>With the sign of y given to x, the divisor is d = |y|, or 1 for y = 0, when x is replaced by
 * 0. {@link BitLength} normalises d to b from 1/2 to 1. The first reciprocal w is linear in b, such
 * that |a| is below 2^-4.08 for a = 1 - b w. Then x / d is x w (1 + a) (1 + a^2) (1 + a^4) … up to
 * an error of |a| to the power 2^steps, with as many steps as make it 1/3. Products are rounded up
 * or down, which adds an error below 1/12; so what is rounded last, 1/2 below the estimate, is off
 * by at most 1. Two comparisons of the rest correct it. The roundings show nothing, since the
 * results do not depend on them.
 *
 * <p>For x and y of k bits, one of them for the sign, and s steps, 3 for 32 bits and 4 for 64, it
 * takes 3 ⌈log2 k⌉ + 2 s + 8 rounds, and a round more for the rest; docs/library.md has the items.
 * What is opened has up to 2k + 15 bits, at statistical distance 2^-sigmaMask each as {@link Shift}
 * says.
 */
public final class SecretDivision {
  /** w is (SLOPE_AT_0 - SLOPE b) 2^-START_BITS. */
  private static final BigInteger AT_0 = BigInteger.valueOf(723);

  private static final BigInteger SLOPE = BigInteger.valueOf(482);
  private static final int START_BITS = 8;

  /** Bits of the quotients behind the point. */
  private static final int GUARD_BITS = 7;

  private final ProgramBuilder b;
  private final Shift shift;
  private final Comparison comparison;

  /** Creates the division of values of a program. */
  public SecretDivision(ProgramBuilder b) {
    this.b = b;
    shift = new Shift(b);
    comparison = new Comparison(b);
  }

  /**
   * Results of a division.
   *
   * @param quotient x over y, rounded down, or 0 if y is 0
   * @param rest x minus quotient times y
   */
  public record Result(SecretInts quotient, SecretInts rest) {}

  /**
   * A divisor.
   *
   * @param signed 1 or -1 as y is positive or negative, and 0 if it is 0
   * @param size |y|, or 1 if y is 0
   * @param power what normalises it
   * @param normalised size times power: from 2^(bits-1) to 2^bits
   * @param bits n
   */
  private record Divisor(
      SecretInts signed, SecretInts size, SecretInts power, SecretInts normalised, int bits) {}

  private ClearInts power(int exponent) {
    return b.clear(BigInteger.TWO.pow(exponent)).asVector();
  }

  private ClearInts constant(BigInteger value) {
    return b.clear(value).asVector();
  }

  private static SecretInts signed(SecretInts x, int width) {
    return x.assumeFits(IntType.signed(width));
  }

  private Divisor divisor(SecretInts y) {
    int n = y.width() - 1;
    List<SecretBitVector> bits = new BitDecomposition(b).of(y);
    SecretBitVector negative = bits.get(n);
    // For a negative y, the bits of |y| - 1: the power makes |y| at most 2^n.
    List<SecretBitVector> below = bits.subList(0, n).stream().map(negative::xor).toList();
    BitLength.Lengths lengths = new BitLength(b).of(below);
    SecretBitVector zero = lengths.above().get(0).not().and(negative.not());
    SecretInts absolute = negative.choose(y.negate(), y).assumeFits(IntType.unsigned(y.width()));
    SecretInts size = absolute.plus(zero.asInts()).assumeFits(IntType.unsigned(y.width()));
    // For 0, the power is 2^n.
    SecretInts normalised =
        absolute.times(lengths.normalising()).plus(shift.left(zero.asInts(), n));
    SecretInts signed = negative.asInts().times(-2).plus(1).minus(zero.asInts());
    return new Divisor(
        signed(signed, 2),
        size,
        lengths.normalising(),
        normalised.assumeFits(IntType.unsigned(n + 1)),
        n);
  }

  /** Returns numbers with other places behind the point, rounded up or down. */
  private SecretInts places(SecretInts x, int from, int to) {
    return from > to ? shift.rightProbabilistic(x, from - to) : shift.left(x, to - from);
  }

  /** Returns 1 - b w with places behind the point. */
  private SecretInts firstError(Divisor divisor, int places) {
    int n = divisor.bits;
    IntType any = IntType.signed(2 * n + START_BITS + 4);
    SecretInts c = divisor.normalised;
    SecretInts quadratic = c.square().timesInField(constant(SLOPE), any);
    SecretInts linear = c.timesInField(constant(AT_0.shiftLeft(n)), any);
    SecretInts error = quadratic.minus(linear).plus(power(2 * n + START_BITS));
    SecretInts exact = signed(error, 2 * n + START_BITS - 3);
    return signed(places(exact, 2 * n + START_BITS, places), places - 2);
  }

  /** Returns x w with {@link #GUARD_BITS} behind the point. */
  private SecretInts firstQuotient(SecretInts x, Divisor divisor, int width) {
    int n = divisor.bits;
    SecretInts product = signed(x.times(divisor.power), x.width() + n);
    SecretInts scaled = signed(places(product, n, GUARD_BITS), width);
    IntType type = IntType.unsigned(n + START_BITS + 1);
    SecretInts slope = divisor.normalised.timesInField(constant(SLOPE), type);
    SecretInts w = constant(AT_0.shiftLeft(n)).minus(slope).assumeFits(type);
    SecretInts first = signed(scaled.times(w), width + n + START_BITS);
    return signed(places(first, n + START_BITS, 0), width);
  }

  /** Returns the number of steps after which the quotient of k bits is off by at most 1/3. */
  private static int steps(int k) {
    int steps = 1;
    while (k - 1 + 1.585 > 4.081 * (1 << steps)) {
      steps++;
    }
    return steps;
  }

  /** Returns the quotient of k bits, or 1 more or less. */
  private SecretInts estimate(SecretInts x, Divisor divisor, int k) {
    int places = Math.max(k + 7, 12);
    int width = k + GUARD_BITS + 1;
    SecretInts error = firstError(divisor, places);
    SecretInts quotient = firstQuotient(x, divisor, width);
    int steps = steps(k);
    for (int i = 1; i < steps; i++) {
      quotient = signed(places(improved(quotient, error, places), places, 0), width);
      // |error| is at most 2^-(2^(i+1)).
      int small = 2 << i;
      SecretInts square = signed(error.square(), 2 * places - 2 * small + 2);
      error = signed(places(square, places, 0), places - 2 * small + 2);
    }
    int all = GUARD_BITS + places;
    SecretInts last = improved(quotient, error, places).minus(power(all - 1));
    return signed(places(signed(last, k + all + 1), all, 0), k + 1);
  }

  /** Returns a quotient times 1 + error, with all places of both. */
  private SecretInts improved(SecretInts quotient, SecretInts error, int places) {
    SecretInts factor = error.plus(power(places));
    return signed(quotient.times(signed(factor, places + 2)), quotient.width() + places);
  }

  /**
   * Returns the quotient and the rest.
   *
   * @param y as many as x, or 1
   */
  public Result divide(SecretInts x, SecretInts y) {
    int k = x.width();
    SecretInts divisors = y.width() > 1 ? y : y.within(Bounds.signed(2), "a divisor");
    Divisor divisor = divisor(divisors);
    SecretInts dividend = signed(x.times(divisor.signed), k + 1);
    SecretInts estimate = estimate(dividend, divisor, k);
    int room = divisors.width() + 1;
    SecretInts left = signed(dividend.minus(estimate.times(divisor.size)), room);
    SecretBitVector tooSmall = comparison.isNegative(signed(left.minus(divisor.size), room)).not();
    SecretBitVector tooGreat = comparison.isNegative(left);
    SecretInts quotient = signed(estimate.plus(tooSmall.asInts()).minus(tooGreat.asInts()), k + 1);
    SecretInts rest = x.minus(quotient.times(y));
    return new Result(quotient, signed(rest, Math.max(k, y.width())));
  }

  /** Returns x over y, rounded down, or 0 if y is 0. */
  public SecretInts quotient(SecretInts x, SecretInts y) {
    return divide(x, y).quotient();
  }

  /** Returns x over y, rounded down, or 0 if y is 0. */
  public SecretInt quotient(SecretInt x, SecretInt y) {
    return quotient(x.asVector(), y.asVector()).get(0);
  }

  /** Returns x minus y times the quotient: from 0 to y - 1, or y + 1 to 0; x if y is 0. */
  public SecretInts rest(SecretInts x, SecretInts y) {
    return divide(x, y).rest();
  }

  /** Returns x minus y times the quotient, as {@link #rest(SecretInts, SecretInts)}. */
  public SecretInt rest(SecretInt x, SecretInt y) {
    return rest(x.asVector(), y.asVector()).get(0);
  }
}
