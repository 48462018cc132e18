package org.schurmpc.tinyot.prep;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.kernel.BitMacKernels;
import org.schurmpc.core.mac.MacCheck;
import org.schurmpc.core.mac.MacLog;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.core.session.Session;
import org.schurmpc.tinyot.material.Material;

/**
 * Products of blocks, bit by bit, by Beaver's method (NNOB12, Fig. 3, "AND"): with a triple c = a ∧
 * b, and ε = x + a and δ = y + b opened,
 *
 * <pre>
 * [[x ∧ y]] = [[c]] + ε [[b]] + δ [[a]] + ε ∧ δ
 * </pre>
 *
 * <p>Costs two bits each way and one triple for each product, and one exchange for the products of
 * one portion of triples.
 *
 * <p>Opened values are masked by fresh uniform bits, so that products may be multiplied further
 * before {@link #check}. Before the check a product may be wrong, and the consequences of a wrong
 * product can depend on secrets: <b>nothing that is derived from a product may leave the party, not
 * even into a store, before the check has passed.</b>
 */
public final class BlockProducts {
  private static final int INITIAL_LOG_WORDS = 1 << 12;

  /** Number of logged words that triggers a comparison, to bound the memory of the logs. */
  private static final int MAX_PENDING_WORDS = 1 << 23;

  /**
   * Number of hash keys. One polynomial fails with probability 2^-117, which is enough for any σ
   * here.
   */
  private static final int HASH_KEYS = 1;

  private final Session session;
  private final BlockStock stock;
  private final BitBlocks blocks;
  private final BitMacKernels kernels;
  private final Material material;
  private final long[] delta;
  private final MacCheck macs;
  private final int maxPending;

  /** ε of all products, then δ: first this party's shares, then the opened sums. */
  private long[] opened = new long[0];

  /** The peer's shares of ε and δ. */
  private long[] theirs = new long[0];

  private byte[] message = new byte[0];

  /**
   * Creates products.
   *
   * @param session the channel of this thread, and the peer's of its counterpart
   * @param stock source of triples, with MACs of one width in both directions
   */
  public BlockProducts(Session session, BlockStock stock, BitBlocks blocks, BitMacKernels kernels) {
    this(session, stock, blocks, kernels, MAX_PENDING_WORDS);
  }

  /**
   * Creates products with a limit on deferred checks.
   *
   * @param maxPending maximum number of logged words that wait for {@link #check}
   */
  BlockProducts(
      Session session, BlockStock stock, BitBlocks blocks, BitMacKernels kernels, int maxPending) {
    if (blocks.longs() != stock.material().randomBits().longsPerItem()) {
      throw new IllegalArgumentException("blocks whose MACs are not as wide as those of triples");
    }
    this.maxPending = maxPending;
    this.session = session;
    this.stock = stock;
    this.blocks = blocks;
    this.kernels = kernels;
    this.material = stock.material();
    this.delta = stock.delta();
    this.macs = new MacCheck(session, new CoinToss(session), INITIAL_LOG_WORDS, HASH_KEYS);
  }

  /**
   * Multiplies blocks of an array: for i &lt; {@code count}, the block at {@code out[i]} becomes
   * the product of those at {@code left[i]} and {@code right[i]}. No factor may be a product of
   * this call.
   */
  public void multiply(long[] data, int[] left, int[] right, int[] out, int count)
      throws MpcException {
    for (int from = 0; from < count; from += stock.mostTriples()) {
      int n = Math.min(stock.mostTriples(), count - from);
      makeRoom(n);
      Leases triples = stock.triples(n);
      mask(data, left, right, from, n, triples);
      open(n);
      for (int i = 0; i < n; i++) {
        long[] triple = triples.data(i);
        int at = triples.offset(i);
        logMacs(data, left[from + i], triple, at, Material.A, theirs[i]);
        logMacs(data, right[from + i], triple, at, Material.B, theirs[n + i]);
        combine(triple, at, opened[i], opened[n + i], data, out[from + i]);
      }
      triples.release();
      if (macs.pending() > maxPending) {
        macs.check();
      }
    }
  }

  private void makeRoom(int n) {
    if (opened.length < 2 * n) {
      Secrets.wipe(opened);
      Secrets.wipe(theirs);
      Secrets.wipe(message);
      opened = new long[2 * n];
      theirs = new long[2 * n];
      message = new byte[2 * n * Long.BYTES];
    }
  }

  /** Computes this party's shares of ε and δ. */
  private void mask(long[] data, int[] left, int[] right, int from, int n, Leases triples) {
    for (int i = 0; i < n; i++) {
      long[] triple = triples.data(i);
      int at = triples.offset(i);
      opened[i] = data[left[from + i]] ^ triple[at + Material.tripleBits(Material.A)];
      opened[n + i] = data[right[from + i]] ^ triple[at + Material.tripleBits(Material.B)];
    }
  }

  private void open(int n) throws MpcException {
    int bytes = 2 * n * Long.BYTES;
    Words.toBytes(opened, 0, 2 * n, message, 0);
    session.exchange(message, 0, bytes, message, 0, bytes);
    Words.fromBytes(message, 0, theirs, 0, 2 * n);
    kernels.xorInto(opened, 0, theirs, 0, 2 * n);
  }

  /**
   * Logs the MACs of the opened sum of a block and a part of a triple: for the share that was sent
   * the own MAC, for the share received the MAC that the own keys give.
   */
  private void logMacs(long[] data, int block, long[] triple, int item, int part, long received) {
    int planes = material.macLongs();
    MacLog held = macs.held();
    int at = held.extend(planes);
    int mac = item + material.tripleMacs(part);
    kernels.xor(data, block + blocks.macs(), triple, mac, held.words(), at, planes);
    MacLog expected = macs.expected();
    at = expected.extend(planes);
    for (int v = 0; v < delta.length; v++) {
      int plane = v * Material.BITS;
      int key = item + material.tripleKeys(part) + plane;
      int own = block + blocks.keys() + plane;
      long[] log = expected.words();
      kernels.xorBoth(data, own, triple, key, received, delta[v], log, at + plane, Material.BITS);
    }
  }

  /** Computes c + ε b + δ a, for shares, MACs and keys alike, and adds the public value ε ∧ δ. */
  private void combine(
      long[] triple, int item, long epsilon, long delta, long[] data, int product) {
    data[product] =
        triple[item + Material.tripleBits(Material.C)]
            ^ (epsilon & triple[item + Material.tripleBits(Material.B)])
            ^ (delta & triple[item + Material.tripleBits(Material.A)]);
    int a = item + material.tripleMacs(Material.A);
    int b = item + material.tripleMacs(Material.B);
    int c = item + material.tripleMacs(Material.C);
    int to = product + Material.BIT_PLANES;
    for (int plane = 0; plane < 2 * material.macLongs(); plane += Material.BITS) {
      kernels.xorSelected(
          triple, c + plane, a + plane, delta, b + plane, epsilon, data, to + plane, Material.BITS);
    }
    blocks.addPublic(data, product, epsilon & delta);
  }

  /**
   * Compares the MACs of everything opened since the last check. After it returns, all products are
   * correct.
   *
   * @throws org.schurmpc.core.abort.PeerCheated with MAC if the peer opened a wrong value
   */
  public void check() throws MpcException {
    macs.check();
  }

  /** Wipes all buffers. */
  public void wipe() {
    macs.wipe();
    Secrets.wipe(delta);
    Secrets.wipe(opened);
    Secrets.wipe(theirs);
    Secrets.wipe(message);
  }
}
