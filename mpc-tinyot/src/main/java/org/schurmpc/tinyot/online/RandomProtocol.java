package org.schurmpc.tinyot.online;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.eval.RandomBatch;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.tinyot.material.Material;

/** Secret uniform bits, taken directly from the material. */
final class RandomProtocol {
  private final LaneLayout layout;
  private final Material material;
  private final Leases bits;

  RandomProtocol(PrepStore store, LaneLayout layout, Material material) {
    this.layout = layout;
    this.material = material;
    this.bits = new Leases(store, material.randomBits());
  }

  void random(RandomBatch batch, Wires wires) throws MpcException {
    bits.lease(Math.toIntExact(layout.words(batch.size())));
    for (int i = 0; i < batch.size(); i++) {
      for (int chunk = 0; chunk < layout.chunks(); chunk++) {
        copy(layout.word(i, chunk), layout.shift(i), wires, chunk, batch.slot(i));
      }
    }
    bits.release();
  }

  private void copy(int item, int shift, Wires wires, int chunk, int slot) {
    long[] from = bits.data(item);
    int at = bits.offset(item);
    int lanes = layout.chunkLanes();
    wires.shares(chunk)[slot] = (from[at] >>> shift) & layout.chunkMask();
    for (int plane = 0; plane < 2 * material.macWords(); plane++) {
      int source = at + Material.BIT_PLANES + plane * Material.BITS + shift;
      int target = wires.macs(slot) + plane * lanes;
      System.arraycopy(from, source, wires.planes(chunk), target, lanes);
    }
  }
}
