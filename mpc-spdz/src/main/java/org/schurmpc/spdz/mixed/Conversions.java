package org.schurmpc.spdz.mixed;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.spdz.prep.GivenBits;
import org.schurmpc.spdz.share.ShareArithmetic;
import org.schurmpc.spdz.share.Shares;
import org.schurmpc.tinyot.material.Material;
import org.schurmpc.tinyot.prep.BitBlocks;

/**
 * Conversions of shared values between F_p and TinyOT, at one of two parties. What is opened in one
 * domain has passed its check before it decides anything in the other, and a number is opened under
 * its mask only when everything that was opened before over F_p is right: a product with a forged
 * factor could be larger than its mask.
 *
 * <p>All methods take multiples of 64 values. A batch of masks or daBits is used once, by all
 * parties for the same values. After an exception the session is unusable.
 */
public final class Conversions {
  private final GivenBits given;
  private final BlockOpening opening;
  private final BorrowNetwork borrows;
  private final BitBlocks blocks;
  private final long[] one;

  Conversions(GivenBits given, BlockOpening opening, BorrowNetwork borrows, BitBlocks blocks) {
    this.given = given;
    this.opening = opening;
    this.borrows = borrows;
    this.blocks = blocks;
    this.one = given.field().element(1);
  }

  /** Returns local operations on shares over F_p. */
  public ShareArithmetic arithmetic() {
    return given.arithmetic();
  }

  /**
   * Makes numbers of bits: opens b + d in TinyOT. A round, and that of a check.
   *
   * @param bits blocks of bits that are checked; not changed
   * @param daBits as many daBits that nobody knows, not used before
   * @return the bits over F_p, 64 for each block
   * @throws org.schurmpc.core.abort.PeerCheated with MAC if the peer opened a wrong value
   */
  public Shares toNumbers(long[] bits, MixedBatch daBits) throws MpcException {
    int count = daBits.numbers().count();
    require(bits.length == daBits.blocks().length, "bits and daBits of other numbers");
    daBits.spend(MixedBatch.Masks.BITS);
    long[] masked = bits.clone();
    int n = count / Material.BITS;
    for (int i = 0; i < n; i++) {
      blocks.add(masked, i * blocks.longs(), daBits.blocks(), i * blocks.longs());
    }
    long[] opened = opening.open(masked, 0, n);
    Secrets.wipe(masked);
    // e + d - 2 e d, that is d or 1 - d.
    Shares numbers = new Shares(given.field(), count);
    numbers.copy(0, daBits.numbers(), 0, count);
    for (int i = 0; i < count; i++) {
      if ((opened[i / Material.BITS] >>> i & 1) != 0) {
        given.arithmetic().subtractFromPublic(one, 0, numbers, i, numbers, i, 1);
      }
    }
    return numbers;
  }

  /**
   * Makes bits of numbers: opens x + r over F_p and subtracts r's bits. 1 + ⌈log2(width - 1)⌉
   * rounds and those of the checks.
   *
   * @param x numbers that are below 2^{@code width}; not changed
   * @param masks as many edaBits without carry, not used before, of ℓ ≥ {@code width} low bits and
   *     v high ones: what is opened shows x with probability 2^{width - ℓ - v}
   * @return bit 0 of all x, a block for 64 of them, then bit 1, and so on
   * @throws org.schurmpc.core.abort.PeerCheated with MAC if the peer opened a wrong value
   */
  public long[] toBits(Shares x, MixedBatch masks, int width) throws MpcException {
    return difference(x, masks, width, false);
  }

  /**
   * Compares numbers: the highest bit of x - y + 2^{@code width}, as {@link #toBits} finds it, but
   * without the others.
   *
   * @param x numbers that are below 2^{@code width}
   * @param y as {@code x}
   * @param masks as for {@link #toBits}, of ℓ ≥ {@code width} + 1
   * @return whether x is less than y, a block for 64 numbers
   * @throws org.schurmpc.core.abort.PeerCheated with MAC if the peer opened a wrong value
   */
  public long[] lessThan(Shares x, Shares y, MixedBatch masks, int width) throws MpcException {
    Field field = given.field();
    require(x.count() == y.count(), "other numbers of x and of y");
    Shares z = new Shares(field, x.count());
    long[] power = one.clone();
    for (int k = 0; k < width; k++) {
      field.add(power, 0, power, 0, power, 0, 1);
    }
    given.arithmetic().subtract(x, 0, y, 0, z, 0, x.count());
    for (int i = 0; i < x.count(); i++) {
      given.arithmetic().addPublic(power, 0, z, i, z, i, 1);
    }
    try {
      long[] less = difference(z, masks, width + 1, true);
      for (int at = 0; at < less.length; at += blocks.longs()) {
        blocks.addPublic(less, at, -1);
      }
      return less;
    } finally {
      z.wipe();
    }
  }

  private long[] difference(Shares x, MixedBatch masks, int width, boolean top)
      throws MpcException {
    int count = x.count();
    int groups = count / Material.BITS;
    require(count == masks.numbers().count(), "numbers and masks of other numbers");
    require(
        width >= 1 && masks.blocks().length >= width * groups * blocks.longs(),
        "masks of less than " + width + " bits");
    masks.spend(MixedBatch.Masks.NUMBERS);
    // x is below its bound if all that was opened on the way to it is right.
    given.check().check();
    long[] c = bits(open(x, masks.numbers()), width, groups);
    return borrows.subtract(c, masks.blocks(), width, groups, top);
  }

  /** Opens masked numbers, which are right when the method returns. */
  private long[] open(Shares x, Shares masks) throws MpcException {
    Shares sums = new Shares(given.field(), x.count());
    try {
      given.arithmetic().add(x, 0, masks, 0, sums, 0, x.count());
      long[] opened = given.opening().open(sums.values(), sums.macs(), x.count());
      // TinyOT computes with their bits.
      given.check().check();
      return opened;
    } finally {
      sums.wipe();
    }
  }

  /** Returns bits of public numbers: bit 0 of all, a word for 64 of them, then bit 1, and so on. */
  private long[] bits(long[] elements, int width, int groups) {
    Field field = given.field();
    long[] numbers = new long[elements.length];
    int count = groups * Material.BITS;
    field.toNumbers(elements, 0, numbers, 0, count);
    long[] words = new long[width * groups];
    for (int i = 0; i < count; i++) {
      for (int k = 0; k < width; k++) {
        long bit = numbers[i * field.limbs() + k / Long.SIZE] >>> k & 1;
        words[k * groups + i / Material.BITS] |= bit << i;
      }
    }
    return words;
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new IllegalArgumentException(what);
    }
  }
}
