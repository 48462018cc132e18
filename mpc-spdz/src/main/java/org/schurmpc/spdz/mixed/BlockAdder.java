package org.schurmpc.spdz.mixed;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.tinyot.prep.BitBlocks;
import org.schurmpc.tinyot.prep.BlockProducts;

/**
 * Sums of numbers whose bits are shared in TinyOT, 64 numbers side by side in a block: from the
 * carry c into bit k of a + b,
 *
 * <pre>s_k = a_k + b_k + c, and the next carry is c + (a_k + c) ∧ (b_k + c).</pre>
 *
 * <p>One AND for each bit that has a carry, and a round for each place. All numbers of a call are
 * added in the same rounds.
 */
final class BlockAdder {
  /**
   * Groups of blocks behind those of a and b: the carry, two factors, their product, a carry out.
   */
  private static final int FURTHER = 5;

  private final BlockProducts products;
  private final BitBlocks blocks;

  BlockAdder(BlockProducts products, BitBlocks blocks) {
    this.products = products;
    this.blocks = blocks;
  }

  /**
   * Adds numbers; all products have been checked when the method returns.
   *
   * @param a the blocks of bit 0 of all numbers, then those of bit 1, and so on
   * @param b as {@code a}
   * @param width number of bits of a number
   * @param groups number of blocks of a bit: a 64th of that of numbers
   * @param carryAt the carry into this bit is a further bit of the sums; up to {@code width}, or 0
   *     for none
   * @return the sums, in the layout of {@code a}
   * @throws org.schurmpc.core.abort.PeerCheated with MAC if the peer opened a wrong value
   */
  long[] add(long[] a, long[] b, int width, int groups, int carryAt) throws MpcException {
    int group = groups * blocks.longs();
    long[] data = new long[(2 * width + FURTHER) * group];
    try {
      System.arraycopy(a, 0, data, 0, width * group);
      System.arraycopy(b, 0, data, width * group, width * group);
      int carries = 2 * width * group;
      int kept = carries + (FURTHER - 1) * group;
      int ands = ands(width, carryAt);
      for (int k = 0; k < width; k++) {
        addBit(data, k * group, (width + k) * group, carries, group);
        if (k < ands) {
          nextCarry(data, carries, groups);
        }
        if (k + 1 == carryAt) {
          System.arraycopy(data, carries, data, kept, group);
        }
      }
      // Sums whose products are wrong may depend on bits of this party.
      products.check();
      if (carryAt > 0) {
        System.arraycopy(data, kept, data, width * group, group);
      }
      return Arrays.copyOf(data, (carryAt > 0 ? width + 1 : width) * group);
    } finally {
      Secrets.wipe(data);
    }
  }

  /**
   * Returns the number of ANDs of a sum of two numbers; the parameters are those of {@link #add}.
   */
  static int ands(int width, int carryAt) {
    return carryAt == width ? width : width - 1;
  }

  /** Computes the factors a + c and b + c of the next carry, and a := a + b + c. */
  private void addBit(long[] data, int a, int b, int carries, int group) {
    int left = carries + group;
    int right = left + group;
    System.arraycopy(data, a, data, left, group);
    System.arraycopy(data, b, data, right, group);
    for (int at = 0; at < group; at += blocks.longs()) {
      blocks.add(data, left + at, data, carries + at);
      blocks.add(data, right + at, data, carries + at);
      blocks.add(data, a + at, data, right + at);
    }
  }

  private void nextCarry(long[] data, int carries, int groups) throws MpcException {
    int group = groups * blocks.longs();
    int[] left = new int[groups];
    int[] right = new int[groups];
    int[] out = new int[groups];
    for (int i = 0; i < groups; i++) {
      left[i] = carries + group + i * blocks.longs();
      right[i] = left[i] + group;
      out[i] = right[i] + group;
    }
    products.multiply(data, left, right, out, groups);
    for (int i = 0; i < groups; i++) {
      blocks.add(data, carries + i * blocks.longs(), data, out[i]);
    }
  }
}
