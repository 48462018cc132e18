package org.schurmpc.minimac.prep;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.core.word.HeldBits;
import org.schurmpc.core.word.WordParameters;
import org.schurmpc.tinyot.material.Material;
import org.schurmpc.tinyot.prep.BlockStock;

/**
 * TinyOT's triples behind the words of a batch of AND gates, and random bits behind the masks of
 * the words' check. Lane l of gate g is in triple 8k g + l; lane kp + j is in plane p of data
 * symbol j. Of the bits, those of all a come first, then of all b, of all c, and of the masks.
 *
 * <p>The words of the batch are the planes of b of all gates, then those of a, then all c.
 */
final class GateBits extends HeldBits {
  private static final int BITS = Material.BITS;
  private static final int PLANES = Codeword.PLANES;

  private final Material material;
  private final int gates;
  private final int k;
  private final int tripleBlocks;
  private final int maskBlocks;

  private GateBits(BlockStock stock, WordParameters parameters, int gates) {
    super(bits(parameters, gates), stock.delta());
    this.material = stock.material();
    this.gates = gates;
    this.k = parameters.code().k();
    this.tripleBlocks = tripleBlocks(parameters, gates);
    this.maskBlocks = maskBlocks(parameters);
  }

  private static int bits(WordParameters parameters, int gates) {
    long blocks = 3L * tripleBlocks(parameters, gates) + maskBlocks(parameters);
    return Math.toIntExact(BITS * blocks);
  }

  private static int tripleBlocks(WordParameters parameters, int gates) {
    return blocks((long) gates * PLANES * parameters.code().k());
  }

  private static int maskBlocks(WordParameters parameters) {
    return blocks((long) parameters.tieChecks() * PLANES * parameters.code().k());
  }

  /** Takes checked triples for a number of gates, and random bits, from a stock. */
  static GateBits take(BlockStock stock, WordParameters parameters, int gates) throws MpcException {
    GateBits bits = new GateBits(stock, parameters, gates);
    boolean taken = false;
    try {
      bits.takeTriples(stock);
      bits.takeMasks(stock);
      taken = true;
      return bits;
    } finally {
      if (!taken) {
        bits.wipe();
      }
    }
  }

  private static int blocks(long bits) {
    return Math.toIntExact((bits + BITS - 1) / BITS);
  }

  private void takeTriples(BlockStock stock) throws MpcException {
    Leases triples = stock.triples(tripleBlocks);
    for (int block = 0; block < tripleBlocks; block++) {
      long[] item = triples.data(block);
      int at = triples.offset(block);
      for (int part = Material.A; part <= Material.C; part++) {
        int to = part * tripleBlocks + block;
        shares()[to] = item[at + Material.tripleBits(part)];
        copyPlanes(item, at + material.tripleMacs(part), macs(), to);
        copyPlanes(item, at + material.tripleKeys(part), keys(), to);
      }
    }
    triples.release();
  }

  private void takeMasks(BlockStock stock) throws MpcException {
    int longs = material.randomBits().longsPerItem();
    long[] items = new long[maskBlocks * longs];
    try {
      stock.randomBits(items, 0, maskBlocks);
      for (int block = 0; block < maskBlocks; block++) {
        int at = block * longs;
        int to = 3 * tripleBlocks + block;
        shares()[to] = items[at];
        copyPlanes(items, at + Material.BIT_PLANES, macs(), to);
        copyPlanes(items, at + Material.BIT_PLANES + material.macLongs(), keys(), to);
      }
    } finally {
      Secrets.wipe(items);
    }
  }

  /** Copies the planes of 64 MACs to the MACs of a block, one after the other. */
  private void copyPlanes(long[] src, int from, long[] dst, int block) {
    int macLongs = macLongs();
    int to = block * BITS * macLongs;
    for (int v = 0; v < macLongs; v++) {
      for (int i = 0; i < BITS; i++) {
        dst[to + i * macLongs + v] = src[from + v * BITS + i];
      }
    }
  }

  @Override
  public int first(int word, int plane) {
    int ofA = PLANES * gates;
    int ofC = 2 * ofA;
    if (word < ofA) {
      return first(Material.B, word / PLANES, plane);
    }
    return word < ofC
        ? first(Material.A, (word - ofA) / PLANES, plane)
        : first(Material.C, word - ofC, plane);
  }

  private int first(int part, int gate, int plane) {
    return part * tripleBlocks * BITS + (gate * PLANES + plane) * k;
  }

  @Override
  public int firstOfMask(int mask, int plane) {
    return 3 * tripleBlocks * BITS + (mask * PLANES + plane) * k;
  }
}
