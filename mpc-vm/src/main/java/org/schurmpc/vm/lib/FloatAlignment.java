package org.schurmpc.vm.lib;

import java.math.BigInteger;
import org.schurmpc.vm.lang.ClearInts;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.Masks;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretInts;
import org.schurmpc.vm.lib.parts.BitComparison;

/**
 * Powers 2^(s - d) that align significands, for d from 0 to 255, and 0 if d is s or more.
 *
 * <p>The parties open c = d + r. With c' and r', the lowest l bits of each, as many as s has, d mod
 * 2^l = c' - r' + 2^l u, where u says whether c' is below r'. So the power is 2^(s - c') 2^r', and
 * this times 2^-2^l in the field if u is 1. For s of 5 bits it takes 5 rounds, 16 triples and 8 +
 * sigmaMask random bits.
 */
final class FloatAlignment {
  private static final int BITS = 8;

  private final ProgramBuilder b;
  private final int most;

  /** Number of bits of d that count for the power. */
  private final int low;

  /**
   * Creates the powers.
   *
   * @param most s, from 1 to 63
   */
  FloatAlignment(ProgramBuilder b, int most) {
    this.b = b;
    this.most = most;
    low = Integer.SIZE - Integer.numberOfLeadingZeros(most);
  }

  private ClearInts power(int exponent) {
    return b.clear(BigInteger.TWO.pow(exponent)).asVector();
  }

  /** Returns 2^-exponent in the field. */
  private ClearInts inverse(int exponent) {
    return b.clear(1).asVector().overInField(power(exponent));
  }

  /** Returns 2^(s - c'). */
  private ClearInts publicPower(ClearInts c) {
    ClearInts power = null;
    for (int i = 0; i < low; i++) {
      ClearInts bit = c.shiftRight(i).lowBits(1);
      ClearInts factor = bit.times(inverse(1 << i).minus(1)).plus(1);
      power = power == null ? factor : power.times(factor);
    }
    return power.times(power(most));
  }

  /** Returns the powers. */
  SecretInts of(SecretInts d) {
    IntType bit = IntType.unsigned(1);
    Masks masks = b.bitMasks(d.size(), BITS + 1, BITS);
    ClearInts c = d.openMasked(masks);

    // d + 256 - s has 9 bits, and the first of them says whether d is at least s.
    ClearInts moved = c.plus((1 << BITS) - most);
    SecretInts below = new BitComparison(moved, masks.bits().subList(0, BITS)).below();
    SecretInts rest = moved.lowBits(BITS).minus(masks.low());
    SecretInts isFar =
        d.plus((1 << BITS) - most)
            .minus(rest)
            .timesInField(inverse(BITS), bit)
            .minus(below)
            .assumeFits(bit);

    SecretInts borrow = new BitComparison(c, masks.bits().subList(0, low)).below();
    SecretInts wrap = borrow.timesInField(inverse(1 << low).minus(1), bit).plus(1);
    SecretInts factor = wrap.times(FloatParts.not(isFar)).assumeFits(bit);
    SecretInts power = new SecretShift(b).power(masks.bits().subList(0, low)).times(factor);
    IntType range = IntType.unsigned(most + 1);
    return power.timesInField(publicPower(c), range);
  }
}
