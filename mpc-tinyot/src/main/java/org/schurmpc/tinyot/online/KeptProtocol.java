package org.schurmpc.tinyot.online;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.bits.LaneLayout;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.deliver.Delivery;
import org.schurmpc.core.eval.InputBatch;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.KeptInputs;
import org.schurmpc.core.eval.KeptValues;
import org.schurmpc.core.eval.MovableKey;
import org.schurmpc.core.eval.OutputBatch;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.prep.Leases;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.tinyot.material.Material;

/**
 * Bits that outlast an evaluation: copies from random bits and wires, and back to wires. To a kept
 * [[r]] public bits d are added, [[x]] = [[r]] + d; nothing is sent.
 */
final class KeptProtocol {
  private final LaneLayout layout;
  private final Material material;
  private final Wires wires;
  private final Leases randoms;
  private final byte[] key;
  private final TinyOtDeliveries deliveries;
  private final SetMove move;

  KeptProtocol(
      PrepStore store,
      LaneLayout layout,
      Material material,
      long[] delta,
      Wires wires,
      TinyOtDeliveries deliveries,
      SetMove move) {
    this.layout = layout;
    this.material = material;
    this.wires = wires;
    this.randoms = new Leases(store, material.randomBits());
    this.key = KeptValues.keyOf(AuthenticatedBits.form(material), delta);
    this.deliveries = deliveries;
    this.move = move;
  }

  void requireUsable(KeptValues values) throws Refused {
    if (!values.isUnder(AuthenticatedBits.form(material), key)) {
      throw new Refused(
          "kept bits are under the key of another batch of material than this evaluation's");
    }
    AuthenticatedBits.of(material, values);
  }

  /** Writes kept inputs to wires that are zero. */
  void load(InputBatch batch, KeptInputs kept) {
    Map<String, Integer> next = new HashMap<>();
    for (int wire = 0; wire < batch.size(); wire++) {
      if (batch.source(wire) instanceof InputSource.Kept source) {
        int bit = next.merge(source.set(), 1, Integer::sum) - 1;
        for (int lane = 0; lane < layout.lanes(); lane++) {
          Optional<KeptInputs.Entry> entry = kept.of(source.set(), lane);
          if (entry.isPresent()) {
            load(entry.get(), bit, batch.slot(wire), lane);
          }
        }
      }
    }
  }

  private void load(KeptInputs.Entry entry, int bit, int slot, int lane) {
    int chunk = lane / layout.chunkLanes();
    int within = lane % layout.chunkLanes();
    if (entry.values().isPresent()) {
      AuthenticatedBits bits = AuthenticatedBits.of(material, entry.values().get());
      bits.get(bit, wires, slot, chunk, within, layout.chunkLanes());
    }
    wires.addPublic(chunk, slot, (long) entry.added(bit) << within);
  }

  KeptValues keep(OutputBatch batch, String set, int lane, byte[] id) {
    int count = 0;
    for (int wire = 0; wire < batch.size(); wire++) {
      count += isOf(batch, wire, set) ? 1 : 0;
    }
    AuthenticatedBits bits = new AuthenticatedBits(material, count);
    int chunk = lane / layout.chunkLanes();
    int within = lane % layout.chunkLanes();
    int bit = 0;
    for (int wire = 0; wire < batch.size(); wire++) {
      if (isOf(batch, wire, set)) {
        bits.set(bit++, wires, batch.slot(wire), chunk, within, layout.chunkLanes());
      }
    }
    return bits.keep(id, key);
  }

  private static boolean isOf(OutputBatch batch, int wire, String set) {
    return batch.target(wire) instanceof OutputTarget.Kept kept && kept.set().equals(set);
  }

  KeptValues keepRandomBits(int count, byte[] id) throws MpcException {
    AuthenticatedBits bits = new AuthenticatedBits(material, count);
    randoms.lease(bits.items());
    for (int item = 0; item < bits.items(); item++) {
      bits.set(item, randoms.data(item), randoms.offset(item));
    }
    randoms.release();
    return bits.keep(id, key);
  }

  List<Delivery> deliver(long[] numbers, List<KeptValues> values) throws MpcException {
    for (KeptValues each : values) {
      requireUsable(each);
    }
    return deliveries.deliver(
        numbers, values.stream().map(each -> AuthenticatedBits.of(material, each)).toList());
  }

  MovableKey keepKey(int spares, byte[] id) throws MpcException {
    return move.keep(spares, id);
  }

  List<KeptValues> move(MovableKey from, int spare, List<KeptValues> values, List<byte[]> ids)
      throws MpcException {
    return move.move(from, spare, values, ids, key);
  }

  void wipe() {
    randoms.release();
    Secrets.wipe(key);
  }
}
