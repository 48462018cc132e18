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
  /** Number of bits that each party gives at a time: 32 MB over p128, and as much for MACs. */
  private static final int MOST_BITS = 1 << 19;

  private final MixedMaterial material;
  private final GivenBits given;
  private final EdaBits edaBits;
  private final DaBits daBits;
  private final Conversions conversions;
  private final BitBlocks blocks;

  /**
   * Blocks of carries that are expected; daBits for them, and how many blocks of these are taken.
   */
  private long carriesLeft;

  private MixedBatch ready;
  private int readyTaken;

  MaskMaker(
      MixedMaterial material,
      GivenBits given,
      EdaBits edaBits,
      DaBits daBits,
      Conversions conversions,
      BitBlocks blocks) {
    this.material = material;
    this.given = given;
    this.edaBits = edaBits;
    this.daBits = daBits;
    this.conversions = conversions;
    this.blocks = blocks;
  }

  /** Returns the number of blocks of 64 items of each portion, which are even. */
  static int[] portions(long items, int bitsOfItem) {
    long groups = (items + Material.BITS - 1) / Material.BITS;
    int most = Math.max(1, MOST_BITS / (bitsOfItem * Material.BITS));
    int count = Math.toIntExact((groups + most - 1) / most);
    int[] portions = new int[count];
    for (int i = 0; i < count; i++) {
      portions[i] = (int) (groups * (i + 1) / count - groups * i / count);
    }
    return portions;
  }

  /** Puts masks. */
  void masks(MixedMaterial.Masks masks, long items, MaterialSink sink) throws MpcException {
    long left = items;
    for (int groups : portions(items, masks.width())) {
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
    try (MixedBatch made = edaBits.make(low, masks.width() - low, groups, split, lows)) {
      if (split) {
        subtractCarries(lows, made.blocks(), low, groups);
      }
      Shares[] numbers =
          split ? new Shares[] {made.numbers(), lows} : new Shares[] {made.numbers()};
      put(material.masks(masks), numbers, made.blocks(), groups, masks.bits(), items, sink);
    } finally {
      lows.wipe();
    }
  }

  /** Subtracts 2^s κ, where κ is the bit above the low ones. */
  private void subtractCarries(Shares lows, long[] bits, int low, int groups) throws MpcException {
    int group = groups * blocks.longs();
    long[] carries = Arrays.copyOfRange(bits, low * group, (low + 1) * group);
    ShareArithmetic arithmetic = given.arithmetic();
    try (MixedBatch made = takeDaBits(groups)) {
      Shares numbers = conversions.toNumbers(carries, made);
      for (int k = 0; k < low; k++) {
        arithmetic.add(numbers, 0, numbers, 0, numbers, 0, numbers.count());
      }
      arithmetic.subtract(lows, 0, numbers, 0, lows, 0, lows.count());
      numbers.wipe();
    } finally {
      Secrets.wipe(carries);
    }
  }

  /** Announces how many masks will take a carry as a number. */
  void expectCarries(long items) {
    carriesLeft = (items + Material.BITS - 1) / Material.BITS;
  }

  /** Takes daBits out of a batch for many kinds of masks: a batch has its checks and rounds. */
  private MixedBatch takeDaBits(int groups) throws MpcException {
    if (ready == null || ready.numbers().count() / Material.BITS - readyTaken < groups) {
      closeReady();
      int[] portions = portions(carriesLeft * Material.BITS, daBits.bits(MOST_BITS));
      ready = daBits.make(Math.max(groups, portions.length == 0 ? 0 : portions[0]));
      readyTaken = 0;
    }
    Shares numbers = new Shares(given.field(), groups * Material.BITS);
    numbers.copy(0, ready.numbers(), readyTaken * Material.BITS, numbers.count());
    int from = readyTaken * blocks.longs();
    long[] bits = Arrays.copyOfRange(ready.blocks(), from, from + groups * blocks.longs());
    readyTaken += groups;
    carriesLeft = Math.max(0, carriesLeft - groups);
    return new MixedBatch(MixedBatch.Masks.BITS, numbers, bits);
  }

  /** Wipes daBits that were made and not taken. */
  void closeReady() {
    if (ready != null) {
      ready.close();
      ready = null;
    }
  }

  /** Puts daBits. */
  void daBits(long items, MaterialSink sink) throws MpcException {
    long left = items;
    for (int groups : portions(items, daBits.bits(items))) {
      int now = (int) Math.min(left, (long) groups * Material.BITS);
      try (MixedBatch made = daBits.make(groups)) {
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
