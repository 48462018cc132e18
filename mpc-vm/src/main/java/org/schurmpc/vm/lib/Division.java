package org.schurmpc.vm.lib;

import java.math.BigInteger;
import org.schurmpc.vm.lang.ClearInts;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInt;
import org.schurmpc.vm.lang.SecretInts;

/**
 * Division of secret integers by public numbers: a product with a reciprocal, and one {@link
 * Shift#right} (Granlund, Montgomery: Division by invariant integers using multiplication, PLDI
 * 1994). Quotients are rounded down, and exact.
 *
 * <p>For values of w bits, one of them for the sign, and a divisor d of l bits, the shift is by s ≤
 * w + 1 + l bits, of a product of at most 2w + 4 bits; rounds, random bits and triples are those of
 * the shift, and so are the statistical distance 2^-sigmaMask and the room in the field. A power of
 * 2 takes a shift of x itself.
 */
public final class Division {
  private final ProgramBuilder b;
  private final Shift shift;

  /** Creates the division of values of a program. */
  public Division(ProgramBuilder b) {
    this.b = b;
    shift = new Shift(b);
  }

  /**
   * Returns x over d, rounded down.
   *
   * @param d above 0
   */
  public SecretInts quotient(SecretInts x, long d) {
    if (d < 1) {
      throw new IllegalArgumentException("a divisor is above 0, not " + d);
    }
    BigInteger divisor = BigInteger.valueOf(d);
    BigInteger half = BigInteger.TWO.pow(x.width() - 1);
    if (Long.bitCount(d) == 1) {
      return shift.right(x, Long.numberOfTrailingZeros(d));
    }
    if (divisor.compareTo(half) >= 0) {
      return shift.right(x, x.width() - 1);
    }
    // x + offset d is from 0 to most, which has n bits.
    BigInteger offset = half.add(divisor).subtract(BigInteger.ONE).divide(divisor);
    BigInteger most = half.add(offset.multiply(divisor)).subtract(BigInteger.ONE);
    int s = most.bitLength() + divisor.bitLength();
    // reciprocal d is above 2^s by at most d, so below 2^s + 2^(s-n).
    BigInteger reciprocal = BigInteger.TWO.pow(s).divide(divisor).add(BigInteger.ONE);
    SecretInts shifted = x.plus(constant(offset.multiply(divisor)));
    IntType range = IntType.unsigned(most.multiply(reciprocal).bitLength());
    b.requireRoom(range.bits() + 1);
    SecretInts product = shifted.timesInField(constant(reciprocal), range);
    SecretInts quotient = shift.right(product, s).minus(constant(offset));
    return quotient.assumeFits(IntType.signed(offset.bitLength() + 1));
  }

  private ClearInts constant(BigInteger value) {
    return b.clear(value).asVector();
  }

  /**
   * Returns x over d, rounded down.
   *
   * @param d above 0
   */
  public SecretInt quotient(SecretInt x, long d) {
    return quotient(x.asVector(), d).get(0);
  }

  /**
   * Returns x mod d, from 0 to d - 1. Costs the same as the quotient.
   *
   * @param d above 0
   */
  public SecretInts rest(SecretInts x, long d) {
    SecretInts multiple = quotient(x, d).times(d);
    int bits = Math.max(1, BigInteger.valueOf(d - 1).bitLength());
    return x.minus(multiple).assumeFits(IntType.unsigned(bits));
  }

  /**
   * Returns x mod d, from 0 to d - 1. Costs the same as the quotient.
   *
   * @param d above 0
   */
  public SecretInt rest(SecretInt x, long d) {
    return rest(x.asVector(), d).get(0);
  }
}
