package org.schurmpc.spdz.mixed;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.spdz.prep.GivenBits;
import org.schurmpc.spdz.share.ShareArithmetic;
import org.schurmpc.spdz.share.Shares;
import org.schurmpc.tinyot.material.Material;

/**
 * edaBits (Escudero, Ghosh, Keller, Rachuri and Scholl, eprint 2020/338) without cut and choose: r
 * = r_A + r_B over F_p with r's low bits in TinyOT, where each r_X is ℓ private daBits of a party
 * and v of its proven bits above. r over F_p is linear in them, and its low bits come out of an
 * adder. So r is below 2^(ℓ+v+1), whatever a party does. Malicious security with abort, as {@link
 * PrivateDaBits} and TinyOT's triples.
 *
 * <p>Costs ℓ ANDs with the carry out and ℓ - 1 without, and ℓ + v authenticated elements of each
 * party, for each edaBit.
 */
final class EdaBits {
  private final GivenBits given;
  private final PrivateDaBits daBits;
  private final BlockAdder adder;

  EdaBits(GivenBits given, PrivateDaBits daBits, BlockAdder adder) {
    this.given = given;
    this.daBits = daBits;
    this.adder = adder;
  }

  /**
   * Makes edaBits; all checks have passed when the method returns.
   *
   * @param low number ℓ of bits of each party's part that are in TinyOT, at least one
   * @param high number v of further bits of each party's part
   * @param groups a 64th of the number of edaBits
   * @param carry whether the carry out of the low bits is in TinyOT, too
   * @return r of all, and blocks: bit 0 of all r, then bit 1, and so on, and the carry at last
   * @throws Refused if the field has no room for r or for the checks; before anything is sent
   */
  MixedBatch make(int low, int high, int groups, boolean carry) throws MpcException {
    return make(low, high, groups, carry ? low : 0, new Shares(given.field(), 0));
  }

  /**
   * Makes edaBits as {@link #make(int, int, int, boolean)}, with the carry into any bit.
   *
   * @param carryAt the bit whose carry is in TinyOT, up to {@code low}, or 0 for none
   * @param lows receives the sums over F_p of the parties' numbers below that bit; empty for none
   */
  MixedBatch make(int low, int high, int groups, int carryAt, Shares lows) throws MpcException {
    if (low < 1 || high < 0 || groups < 1 || carryAt < 0 || carryAt > low) {
      throw new IllegalArgumentException(
          "%d groups of edaBits of %d and %d bits".formatted(groups, low, high));
    }
    // Below 2^(l + v + 2) there is r and any number of l + v bits that r masks.
    if (low + high + 2 >= given.field().bits()) {
      throw new Refused(
          "sums of three numbers of %d bits do not fit in %s"
              .formatted(low + high, given.field().name()));
    }
    int count = Math.multiplyExact(groups, Material.BITS);
    int bits = Math.multiplyExact(count, low);
    int more = Math.multiplyExact(count, high);
    try (MixedBatch first = daBits.make(0, bits, more);
        MixedBatch second = daBits.make(1, bits, more)) {
      Shares numbers = new Shares(given.field(), count);
      addNumbers(first.numbers(), low + high, numbers);
      addNumbers(second.numbers(), low + high, numbers);
      if (lows.count() > 0) {
        addNumbers(first.numbers(), carryAt, lows);
        addNumbers(second.numbers(), carryAt, lows);
      }
      long[] sums;
      try {
        sums = adder.add(first.blocks(), second.blocks(), low, groups, carryAt);
      } catch (MpcException e) {
        numbers.wipe();
        throw e;
      }
      return new MixedBatch(numbers, sums);
    }
  }

  /** Adds the numbers whose bits are given: bit 0 of all, then bit 1, and so on. */
  private void addNumbers(Shares bits, int width, Shares to) {
    ShareArithmetic arithmetic = given.arithmetic();
    int count = to.count();
    Shares sum = new Shares(given.field(), count);
    for (int k = width - 1; k >= 0; k--) {
      arithmetic.add(sum, 0, sum, 0, sum, 0, count);
      arithmetic.add(sum, 0, bits, k * count, sum, 0, count);
    }
    arithmetic.add(to, 0, sum, 0, to, 0, count);
    sum.wipe();
  }
}
