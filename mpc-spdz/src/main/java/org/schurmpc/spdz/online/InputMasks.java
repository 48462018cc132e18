package org.schurmpc.spdz.online;

import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.spdz.material.Material;

/** The input masks of each party. */
final class InputMasks {
  private final LeasedValues[] byOwner;

  InputMasks(PrepStore store, Material material, int parties) {
    byOwner = new LeasedValues[parties];
    for (int owner = 0; owner < parties; owner++) {
      byOwner[owner] = new LeasedValues(store, material, material.inputs(owner));
    }
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
