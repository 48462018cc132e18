package org.schurmpc.spdz.mixed;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.spdz.material.MixedMaterial;
import org.schurmpc.spdz.prep.GivenBits;
import org.schurmpc.spdz.share.ShareArithmetic;
import org.schurmpc.spdz.share.Shares;
import org.schurmpc.tinyot.material.Material;
import org.schurmpc.tinyot.prep.BitBlocks;

/**
 * Makes items of {@link MixedMaterial} that are in both domains: masks of numbers, and daBits. The
 * lowest s bits of a mask r as a number are l_A + l_B - 2^s κ, where the carry κ is made a number
 * by a daBit. All checks of an item have passed before it is put.
 */
final class MaskMaker {
  private final MixedMaterial material;
  private final GivenBits given;
  private final EdaBits edaBits;
  private final DaBitStock daBits;
  private final BitsToNumbers toNumbers;
  private final BitBlocks blocks;

  MaskMaker(
      MixedMaterial material,
      GivenBits given,
      EdaBits edaBits,
      DaBitStock daBits,
      BitsToNumbers toNumbers,
      BitBlocks blocks) {
    this.material = material;
    this.given = given;
    this.edaBits = edaBits;
    this.daBits = daBits;
    this.toNumbers = toNumbers;
    this.blocks = blocks;
  }

  /** Puts the masks of a kind. */
  void masks(MixedMaterial.Masks masks, MixedPlan plan, MaterialSink sink) throws MpcException {
    long left = plan.masks().get(masks);
    for (int groups : plan.portions(masks, left)) {
      int now = (int) Math.min(left, (long) groups * Material.BITS);
      masks(masks, groups, now, sink);
      left -= now;
    }
  }

  private void masks(MixedMaterial.Masks masks, int groups, int items, MaterialSink sink)
      throws MpcException {
    int count = groups * Material.BITS;
    int low = Math.max(masks.bits(), masks.split());
    boolean split = masks.split() > 0;
    Shares lows = new Shares(given.field(), split ? count : 0);
    int high = masks.width() - low;
    try (MixedBatch made = edaBits.make(low, high, groups, masks.split(), lows)) {
      if (split) {
        subtractCarries(lows, masks.split(), made.blocks(), low, groups);
      }
      Shares[] numbers =
          split ? new Shares[] {made.numbers(), lows} : new Shares[] {made.numbers()};
      put(material.masks(masks), numbers, made.blocks(), groups, masks.bits(), items, sink);
    } finally {
      lows.wipe();
    }
  }

  /** Subtracts 2^s κ, where the carries κ are the blocks behind those of the low bits. */
  private void subtractCarries(Shares lows, int split, long[] bits, int low, int groups)
      throws MpcException {
    int group = groups * blocks.longs();
    long[] carries = Arrays.copyOfRange(bits, low * group, (low + 1) * group);
    ShareArithmetic arithmetic = given.arithmetic();
    try (MixedBatch made = daBits.take(groups)) {
      Shares numbers = toNumbers.convert(carries, made);
      for (int k = 0; k < split; k++) {
        arithmetic.add(numbers, 0, numbers, 0, numbers, 0, numbers.count());
      }
      arithmetic.subtract(lows, 0, numbers, 0, lows, 0, lows.count());
      numbers.wipe();
    } finally {
      Secrets.wipe(carries);
    }
  }

  /** Puts daBits. */
  void daBits(MixedPlan plan, MaterialSink sink) throws MpcException {
    for (long left = plan.items(material.daBits()); left > 0; ) {
      int groups = (int) Math.min(MixedPlan.blocks(left), daBits.left());
      int now = (int) Math.min(left, (long) groups * Material.BITS);
      try (MixedBatch made = daBits.take(groups)) {
        Shares[] numbers = {made.numbers()};
        put(material.daBits(), numbers, made.blocks(), groups, 1, now, sink);
      }
      left -= now;
    }
  }

  /**
   * Puts items.
   *
   * @param bits blocks: bit 0 of all items, then bit 1, and so on
   */
  private void put(
      MaterialKind kind,
      Shares[] numbers,
      long[] bits,
      int groups,
      int bitsOfItem,
      int items,
      MaterialSink sink)
      throws MpcException {
    int longs = kind.longsPerItem();
    int limbs = given.field().limbs();
    long[] made = new long[Math.multiplyExact(items, longs)];
    for (int number = 0; number < numbers.length; number++) {
      Shares shares = numbers[number];
      for (int i = 0; i < items; i++) {
        int at = i * longs + material.numberAt(number);
        System.arraycopy(shares.values(), shares.at(i), made, at, limbs);
        System.arraycopy(shares.macs(), shares.at(i), made, at + limbs, limbs);
      }
    }
    for (int bit = 0; bit < bitsOfItem; bit++) {
      for (int i = 0; i < items; i++) {
        int block = (bit * groups + i / Material.BITS) * blocks.longs();
        copyBit(bits, block, i % Material.BITS, made, i * longs, numbers.length, bitsOfItem, bit);
      }
    }
    try {
      sink.put(kind, made, 0, items);
    } finally {
      Secrets.wipe(made);
    }
  }

  /** Copies a bit of a block to an item. */
  private void copyBit(
      long[] from, int block, int lane, long[] item, int at, int numbers, int bits, int bit) {
    long share = from[block] >>> lane & 1;
    item[at + material.bitsAt(numbers) + bit / Long.SIZE] |= share << bit;
    for (int v = 0; v < material.macWords(); v++) {
      int plane = v * Material.BITS + lane;
      item[at + material.macAt(numbers, bits, bit) + v] = from[block + blocks.macs() + plane];
      item[at + material.keyAt(numbers, bits, bit) + v] = from[block + blocks.keys() + plane];
    }
  }

  /**
   * Puts items of bits alone.
   *
   * @param bits blocks of 64 items each
   */
  void putBits(MaterialKind kind, long[] bits, int items, MaterialSink sink) throws MpcException {
    int groups = (items + Material.BITS - 1) / Material.BITS;
    put(kind, new Shares[0], bits, groups, 1, items, sink);
  }
}
