package org.schurmpc.spdz.online;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.deliver.Delivery;
import org.schurmpc.core.deliver.DeliveryDomain;
import org.schurmpc.core.eval.InputBatch;
import org.schurmpc.core.eval.InputSource;
import org.schurmpc.core.eval.KeptInputs;
import org.schurmpc.core.eval.KeptValues;
import org.schurmpc.core.eval.OutputBatch;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.spdz.material.Material;
import org.schurmpc.spdz.share.Shares;

/**
 * Bits 0 and 1 in a field that outlast an evaluation: copies from random bits and wires, and back
 * to wires. They are delivered packed, Σ X^i b_i or over a prime Σ 2^i b_i, which is linear.
 */
final class KeptBits {
  private final Field field;
  private final DeliveryDomain domain;
  private final LeasedValues randoms;
  private final KeptShares shares;
  private final ElementDeliveries deliveries;

  KeptBits(PrepStore store, Material material, ElementDeliveries deliveries) {
    this.field = material.field();
    this.domain = DeliveryDomain.packed(field);
    this.randoms = new LeasedValues(store, material, material.bits());
    this.shares = new KeptShares(store, material);
    this.deliveries = deliveries;
  }

  void requireUsable(KeptValues values) throws Refused {
    shares.requireUsable(values);
  }

  KeptValues keepRandomBits(int count, byte[] id) throws MpcException {
    Shares bits = new Shares(field, count);
    try {
      randoms.lease(count);
      randoms.copy(0, count, 0, bits, 0);
      return shares.keep(bits, id);
    } finally {
      randoms.release();
      bits.wipe();
    }
  }

  List<Delivery> deliver(long[] numbers, List<KeptValues> values) throws MpcException {
    List<Shares> packed = new ArrayList<>();
    try {
      for (KeptValues each : values) {
        requireUsable(each);
        packed.add(pack(each));
      }
      return deliveries.deliver(domain, numbers, packed);
    } finally {
      packed.forEach(Shares::wipe);
    }
  }

  /** Packs bits into elements, of which all but the last are full. */
  private Shares pack(KeptValues bits) {
    Shares all = shares.shares(bits);
    Shares packed = new Shares(field, domain.elements(bits.count()));
    pack(all.values(), bits.count(), packed.values());
    pack(all.macs(), bits.count(), packed.macs());
    all.wipe();
    return packed;
  }

  private void pack(long[] bits, int count, long[] to) {
    int limbs = field.limbs();
    long[] rows = new long[field.bits() * limbs];
    for (int first = 0, i = 0; first < count; first += domain.elementBits(), i++) {
      Arrays.fill(rows, 0);
      int n = Math.min(domain.elementBits(), count - first);
      System.arraycopy(bits, first * limbs, rows, 0, n * limbs);
      field.composeEach(rows, 0, to, i * limbs, 1);
    }
    Arrays.fill(rows, 0);
  }

  /** Writes kept inputs to wires that are zero. */
  void load(InputBatch batch, KeptInputs kept, Wires wires, int lanes) {
    Map<String, Integer> next = new HashMap<>();
    long[] added = new long[(lanes - 1) / Long.SIZE + 1];
    for (int wire = 0; wire < batch.size(); wire++) {
      if (batch.source(wire) instanceof InputSource.Kept source) {
        int bit = next.merge(source.set(), 1, Integer::sum) - 1;
        Arrays.fill(added, 0);
        int slot = batch.slot(wire);
        for (int lane = 0; lane < lanes; lane++) {
          Optional<KeptInputs.Entry> entry = kept.of(source.set(), lane);
          if (entry.isPresent()) {
            if (entry.get().values().isPresent()) {
              KeptValues values = entry.get().values().get();
              shares.copy(values, bit, wires.shares(), wires.element(slot) + lane);
            }
            added[lane / Long.SIZE] |= (long) entry.get().added(bit) << lane;
          }
        }
        wires.addPublic(slot, added, 0);
      }
    }
  }

  KeptValues keep(OutputBatch batch, String set, int lane, Wires wires, byte[] id) {
    int count = 0;
    for (int wire = 0; wire < batch.size(); wire++) {
      count += isOf(batch, wire, set) ? 1 : 0;
    }
    Shares bits = new Shares(field, count);
    int bit = 0;
    for (int wire = 0; wire < batch.size(); wire++) {
      if (isOf(batch, wire, set)) {
        bits.copy(bit++, wires.shares(), wires.element(batch.slot(wire)) + lane, 1);
      }
    }
    try {
      return shares.keep(bits, id);
    } finally {
      bits.wipe();
    }
  }

  void wipe() {
    randoms.release();
    shares.wipe();
  }

  private static boolean isOf(OutputBatch batch, int wire, String set) {
    return batch.target(wire) instanceof OutputTarget.Kept kept && kept.set().equals(set);
  }
}
