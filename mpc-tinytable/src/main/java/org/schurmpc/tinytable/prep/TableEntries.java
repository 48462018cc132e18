package org.schurmpc.tinytable.prep;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.schurmpc.core.circuit.LookupTable;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.kernel.RowSumKernels;
import org.schurmpc.tinyot.material.Material;
import org.schurmpc.tinyot.prep.BitBlocks;
import org.schurmpc.tinytable.material.Gf64;

/**
 * The entries T(e + r) + r_o of tables of one input size, from the products of the bits of r. This
 * part of the work needs no messages and processes a number of lanes with one table T.
 *
 * <p>With [[r^S]] the product of the bits r_i, i ∈ S, the indicator of j = r is δ_j = Π (r_i + j_i
 * + 1), and entry e is Σ_j T(j) δ_{j+e}. In the algebra of formal sums of indices, where x^a x^b =
 * x^{a+b}, this is the product of Σ T(j) x^j and Σ δ_j x^j. With y_i = x_i + 1, y_i^2 = 0 and so
 *
 * <pre>
 * Σ δ_j x^j = Π (1 + r_i y_i) = Σ r^S y^S,   Σ T(j) x^j = Σ t_S y^S with t_S = Σ_{j ⊇ S} T(j),
 * </pre>
 *
 * and the coefficient of y^S in the product is P_S = Σ t_A r^B over disjoint A and B with A ∪ B =
 * S: 3^n products with public bits t_A instead of 4^n. Entry e is Σ P_S over S ⊇ e.
 *
 * <p>Shares, MACs and keys are all processed in this way. With MACs of 64 bits, those of the bits
 * of an entry are combined to Σ X^b M_b, a polynomial of degree up to 78, before the last sum,
 * which is linear; with MACs of 128 bits each bit keeps its own. Time depends on T only.
 */
final class TableEntries {
  /** Maximum number of longs of MACs that are computed at once, unless eight lanes have more. */
  private static final int MOST_LONGS = 1 << 21;

  private final BitBlocks blocks;
  private final RowSumKernels kernels;
  private final int words;
  private final boolean combined;
  private final int entries;
  private final int lanes;
  private final Map<LookupTable, char[]> coefficients = new HashMap<>();
  private final int[] rows;
  private final long[] products;
  private final long[] sum;
  private long[] macs = new long[0];
  private long[] keys = new long[0];
  private long[] shares = new long[0];
  private int stride;
  private int outputBits;

  /**
   * Creates scratch space.
   *
   * @param inputBits n
   * @param outputBits maximum number of output bits
   * @param combinesBits whether MACs of 64 bits of the bits of an entry are combined to one
   */
  TableEntries(
      BitBlocks blocks,
      RowSumKernels kernels,
      int inputBits,
      int outputBits,
      boolean combinesBits) {
    this.blocks = blocks;
    this.kernels = kernels;
    this.words = blocks.material().macWords();
    this.combined = words == 1 && combinesBits;
    this.entries = 1 << inputBits;
    this.rows = new int[entries];
    int perLane = (combined ? 1 : outputBits) * entries * words;
    this.lanes = Math.max(8, Math.min(Material.BITS, MOST_LONGS / perLane & ~7));
    this.products = new long[entries * words * lanes];
    this.sum = new long[words * lanes];
  }

  /** Returns the maximum number of lanes computed at once. */
  int lanes() {
    return lanes;
  }

  /**
   * Computes the entries.
   *
   * @param nodes the products: r^S is the block at {@code at + S} times a block's length, with r^∅
   *     = 1
   * @param outputs masks of the outputs, one block after the other from {@code outAt} on
   * @param from first lane
   * @param count number of lanes, at most {@link #lanes}
   */
  void compute(
      LookupTable table, long[] nodes, int at, long[] outputs, int outAt, int from, int count) {
    char[] t = coefficients.computeIfAbsent(table, TableEntries::coefficients);
    stride = (count + 7) & ~7; // rows are multiples of 8
    outputBits = table.outputBits();
    makeRoom();
    for (int bit = 0; bit < outputBits; bit++) {
      shares(t, bit, nodes, at, outputs[outAt + bit * blocks.longs()], from);
    }
    rows(t, nodes, at + blocks.macs(), outputs, outAt + blocks.macs(), from, count, macs);
    rows(t, nodes, at + blocks.keys(), outputs, outAt + blocks.keys(), from, count, keys);
  }

  private void makeRoom() {
    int longs = Math.multiplyExact((combined ? 1 : outputBits) * entries, words * stride);
    if (macs.length < longs) {
      Secrets.wipe(macs);
      Secrets.wipe(keys);
      macs = new long[longs];
      keys = new long[longs];
    }
    if (shares.length < entries * outputBits) {
      Secrets.wipe(shares);
      shares = new long[entries * outputBits];
    }
  }

