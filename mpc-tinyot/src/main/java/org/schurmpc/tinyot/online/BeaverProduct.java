package org.schurmpc.tinyot.online;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.circuit.MulBatch;
import org.schurmpc.core.crypto.Words;
import org.schurmpc.core.kernel.BitMacKernels;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Session;
import org.schurmpc.tinyot.material.Material;

/**
 * All AND gates of a layer in one exchange, by Beaver's method (NNOB12, Fig. 3, "AND"): with ε = x
 * + a and δ = y + b opened,
 *
 * <pre>
 * [[x ∧ y]] = [[c]] + ε [[b]] + δ [[a]] + ε ∧ δ
 * </pre>
 *
 * <p>Costs two bits for each gate and lane in each direction. Opened values are masked by fresh
 * uniform bits, so they may be used before their MACs are checked.
 */
final class BeaverProduct {
  private final Session session;
  private final LaneLayout layout;
  private final Material material;
  private final BitMacs macs;
  private final BitMacKernels kernels;
  private final Leases triples;

  /** ε of all gates, then δ: first this party's shares, then the opened sums. */
  private long[] opened = new long[0];

  /** The peer's shares of ε and δ. */
  private long[] theirs = new long[0];

  private byte[] out = new byte[0];
  private byte[] in = new byte[0];

  BeaverProduct(
      Session session,
      PrepStore store,
      LaneLayout layout,
      Material material,
      BitMacs macs,
      BitMacKernels kernels) {
    this.session = session;
    this.layout = layout;
    this.material = material;
    this.macs = macs;
    this.kernels = kernels;
    this.triples = new Leases(store, material.andTriples());
  }

  /** Multiplies the gates of a batch. Output slots are disjoint from input slots. */
  void multiply(MulBatch batch, Wires wires) throws MpcException {
    int gates = batch.size();
    if (gates == 0) {
      return;
    }
    int words = Math.toIntExact(layout.words(gates));
    makeRoom(words);
    triples.lease(words);
    mask(batch, wires, words);
    open(gates, words);
    for (int chunk = 0; chunk < layout.chunks(); chunk++) {
      for (int gate = 0; gate < gates; gate++) {
        finish(batch, gate, chunk, wires, words);
      }
    }
    triples.release();
    macs.checkIfLong();
  }

  private void makeRoom(int words) {
    int longs = Math.multiplyExact(2, words);
    if (opened.length < longs) {
      wipe();
      opened = new long[longs];
      theirs = new long[longs];
      out = new byte[Math.multiplyExact(longs, Long.BYTES)];
      in = new byte[out.length];
    }
  }

  /** Computes this party's shares of ε and δ. */
  private void mask(MulBatch batch, Wires wires, int words) {
    Arrays.fill(opened, 0, 2 * words, 0);
    for (int gate = 0; gate < batch.size(); gate++) {
      int shift = layout.shift(gate);
      for (int chunk = 0; chunk < layout.chunks(); chunk++) {
        long[] shares = wires.shares(chunk);
        int word = layout.word(gate, chunk);
        opened[word] |= shares[batch.left(gate)] << shift;
        opened[words + word] |= shares[batch.right(gate)] << shift;
      }
    }
    for (int item = 0; item < words; item++) {
      long[] triple = triples.data(item);
      int at = triples.offset(item);
      opened[item] ^= triple[at + Material.tripleBits(Material.A)];
      opened[words + item] ^= triple[at + Material.tripleBits(Material.B)];
    }
    layout.trim(opened, 0, batch.size());
    layout.trim(opened, words, batch.size());
  }

  private void open(int gates, int words) throws MpcException {
    int longs = 2 * words;
    int bytes = longs * Long.BYTES;
    Words.toBytes(opened, 0, longs, out, 0);
    session.exchange(out, 0, bytes, in, 0, bytes);
    Words.fromBytes(in, 0, theirs, 0, longs);
    layout.trim(theirs, 0, gates);
    layout.trim(theirs, words, gates);
    kernels.xorInto(opened, 0, theirs, 0, longs);
  }

  /** Logs the MACs of one chunk of a gate and computes its product. */
  private void finish(MulBatch batch, int gate, int chunk, Wires wires, int words) {
    int word = layout.word(gate, chunk);
    int shift = layout.shift(gate);
    long[] triple = triples.data(word);
    int at = triples.offset(word);
    logMacs(batch, gate, chunk, wires, triple, at + shift, theirs[word], theirs[words + word]);

    long epsilon = opened[word];
    long delta = opened[words + word];
    long share =
        triple[at + Material.tripleBits(Material.C)]
            ^ (epsilon & triple[at + Material.tripleBits(Material.B)])
            ^ (delta & triple[at + Material.tripleBits(Material.A)]);
    int slot = batch.out(gate);
    wires.shares(chunk)[slot] = (share >>> shift) & layout.chunkMask();
    combine(triple, at + shift, epsilon >>> shift, delta >>> shift, wires, chunk, slot);
    wires.addPublic(chunk, slot, ((epsilon & delta) >>> shift) & layout.chunkMask());
  }

  private void logMacs(
      MulBatch batch,
      int gate,
      int chunk,
      Wires wires,
      long[] triple,
      int at,
      long theirEpsilon,
      long theirDelta) {
    long[] planes = wires.planes(chunk);
    int x = batch.left(gate);
    int y = batch.right(gate);
    int shift = layout.shift(gate);
    int a = at + material.tripleMacs(Material.A);
    int b = at + material.tripleMacs(Material.B);
    int keys = material.macLongs();
    // The order of memory, which is read here for the first time.
    macs.sent(chunk, planes, wires.macs(x), triple, a);
    macs.received(chunk, planes, wires.keys(x), triple, a + keys, theirEpsilon >>> shift);
    macs.sent(chunk, planes, wires.macs(y), triple, b);
    macs.received(chunk, planes, wires.keys(y), triple, b + keys, theirDelta >>> shift);
  }

  /** Computes c + ε b + δ a, for MACs and keys alike. */
  private void combine(
      long[] triple, int at, long epsilon, long delta, Wires wires, int chunk, int slot) {
    int a = at + material.tripleMacs(Material.A);
    int b = at + material.tripleMacs(Material.B);
    int c = at + material.tripleMacs(Material.C);
    int z = wires.macs(slot);
    int lanes = layout.chunkLanes();
    long[] planes = wires.planes(chunk);
    for (int plane = 0; plane < 2 * material.macWords(); plane++) {
      int from = plane * Material.BITS;
      kernels.xorSelected(
          triple, c + from, a + from, delta, b + from, epsilon, planes, z + plane * lanes, lanes);
    }
  }

  void wipe() {
    triples.release();
    Arrays.fill(opened, 0);
    Arrays.fill(theirs, 0);
    Arrays.fill(out, (byte) 0);
    Arrays.fill(in, (byte) 0);
  }
}
