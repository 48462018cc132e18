package org.schurmpc.spdz.online;

import java.util.function.IntFunction;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.spdz.material.Material;

/** Values of each party that it knows: input masks, or bits. */
final class OwnedValues {
  private final LeasedValues[] byOwner;

  private OwnedValues(
      PrepStore store, Material material, int parties, IntFunction<MaterialKind> kind) {
    byOwner = new LeasedValues[parties];
    for (int owner = 0; owner < parties; owner++) {
      byOwner[owner] = new LeasedValues(store, material, kind.apply(owner));
    }
  }

  /** Returns the input masks of each party. */
  static OwnedValues masks(PrepStore store, Material material, int parties) {
    return new OwnedValues(store, material, parties, material::inputs);
  }

  /** Returns the bits of each party, which it has proven to be bits; over a prime field. */
  static OwnedValues bits(PrepStore store, Material material, int parties) {
    return new OwnedValues(store, material, parties, material::ownBits);
  }

  /** Returns shares of values that only the owner knows. */
  LeasedValues of(int owner) {
    return byOwner[owner];
  }

  void release() {
    for (LeasedValues each : byOwner) {
      each.release();
    }
  }
}
