package org.schurmpc.tinytable.prep;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.tinyot.prep.BitBlocks;
import org.schurmpc.tinyot.prep.BlockProducts;

/**
 * Computes each entry's indicator δ_j = Π (r_i + j_i + 1) by n - 1 separate multiplications: the
 * method of DNNR17, section 4, with seven multiplications for an entry of the AES S-box. Costs 2^n
 * (n - 1) triples for each table. The products r^S are the sums of the δ_j over j ⊇ S.
 */
final class PerEntryProducts implements Products {
  /** Number of products from which on no entries are added to a group computed at once. */
  private static final int GROUP = 1 << 12;

  private final BlockProducts products;
  private final BitBlocks blocks;
  private final int longs;
  private final int n;
  private final int entries;

  /** For each batch the factors r_i and 1 + r_i; then for each entry n - 1 products. */
  private long[] scratch = new long[0];

  private int[] factors = new int[0];
  private int[] left = new int[0];
  private int[] right = new int[0];
  private int[] out = new int[0];

  PerEntryProducts(BlockProducts products, BitBlocks blocks, int inputBits) {
    this.products = products;
    this.blocks = blocks;
    this.longs = blocks.longs();
    this.n = inputBits;
    this.entries = 1 << n;
  }

  @Override
  public void fill(long[] nodes, int batches) throws MpcException {
    int group = Math.min(entries, Math.max(1, GROUP / (batches * n)));
    makeRoom(batches, group);
    for (int batch = 0; batch < batches; batch++) {
      putFactors(nodes, batch);
    }
    for (int from = 0; from < entries; from += group) {
      indicators(nodes, batches, from, Math.min(group, entries - from));
    }
    for (int batch = 0; batch < batches; batch++) {
      addSupersets(nodes, batch * entries);
    }
  }

  private void makeRoom(int batches, int group) {
    int trees = batches * group;
    int needed = (batches * 2 * n + trees * (n - 1)) * longs;
    if (scratch.length < needed) {
      Secrets.wipe(scratch);
      scratch = new long[needed];
      factors = new int[trees * n];
      left = new int[trees * n];
      right = new int[trees * n];
      out = new int[trees * n];
    }
  }

  private int factor(int batch, int bit, int value) {
    return ((batch * n + bit) * 2 + value) * longs;
  }

  private void putFactors(long[] nodes, int batch) {
    for (int bit = 0; bit < n; bit++) {
      int from = (batch * entries + (1 << bit)) * longs;
      System.arraycopy(nodes, from, scratch, factor(batch, bit, 1), longs);
      System.arraycopy(nodes, from, scratch, factor(batch, bit, 0), longs);
      blocks.addPublic(scratch, factor(batch, bit, 0), -1L);
    }
  }

  /** Computes δ_j for some j, in parallel trees of products, and writes them to the nodes. */
  private void indicators(long[] nodes, int batches, int from, int group) throws MpcException {
    int trees = batches * group;
    for (int tree = 0; tree < trees; tree++) {
      for (int bit = 0; bit < n; bit++) {
        int value = ((from + tree % group) >>> bit) & 1;
        factors[tree * n + bit] = factor(tree / group, bit, value);
      }
    }
    int free = batches * 2 * n * longs;
    for (int width = n; width > 1; width = (width + 1) / 2) {
      int count = pair(trees, width, free);
      products.multiply(scratch, left, right, out, count);
      free += count * longs;
    }
    for (int tree = 0; tree < trees; tree++) {
      int to = (tree / group * entries + from + tree % group) * longs;
      System.arraycopy(scratch, factors[tree * n], nodes, to, longs);
    }
  }

  /** Pairs the factors of each tree, whose products replace them; returns the number of pairs. */
  private int pair(int trees, int width, int free) {
    int count = 0;
    for (int tree = 0; tree < trees; tree++) {
      int first = tree * n;
      for (int i = 0; i + 1 < width; i += 2) {
        left[count] = factors[first + i];
        right[count] = factors[first + i + 1];
        out[count] = free + count * longs;
        factors[first + i / 2] = out[count++];
      }
      if (width % 2 == 1) {
        factors[first + width / 2] = factors[first + width - 1];
      }
    }
    return count;
  }

  private void addSupersets(long[] nodes, int start) {
    for (int step = 1; step < entries; step <<= 1) {
      for (int s = 0; s < entries; s++) {
        if ((s & step) == 0) {
          blocks.add(nodes, (start + s) * longs, nodes, (start + (s | step)) * longs);
        }
      }
    }
  }

  @Override
  public void wipe() {
    Secrets.wipe(scratch);
  }
}
