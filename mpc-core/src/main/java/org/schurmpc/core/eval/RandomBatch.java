package org.schurmpc.core.eval;

/** Slots that are to hold secret uniform values (the command Rand of DLT14, Fig. 1). */
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
