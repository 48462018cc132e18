package org.schurmpc.vm.lib;

import java.math.BigInteger;
import java.util.List;
import org.schurmpc.vm.lang.ClearInts;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.Masks;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.parts.BitComparison;

/**
 * Rounds integers x of l or l - 1 bits, which have exponents, to significands of 24 bits: to the
 * nearest one, and to the even one of two. Exact. Tells whether the exponent is in the range of
 * finite numbers.
 *
 * <p>The parties open x + 2^(l-1) e + r once, for an exponent e and l + 7 + sigmaMask random bits
 * r. Quotients by 2^k follow from whether the lowest k bits of what was opened are below those of
 * r, as {@link Shift} says. Half a unit is added first, so that x counts as a number of l bits if
 * it is rounded up to one, and the exponent's quotients have its carry. On a tie the bits behind
 * the cut equal those of r, so that the last bit before the cut is linear in one bit of r.
 *
 * <p>For l = 48, it takes 12 rounds and 86 triples.
 */
final class FloatRounding {
  /** Bits of half the exponent. */
  private static final int SPAN = 8;

  /** Half of what is added to the exponent, minus its least value and one above its greatest. */
  private static final int LEAST = 65;

  private static final int ABOVE = 192;

  private final ProgramBuilder b;
  private final int length;

  /** The number of bits that are cut off if x has {@code length - 1}. */
  private final int cut;

  private final SecretInts x;
  private final SecretInts exponent;
  private final SecretInts packed;
  private final Masks masks;
  private final List<SecretBitVector> r;
  private final ClearInts c;

  /**
   * A rounded number.
   *
   * @param significand 24 bits, the first of them 1; or 0 if x is 0
   * @param exponent the exponent with its bias
   * @param over whether the exponent is above 254, as 0 or 1
   * @param under whether the exponent is below 1, as 0 or 1
   */
  record Rounded(SecretInts significand, SecretInts exponent, SecretInts over, SecretInts under) {
    /**
     * Returns the parts of floating-point numbers.
     *
     * @param regular whether numbers are regular unless they overflow or underflow
     */
    FloatParts parts(
        SecretBitVector sign,
        SecretInts regular,
        SecretInts zero,
        SecretInts infinite,
        SecretInts nan) {
      SecretInts remains = FloatParts.bits(regular.minus(over).minus(under));
      return new FloatParts(
          sign,
          remains
              .times(exponent.minus(FloatParts.BIAS))
              .plus(FloatParts.BIAS)
              .assumeFits(IntType.unsigned(8)),
          remains.times(significand).assumeFits(IntType.unsigned(FloatParts.PRECISION)),
          FloatParts.bits(zero.plus(under)),
          FloatParts.bits(infinite.plus(over)),
          nan);
    }

    /** Returns the parts of rounded products of numbers, with the sign and what is not regular. */
    FloatParts product(FloatParts x, FloatParts y) {
      // NaN is taken to be 0 and infinite at once: so is 0 times infinity.
      SecretInts isNotZero = x.isNotZero().times(y.isNotZero());
      SecretInts isNotInfinite = x.isNotInfinite().times(y.isNotInfinite());
      SecretInts regular = x.regular().times(y.regular());
      SecretInts zero = FloatParts.bits(isNotInfinite.minus(regular));
      SecretInts infinite = FloatParts.bits(isNotZero.minus(regular));
      SecretInts nan = FloatParts.bits(regular.plus(1).minus(isNotZero).minus(isNotInfinite));
      return parts(x.sign().xor(y.sign()), regular, zero, infinite, nan);
    }
  }

  /**
   * Opens numbers to round.
   *
   * @param x 0, or of {@code length} or {@code length - 1} bits
   * @param exponent the exponent, with its bias, of numbers of {@code length - 1} bits: from -127
   *     to 381
   */
  FloatRounding(ProgramBuilder b, int length, SecretInts x, SecretInts exponent) {
    this.b = b;
    this.length = length;
    this.x = x;
    this.exponent = exponent;
    cut = length - 1 - FloatParts.PRECISION;
    IntType range = IntType.signed(length + SPAN);
    SecretInts centred = exponent.minus(FloatParts.BIAS + 1).assumeFits(IntType.signed(9));
    SecretInts signed = x.plus(centred.timesInField(power(length - 1), range)).assumeFits(range);
    masks = b.bitMasks(x.size(), length + SPAN, cut);
    r = masks.bits();
    // The least exponent, 1, is moved to 130, and the first one above the range, 255, to 384.
    ClearInts offset = constant(2 * LEAST + FloatParts.BIAS, length - 1);
    c = signed.openMasked(masks).plus(offset);
    packed = signed.plus(offset);
  }

