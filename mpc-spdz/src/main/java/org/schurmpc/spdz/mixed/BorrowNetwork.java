package org.schurmpc.spdz.mixed;

import java.util.Arrays;
import java.util.Map;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.tinyot.material.Material;
import org.schurmpc.tinyot.prep.BitBlocks;
import org.schurmpc.tinyot.prep.BlockProducts;
import org.schurmpc.tinyot.prep.BlockStock;

/**
 * Differences of public numbers and numbers whose bits are shared in TinyOT, 64 side by side: bit k
 * of c - r is c_k + r_k + the borrow of the bits below. Place i generates a borrow, g = ¬c_i r_i,
 * or passes one on, p = ¬(c_i + r_i); both are linear. Two neighbours join as
 *
 * <pre>(g, p) = (g_high + p_high g_low, p_high p_low).</pre>
 *
 * <p>A parallel prefix network (Sklansky) of ⌈log2⌉ rounds joins all places below each bit that is
 * wanted: 2 ANDs for each join, 1 where nothing lies below.
 */
final class BorrowNetwork {
  private final BlockStock stock;
  private final BlockProducts products;
  private final BitBlocks blocks;

  /**
   * Creates the network.
   *
   * @param stock where the triples of {@code products} come from
   */
  BorrowNetwork(BlockStock stock, BlockProducts products, BitBlocks blocks) {
    this.stock = stock;
    this.products = products;
    this.blocks = blocks;
  }

  /**
   * Subtracts numbers from public ones; all products have been checked when the method returns.
   *
   * @param c bit 0 of all public numbers, a word for 64 of them, then bit 1, and so on
   * @param r blocks of the bits to subtract, in the same order
   * @param width number of bits of a number
   * @param groups number of blocks of a bit
   * @param top whether the highest bit alone is wanted
   * @return the differences modulo 2^{@code width}, in the layout of {@code r}, or their top bits
   * @throws org.schurmpc.core.abort.PeerCheated with MAC if the peer opened a wrong value
   */
  long[] subtract(long[] c, long[] r, int width, int groups, boolean top) throws MpcException {
    int group = groups * blocks.longs();
    // g of all places but the highest, then p, and then two products.
    int places = width - 1;
    long[] data = new long[4 * places * group];
    try {
      System.arraycopy(r, 0, data, 0, places * group);
      System.arraycopy(r, 0, data, places * group, places * group);
      for (int i = 0; i < places * groups; i++) {
        select(data, i * blocks.longs(), ~c[i]);
        blocks.addPublic(data, places * group + i * blocks.longs(), ~c[i]);
      }
      join(data, places, groups, top);
      // Bits that depend on a wrong product may depend on bits of this party.
      products.check();
      int first = top ? width - 1 : 0;
      long[] bits = Arrays.copyOfRange(r, first * group, width * group);
      for (int i = first * groups; i < width * groups; i++) {
        int at = (i - first * groups) * blocks.longs();
        blocks.addPublic(bits, at, c[i]);
        if (i >= groups) {
          blocks.add(bits, at, data, (i - groups) * blocks.longs());
        }
      }
      return bits;
    } finally {
      Secrets.wipe(data);
    }
  }

  /** Multiplies a block by public bits. */
  private void select(long[] data, int block, long bits) {
    data[block] &= bits;
    for (int i = 0; i < blocks.longs() - blocks.macs(); i++) {
      data[block + blocks.macs() + i] &= -(bits >>> i % Material.BITS & 1);
    }
  }

  /** Joins all places below each one, or below the highest one alone. */
  private void join(long[] data, int places, int groups, boolean top) throws MpcException {
    stock.expect(Map.of(blocks.material().andTriples(), (long) ands(places, top) * groups));
    for (int half = 1; half < places; half *= 2) {
      int[] high = highs(places, half, top);
      multiply(data, places, groups, half, high);
    }
  }

  /** Returns the number of ANDs of all joins for one block of numbers. */
  private static int ands(int places, boolean top) {
    int ands = 0;
    for (int half = 1; half < places; half *= 2) {
      for (int i : highs(places, half, top)) {
        ands += passesOn(i, half) ? 2 : 1;
      }
    }
    return ands;
  }

  /** Returns the places that are joined with the block of places below them in a round. */
  private static int[] highs(int places, int half, boolean top) {
    int[] high = new int[places];
    int n = 0;
    for (int i = half; i < places; i++) {
      // The highest place needs the last of each run of places that end where it joins.
      boolean needed = !top || i == places - 1 || ((i + 1) % (2 * half) == 0);
      if ((i & half) != 0 && needed) {
        high[n++] = i;
      }
    }
    return Arrays.copyOf(high, n);
  }

  private void multiply(long[] data, int places, int groups, int half, int[] high)
      throws MpcException {
    int[] left = new int[2 * high.length * groups];
    int[] right = new int[left.length];
    int[] out = new int[left.length];
    int n = 0;
    for (int i : high) {
      int low = i / half * half - 1;
      for (int j = 0; j < groups; j++) {
        left[n] = at(places + i, groups, j);
        right[n] = at(low, groups, j);
        out[n++] = at(2 * places + i, groups, j);
        if (passesOn(i, half)) {
          left[n] = at(places + i, groups, j);
          right[n] = at(places + low, groups, j);
          out[n++] = at(3 * places + i, groups, j);
        }
      }
    }
    products.multiply(data, left, right, out, n);
    for (int i : high) {
      for (int j = 0; j < groups; j++) {
        blocks.add(data, at(i, groups, j), data, at(2 * places + i, groups, j));
        if (passesOn(i, half)) {
          int from = at(3 * places + i, groups, j);
          System.arraycopy(data, from, data, at(places + i, groups, j), blocks.longs());
        }
      }
    }
  }

  /** Whether there are places below those that are joined. */
  private static boolean passesOn(int place, int half) {
    return place >= 2 * half;
  }

  private int at(int place, int groups, int group) {
    return (place * groups + group) * blocks.longs();
  }
}
