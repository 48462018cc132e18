package org.schurmpc.core.eval;

/** Lists slots to be filled with secret uniform values (the command Rand of DLT14, Fig. 1). */
public final class RandomBatch {
  private final int[] slots;

  public RandomBatch(int[] slots) {
    this.slots = slots.clone();
  }

  public int size() {
    return slots.length;
  }

  public int slot(int i) {
    return slots[i];
  }
}
