package org.schurmpc.minimac;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.MulBatch;
import org.schurmpc.core.code.Codeword;
import org.schurmpc.core.code.PublicEncoder;
import org.schurmpc.core.kernel.Kernels;
import org.schurmpc.core.prep.Lease;
import org.schurmpc.core.prep.PrepStore;

/**
 * The multiplication protocol of MiniTrix (DLT14, section 4.3), for all AND gates of a layer in one
 * exchange (section 4.4), on packed words of 8k bits. With epsilon = x + a and delta = y + b
 * opened,
 *
 * <pre>
 * [[x and y]]* = C(epsilon and delta) + Σ_i C(epsilon_i) * [[b_i]] + Σ_i C(delta_i) * [[a_i]]
 *                + [[a and b]]*
 * </pre>
 *
 * where epsilon_i is the 0/1 vector of bit i of each data symbol: a plane of the opened word.
 */
final class PackedProduct {
  private static final int BITS = Codeword.PLANES;

  private final PrepStore store;
  private final Opening opening;
  private final PublicEncoder encoder;
  private final PublicWords publicWords;
  private final Kernels kernels;

  private final List<Lease> leases = new ArrayList<>();
  private final long[] bitEncodings = new long[2 * BITS * Codeword.LONGS];
  private final long[] conjunction = new long[Codeword.LONGS];
  private long[] masked = new long[0];
  private long[] opened = new long[0];

  PackedProduct(
      PrepStore store,
      Opening opening,
      PublicEncoder encoder,
      PublicWords publicWords,
      Kernels kernels) {
    this.store = store;
    this.opening = opening;
    this.encoder = encoder;
    this.publicWords = publicWords;
    this.kernels = kernels;
  }

  /** Multiplies the gates of a batch; its output slots are apart from its input slots. */
  void multiply(MulBatch batch, Wires wires) throws MpcException {
    int gates = batch.size();
    if (gates == 0) {
      return;
    }
    makeRoom(gates);
    lease(gates);
    mask(batch, wires);
    opening.open(masked, 2 * gates, opened);
    combine(batch, wires);
    leases.clear();
  }

  private void makeRoom(int gates) {
    int openings = Math.multiplyExact(2, gates);
    if (opened.length < openings * Codeword.LONGS) {
      wipe();
      masked = new long[Math.multiplyExact(openings, AuthWord.LONGS)];
      opened = new long[openings * Codeword.LONGS];
    }
  }

  private void lease(int gates) throws MpcException {
    for (int left = gates; left > 0; ) {
      Lease lease = store.lease(Material.AND, left);
      leases.add(lease);
      left -= lease.items();
    }
  }

  /** Step 1, local part: [[x]]* + [[a]]* and [[y]]* + [[b]]*. */
  private void mask(MulBatch batch, Wires wires) {
    long[] w = wires.words();
    int gate = 0;
    for (Lease lease : leases) {
      for (int i = 0; i < lease.items(); i++, gate++) {
        int item = lease.offset() + i * Material.AND.longsPerItem();
        int x = Wires.offset(batch.left(gate));
        int y = Wires.offset(batch.right(gate));
        int out = 2 * gate * AuthWord.LONGS;
        kernels.xor(w, x, lease.data(), item + Material.A, masked, out, AuthWord.LONGS);
        out += AuthWord.LONGS;
        kernels.xor(w, y, lease.data(), item + Material.B, masked, out, AuthWord.LONGS);
      }
    }
  }

  private void combine(MulBatch batch, Wires wires) {
    int gate = 0;
    for (Lease lease : leases) {
      for (int i = 0; i < lease.items(); i++, gate++) {
        int item = lease.offset() + i * Material.AND.longsPerItem();
        int z = Wires.offset(batch.out(gate));
        combineGate(2 * gate * Codeword.LONGS, lease.data(), item, wires.words(), z);
      }
    }
  }

  /** Steps 2 to 5 for one gate. */
  private void combineGate(int epsilon, long[] material, int item, long[] w, int z) {
    int delta = epsilon + Codeword.LONGS;
    encoder.encodePlanes(opened, epsilon, bitEncodings, 0);
    encoder.encodePlanes(opened, delta, bitEncodings, BITS * Codeword.LONGS);
    System.arraycopy(material, item + Material.C, w, z, AuthWord.LONGS);
    kernels.schurMulAdd(
        w, z, bitEncodings, 0, material, item + Material.BIT_PARTS, 2 * BITS, AuthWord.PARTS);
    for (int j = 0; j < Codeword.LONGS; j++) {
      conjunction[j] = opened[epsilon + j] & opened[delta + j];
    }
    encoder.encode(conjunction, 0, conjunction, 0);
    publicWords.add(w, z, conjunction, 0);
  }

  void wipe() {
    leases.clear();
    Arrays.fill(masked, 0);
    Arrays.fill(opened, 0);
    Arrays.fill(bitEncodings, 0);
  }
}
