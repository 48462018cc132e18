package org.schurmpc.vm.lib;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.lang.ClearInts;
import org.schurmpc.vm.lang.IntType;
import org.schurmpc.vm.lang.Masks;
import org.schurmpc.vm.lang.ProgramBuilder;
import org.schurmpc.vm.lang.SecretBitVector;
import org.schurmpc.vm.lang.SecretInts;

/**
 * Moves the first bit of numbers of l bits to one of the two highest places, by anticipation of
 * leading zeros (Schmookler, Nowka: Leading zero anticipation and detection, ARITH 2001).
 *
 * <p>The parties open c = x + r. The digits c_i - r_i, each -1, 0 or 1, make x. They begin with
 * zeros, a 1, and perhaps some -1 behind it. The last digit of this beginning, the first one that
 * is not 0 and has no -1 behind it, stands at the first bit of x or one place above. If the next
 * digit is 0, this place is moved to place l - 1, so that the number is between 2^(l-2) and 3
 * 2^(l-2). If it is 1, the first bit of x is there, and the place above is moved to place l - 1, so
 * that the number has l - 1 bits. Thus no number becomes greater than 3 2^(l-2), and rounding adds
 * no bit to l. Since x has no bit l, the digit l without its sign is what the higher ones make.
 */
final class FloatNormaliser {
  private final ProgramBuilder b;
  private final int length;
  private final int lowest;

  /**
   * Creates the normalisation.
   *
   * @param length number of bits of numbers
   * @param lowest a number that has no first bit at this place or above is a multiple of 2^lowest
   */
  FloatNormaliser(ProgramBuilder b, int length, int lowest) {
    this.b = b;
    this.length = length;
    this.lowest = lowest;
  }

  /**
   * A normal number.
   *
   * @param number x 2^shift, of length or length - 1 bits, or 0
   * @param shift from 0 to the number of places
   * @param isNotZero whether x is not 0, as 0 or 1
   */
  record Normal(SecretInts number, SecretInts shift, SecretInts isNotZero) {}

  /** Returns x normalised. */
  Normal of(SecretInts x) {
    Masks masks = b.bitMasks(x.size(), length + 1);
    List<SecretBitVector> r = masks.bits();
    ClearInts c = x.openMasked(masks);
    List<SecretInts> digits = new ArrayList<>();
    List<SecretInts> pairs = new ArrayList<>();
    for (int i = lowest; i <= length; i++) {
      digits.add(digit(c, r, i));
      SecretInts last = digits.get(digits.size() - 1);
      pairs.add(i == lowest ? null : last.times(digits.get(i - lowest - 1)));
    }
    List<SecretBitVector> ends = new ArrayList<>();
    for (int i = lowest; i <= length; i++) {
      ends.add(end(c, digits, pairs, i));
    }
    SecretBitVector higher = ends.remove(length - lowest);
    int top = ends.size() - 1;
    ends.set(top, ends.get(top).or(higher));
    BitLength.Lengths lengths = new BitLength(b).of(ends);
    return new Normal(
        x.asElements()
            .times(lengths.normalising().asElements())
            .assumeFits(IntType.unsigned(length)),
        lengths.bits().negate().plus(ends.size()),
        lengths.above().get(0).asInts());
  }

  private static ClearInts bit(ClearInts c, int i) {
    return c.shiftRight(i).lowBits(1);
  }

  /** Returns whether a digit is not 0, as 0 or 1. */
  private static SecretInts digit(ClearInts c, List<SecretBitVector> r, int i) {
    ClearInts bit = bit(c, i);
    return FloatParts.bits(r.get(i).asInts().times(bit.times(-2).plus(1)).plus(bit));
  }

  /**
   * Returns whether a digit is not 0 and the next one is, or the digit below is not 0 and the next
   * one is 1. A digit that is not 0 is 1 if the bit of c is.
   *
   * @param digits whether digits from the lowest on are not 0
   * @param pairs whether a digit and the next one are not 0
   */
  private SecretBitVector end(ClearInts c, List<SecretInts> digits, List<SecretInts> pairs, int i) {
    int at = i - lowest;
    SecretInts end = digits.get(at);
    if (at > 0) {
      end = end.minus(pairs.get(at));
    }
    if (at > 1) {
      end = end.plus(pairs.get(at - 1).times(bit(c, i - 2)));
    }
    return end.assumeBits();
  }
}
