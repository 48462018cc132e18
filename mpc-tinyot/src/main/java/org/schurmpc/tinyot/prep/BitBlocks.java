package org.schurmpc.tinyot.prep;

import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.kernel.BitMacKernels;
import org.schurmpc.tinyot.material.Material;

/**
 * One party's arithmetic on blocks, without messages. A <em>block</em> is 64 bits [[x]] side by
 * side, in the layout of an item of {@link Material#randomBits}: the word of this party's shares, w
 * planes of 64 MACs, w planes of 64 keys; MACs have one width in both directions. Blocks are linear
 * over GF(2): the XOR of two blocks, word by word, is the block of the XORed bits.
 */
public final class BitBlocks {
  private final int party;
  private final long[] delta;
  private final BitMacKernels kernels;
  private final Material material;

  /**
   * Creates the arithmetic of a party.
   *
   * @param party number of this party
   * @param delta this party's global key, one long for each word of a MAC
   */
  public BitBlocks(int party, long[] delta, BitMacKernels kernels) {
    this.party = party;
    this.delta = delta.clone();
    this.kernels = kernels;
    this.material = Material.of(delta.length);
  }

  public Material material() {
    return material;
  }

  /** Returns this party's global key, one long for each word of a MAC; a copy. */
  public long[] delta() {
    return delta.clone();
  }

  /** Returns the number of longs of a block. */
  public int longs() {
    return material.randomBits().longsPerItem();
  }

  /** Returns the start of the MAC planes in a block. */
  public int macs() {
    return Material.BIT_PLANES;
  }

  /** Returns the start of the key planes in a block. */
  public int keys() {
    return Material.BIT_PLANES + material.macLongs();
  }

  /** Adds one block to another. */
  public void add(long[] dst, int dstAt, long[] src, int srcAt) {
    kernels.xorInto(dst, dstAt, src, srcAt, longs());
  }

  /**
   * Sets [[x]] := [[x]] + u for public bits u: the first party adds u to its share, the second adds
   * u times its global key to its key.
   */
  public void addPublic(long[] block, int at, long bits) {
    if (party == 0) {
      block[at] ^= bits;
      return;
    }
    for (int v = 0; v < delta.length; v++) {
      int plane = at + keys() + v * Material.BITS;
      kernels.xorConstant(block, plane, bits, delta[v], Material.BITS);
    }
  }

  /** Wipes the key. */
  public void wipe() {
    Secrets.wipe(delta);
  }
}
