package org.schurmpc.core.eval;

import java.util.HashMap;
import java.util.Map;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;

/**
 * The material of one use of a store after the other. A use that fails takes the rest of its
 * material along, so that all parties are at the same position afterwards.
 */
final class EvaluationMaterial {
  private final PrepStore store;
  private final Demand demand;

  /** Position of the store after the current use has consumed its material, by kind. */
  private final Map<MaterialKind, Long> ends = new HashMap<>();

  EvaluationMaterial(PrepStore store, Demand demand) {
    this.store = store;
    this.demand = demand;
  }

  /**
   * Reserves the material of a use, and records the position of the store after it.
   *
   * @throws Exhausted if the store does not hold the material
   */
  void reserve() throws MpcException {
    store.reserve(demand);
    demand.quotas().forEach((kind, items) -> ends.put(kind, store.position(kind) + items));
  }

  /** Returns a hash of the positions in the kinds of the demand. */
  byte[] positions() {
    FieldHash positions = new FieldHash("positions");
    for (MaterialKind kind : demand.quotas().keySet()) {
      positions.add(kind.name()).add(store.position(kind));
    }
    return positions.digest();
  }

  /** Ends a use that has consumed all of its material. */
  void done() {
    ends.clear();
  }

  /** Uses up what the current use has not consumed, as far as it is available. */
  void burnTheRest() {
    for (Map.Entry<MaterialKind, Long> end : ends.entrySet()) {
      MaterialKind kind = end.getKey();
      long rest = Math.min(end.getValue() - store.position(kind), store.available(kind));
      try {
        store.drop(kind, Math.max(0, rest));
      } catch (MpcException e) {
        return; // there is nothing left to burn
      }
    }
    ends.clear();
  }
}