  private ClearInts constant(long factor, int exponent) {
    return b.clear(BigInteger.valueOf(factor).shiftLeft(exponent)).asVector();
  }

  private ClearInts power(int exponent) {
    return constant(1, exponent);
  }

  /** Compares some bits of a public number with those of r. */
  private BitComparison.Part part(ClearInts of, int from, int n) {
    return new BitComparison(of.shiftRight(from), r.subList(from, from + n)).whole();
  }

  /** Returns the value of some bits of r. */
  private SecretInts bits(int from, int n) {
    return FloatParts.value(r.subList(from, from + n));
  }

  /** Returns the value of the lowest bits of r. */
  private SecretInts low(int k) {
    int top = Math.min(k, length - 1);
    SecretInts low = masks.low();
    low = k == cut ? low : low.plus(bits(cut, top - cut).times(power(cut)));
    return k == top ? low : low.plus(bits(top, k - top).times(power(top)));
  }

  /**
   * Returns (of + added) over 2^k, rounded down, where {@code of} is what is packed or its lowest
   * bits.
   *
   * @param borrow whether the lowest k bits of c + added are below those of r
   */
  private SecretInts quotient(SecretInts of, ClearInts added, int k, SecretInts borrow, int bits) {
    SecretInts rest = c.plus(added).lowBits(k).minus(low(k));
    ClearInts inverse = b.clear(1).overInField(b.clear(BigInteger.TWO.pow(k))).asVector();
    return of.plus(added)
        .minus(rest)
        .timesInField(inverse, IntType.signed(bits + 2))
        .minus(borrow)
        .assumeFits(IntType.unsigned(bits));
  }

  /** Rounds. */
  Rounded round() {
    BitComparison.Part low = part(c, 0, cut - 1);
    ClearInts half = power(cut - 1);
    ClearInts halved = c.plus(half);
    SecretInts borrow = part(halved, cut - 1, 1).above(low.below());
    SecretInts shorter = toEven(quotient(x, half, cut, borrow, 25), halved, 1, low.equal());

    SecretInts top = part(halved, cut, FloatParts.PRECISION).above(borrow);
    SecretInts isLonger = quotient(x, half, length - 1, top, 1);
    SecretInts significand =
        isLonger
            .times(longer(low).minus(shorter))
            .plus(shorter)
            .assumeFits(IntType.unsigned(FloatParts.PRECISION));

    SecretInts carry = part(halved, length - 1, 1).above(top);
    SecretInts over = reaches(ABOVE, carry);
    SecretInts under = reaches(LEAST, carry).assumeBits().not().asInts();
    return new Rounded(significand, exponent.plus(isLonger), over, under);
  }

  /** Returns the rounded quotient of numbers of {@code length} bits. */
  private SecretInts longer(BitComparison.Part low) {
    ClearInts half = power(cut);
    ClearInts halved = c.plus(half);
    SecretInts borrow = part(halved, cut - 1, 2).above(low.below());
    return toEven(quotient(x, half, cut + 1, borrow, 24), halved, 2, low.equal());
  }

  /**
   * Returns a quotient of which 1 is taken if it is odd and x was in the middle of two numbers:
   * then the bits behind the cut, half a unit added, equal those of r, and the next bit does not.
   *
   * @param n number of the bits behind the cut that {@code rest} does not have
   * @param rest whether the others are equal
   */
  private SecretInts toEven(SecretInts quotient, ClearInts halved, int n, SecretInts rest) {
    SecretInts equal = part(halved, cut - 1, n).equal();
    SecretInts odd = equal.minus(part(halved, cut - 1, n + 1).equal());
    return quotient
        .minus(rest.times(odd))
        .assumeFits(IntType.unsigned(FloatParts.PRECISION + 2 - n));
  }

  /**
   * Returns whether half the exponent, moved, is at least a number, as 0 or 1.
   *
   * @param carry whether what stands before this half is below the bits of r
   */
  private SecretInts reaches(int number, SecretInts carry) {
    ClearInts added = power(cut - 1).plus(constant((1 << SPAN) - number, length));
    ClearInts moved = c.plus(added);
    SecretInts borrow = carry;
    for (int i = 0; i < SPAN; i += 2) {
      borrow = part(moved, length + i, 2).above(borrow);
    }
    return quotient(packed, added, length + SPAN, borrow, 1);
  }
}