  /** Returns t_S for all S: bit b belongs to output bit b. */
  private static char[] coefficients(LookupTable table) {
    char[] t = new char[table.entries()];
    for (int j = 0; j < t.length; j++) {
      t[j] = (char) table.entry(j);
    }
    for (int bit = 1; bit < t.length; bit <<= 1) {
      for (int s = 0; s < t.length; s++) {
        if ((s & bit) == 0) {
          t[s] ^= t[s | bit];
        }
      }
    }
    return t;
  }

  private void shares(char[] t, int bit, long[] nodes, int at, long mask, int from) {
    int longs = blocks.longs();
    int start = bit * entries;
    for (int s = 0; s < entries; s++) {
      long share = 0;
      int b = s;
      do {
        share ^= nodes[at + b * longs] & -(long) (t[s ^ b] >>> bit & 1);
        b = (b - 1) & s;
      } while (b != s);
      shares[start + s] = share >>> from;
    }
    shares[start + entries - 1] ^= mask >>> from;
    for (int step = 1; step < entries; step <<= 1) {
      for (int s = 0; s < entries; s++) {
        if ((s & step) == 0) {
          shares[start + s] ^= shares[start + (s | step)];
        }
      }
    }
  }

  /** Computes the rows of MACs, or of keys, which are at an offset from the starts of blocks. */
  private void rows(
      char[] t,
      long[] nodes,
      int at,
      long[] outputs,
      int outAt,
      int from,
      int count,
      long[] result) {
    int rowLongs = words * stride;
    for (int s = 0; s < entries; s++) {
      copy(nodes, at + s * blocks.longs() + from, count, products, s * rowLongs);
    }
    if (combined) {
      Arrays.fill(result, 0, entries * words * stride, 0);
    }
    for (int bit = outputBits - 1; bit >= 0; bit--) {
      int start = row(entries * (combined ? 0 : bit), 0);
      for (int s = 0; s < entries; s++) {
        addProducts(result, start + row(s, 0), list(t, s, bit, rowLongs), rowLongs);
      }
      copy(outputs, outAt + bit * blocks.longs() + from, count, sum, 0);
      kernels.xorInto(result, start + row(entries - 1, 0), sum, 0, rowLongs);
      if (!combined || bit == 0) {
        addSupersets(result, start);
      }
    }
  }

  /**
   * Combines a coefficient of P with those of earlier bits, which are multiplied by X; if bits are
   * not combined, writes the coefficient.
   */
  private void addProducts(long[] result, int to, int count, int rowLongs) {
    if (combined) {
      multiplyByX(result, to);
      if (count > 0) {
        kernels.sumRows(products, rows, count, rowLongs, sum, 0);
        kernels.xorInto(result, to, sum, 0, rowLongs);
      }
    } else if (count > 0) {
      kernels.sumRows(products, rows, count, rowLongs, result, to);
    } else {
      Arrays.fill(result, to, to + rowLongs, 0);
    }
  }

  private void copy(long[] src, int at, int count, long[] dst, int to) {
    for (int v = 0; v < words; v++) {
      System.arraycopy(src, at + v * Material.BITS, dst, to + v * stride, count);
    }
  }

  /**
   * Lists the rows of r^B, B ⊆ S, with a coefficient of one at S without B; returns their number.
   */
  private int list(char[] t, int s, int bit, int rowLongs) {
    int count = 0;
    int b = s;
    do {
      rows[count] = b * rowLongs;
      count += t[s ^ b] >>> bit & 1;
      b = (b - 1) & s;
    } while (b != s);
    return count;
  }

  private void multiplyByX(long[] row, int at) {
    for (int i = at; i < at + stride; i++) {
      row[i] = Gf64.timesX(row[i]);
    }
  }

  private void addSupersets(long[] result, int start) {
    int longs = words * stride;
    for (int step = 1; step < entries; step <<= 1) {
      for (int s = 0; s < entries; s++) {
        if ((s & step) == 0) {
          int to = start + s * longs;
          kernels.xorInto(result, to, result, start + (s | step) * longs, longs);
        }
      }
    }
  }

  int entries() {
    return entries;
  }

  /** Returns this party's share of an entry in a lane. */
  long share(int entry, int lane) {
    long value = 0;
    for (int bit = 0; bit < outputBits; bit++) {
      value |= (shares[bit * entries + entry] >>> lane & 1) << bit;
    }
    return value;
  }

  /**
   * Returns the MACs of the entries. An entry's MAC is at {@link #row}. If each bit has its own,
   * that of bit b is at the row of entry + b 2^n, and its upper long {@link #stride} after the
   * lower one.
   */
  long[] macs() {
    return macs;
  }

  /** Returns the keys of the entries, in the layout of {@link #macs}. */
  long[] keys() {
    return keys;
  }

  int row(int entry, int lane) {
    return entry * words * stride + lane;
  }

  int stride() {
    return stride;
  }

  void wipe() {
    Secrets.wipe(products);
    Secrets.wipe(sum);
    Secrets.wipe(macs);
    Secrets.wipe(keys);
    Secrets.wipe(shares);
  }
}
