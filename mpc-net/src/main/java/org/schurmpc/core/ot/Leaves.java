package org.schurmpc.core.ot;

import java.util.Arrays;
import org.schurmpc.core.crypto.Prg;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.kernel.CotKernels;

/**
 * Holds the generators of all leaves and expands them. For each tree, the expansion is the
 * small-field VOLE (SoftSpokenOT, figure 7) as k + 1 columns of bits: the sum u of all leaves'
 * streams r and, for each bit j, the sum v_j of the streams of leaves whose number has that bit.
 *
 * <p>Leaves are taken in the order of the Gray code g_i = i ⊕ ⌊i/2⌋, and each cipher adds its
 * stream to the sum of the previous ones, which costs nothing: P_i = r_(g_0) + ... + r_(g_i). The
 * number after g_i differs from g_i in the bit t_i = number of trailing zeros of i + 1. Therefore
 * v_j is the sum of those P_i with t_i = j; the last P, which is u, counts for the last bit.
 */
final class Leaves {
  /** Number of longs of each stream processed at a time, so that all sums stay in the cache. */
  private static final int TILE = 1024;

  private static final int TILE_BYTES = TILE * Long.BYTES;

  private final int k;
  private final CotKernels kernels;
  private final Prg[] generators;
  private final byte[][] sums;
  private byte[] prefix = new byte[TILE_BYTES];
  private byte[] nextPrefix = new byte[TILE_BYTES];

  /**
   * Creates the generators.
   *
   * @param seeds two longs for each leaf, not kept
   * @param firstLeaf the first known leaf of each tree; the stream of an unknown leaf is zero
   */
  Leaves(int k, long[] seeds, int firstLeaf, CotKernels kernels) {
    this.k = k;
    this.kernels = kernels;
    this.generators = new Prg[seeds.length / TreeHash.NODE];
    byte[] seed = new byte[Prg.SEED_BYTES];
    for (int leaf = 0; leaf < generators.length; leaf++) {
      Words.toBytes(seeds, leaf * TreeHash.NODE, TreeHash.NODE, seed, 0);
      generators[leaf] = (leaf & ((1 << k) - 1)) < firstLeaf ? null : new Prg(seed);
    }
    Secrets.wipe(seed);
    this.sums = new byte[k][TILE_BYTES];
  }

  /**
   * Expands the next {@code words} longs of every stream of a tree.
   *
   * @param addend bytes that are added to u alone, 8 for each word
   * @param u receives the sum of the streams and the addend, 8 bytes for each word; may be at the
   *     place of the addend
   * @param columns receives the k other sums, one every {@code stride} longs
   */
  void expand(
      int tree,
      int words,
      byte[] addend,
      int addendOff,
      byte[] u,
      int uOff,
      long[] columns,
      int columnsOff,
      int stride) {
    for (int done = 0; done < words; done += TILE) {
      int now = Math.min(TILE, words - done);
      int at = done * Long.BYTES;
      System.arraycopy(addend, addendOff + at, prefix, 0, now * Long.BYTES);
      sum(tree, now * Long.BYTES);
      System.arraycopy(prefix, 0, u, uOff + at, now * Long.BYTES);
      for (int j = 0; j < k; j++) {
        Words.fromBytes(sums[j], 0, columns, columnsOff + j * stride + done, now);
      }
    }
  }

  /**
   * Adds all streams to the prefix, and computes the sums by bits. The previous content of the
   * prefix cancels out in them: each bit takes an even number of prefixes.
   */
  private void sum(int tree, int bytes) {
    for (byte[] sum : sums) {
      Arrays.fill(sum, (byte) 0);
    }
    for (int i = 0; i < 1 << k; i++) {
      Prg generator = generators[(tree << k) + (i ^ i >>> 1)];
      if (generator != null) {
        generator.mask(prefix, 0, nextPrefix, 0, bytes);
        byte[] last = prefix;
        prefix = nextPrefix;
        nextPrefix = last;
      }
      int bit = Math.min(Integer.numberOfTrailingZeros(i + 1), k - 1);
      kernels.xorBytes(sums[bit], prefix, bytes);
    }
  }

  void wipe() {
    for (Prg generator : generators) {
      if (generator != null) {
        generator.wipe();
      }
    }
    Secrets.wipe(prefix);
    Secrets.wipe(nextPrefix);
    for (byte[] sum : sums) {
      Secrets.wipe(sum);
    }
  }
}
