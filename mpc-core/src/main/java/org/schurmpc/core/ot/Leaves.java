package org.schurmpc.core.ot;

import java.util.Arrays;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.kernel.CotKernels;

/**
 * Holds the generators of all leaves and expands them. For each tree, the expansion is the
 * small-field VOLE (SoftSpokenOT, figure 7) as k + 1 columns of bits: the sum u of all leaves'
 * streams and, for each bit j, the sum of the streams of leaves whose number has that bit.
 */
final class Leaves {
  /**
   * Number of longs of each stream processed at a time, so that a tree's streams stay in the cache.
   */
  private static final int TILE = 512;

  private final int k;
  private final CotKernels kernels;
  private final Prg[] generators;
  private final int firstLeaf;
  private final byte[] bytes = new byte[TILE * Long.BYTES];
  private final long[] streams;
  private final long[] sums;

  /**
   * Creates the generators.
   *
   * @param seeds two longs for each leaf, not kept
   * @param firstLeaf the first known leaf of each tree; the stream of an unknown leaf is zero
   */
  Leaves(int k, long[] seeds, int firstLeaf, CotKernels kernels) {
    this.k = k;
    this.kernels = kernels;
    this.firstLeaf = firstLeaf;
    this.generators = new Prg[seeds.length / TreeHash.NODE];
    byte[] seed = new byte[Prg.SEED_BYTES];
    for (int leaf = 0; leaf < generators.length; leaf++) {
      Words.toBytes(seeds, leaf * TreeHash.NODE, TreeHash.NODE, seed, 0);
      generators[leaf] = (leaf & ((1 << k) - 1)) < firstLeaf ? null : new Prg(seed);
    }
    Secrets.wipe(seed);
    this.streams = new long[TILE << k];
    this.sums = new long[TILE * (k + 1)];
  }

  /**
   * Expands the next {@code words} longs of every stream of a tree.
   *
   * @param u receives the sum of the streams
   * @param columns receives the k other sums, one every {@code stride} longs
   */
  void expand(int tree, int words, long[] u, int uOff, long[] columns, int columnsOff, int stride) {
    for (int done = 0; done < words; done += TILE) {
      int now = Math.min(TILE, words - done);
      Arrays.fill(streams, 0, firstLeaf * TILE, 0);
      for (int leaf = firstLeaf; leaf < 1 << k; leaf++) {
        generators[(tree << k) + leaf].nextLongs(streams, leaf * TILE, now, bytes);
      }
      kernels.fold(streams, 0, TILE, k, now, sums, 0, TILE);
      System.arraycopy(sums, 0, u, uOff + done, now);
      for (int j = 0; j < k; j++) {
        System.arraycopy(sums, (j + 1) * TILE, columns, columnsOff + j * stride + done, now);
      }
    }
  }

  void wipe() {
    for (Prg generator : generators) {
      if (generator != null) {
        generator.wipe();
      }
    }
    Secrets.wipe(bytes);
    Secrets.wipe(streams);
    Secrets.wipe(sums);
  }
}
