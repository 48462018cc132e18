package org.schurmpc.core.circuit;

/**
 * The AND gates of a layer on memory slots, all independent of each other and of the layer's
 * lookups.
 *
 * <p>No output slot of the batch, nor of the layer's {@link LookupBatch}, is an input slot of
 * either. The gates may therefore be computed in any order or all at once.
 */
public final class MulBatch {
  private final GateSlots all;
  private final int start;
  private final int size;

  MulBatch(GateSlots all, int start, int size) {
    this.all = all;
    this.start = start;
    this.size = size;
  }

  /** Returns the number of AND gates; may be 0. */
  public int size() {
    return size;
  }

  /** Returns the number of AND gates before this batch in the order of evaluation. */
  public int firstGate() {
    return start;
  }

  public int left(int i) {
    return all.left()[at(i)];
  }

  public int right(int i) {
    return all.right()[at(i)];
  }

  public int out(int i) {
    return all.out()[at(i)];
  }

  /** Returns the gate of the circuit for AND {@code i}. */
  public int gate(int i) {
    return all.gates()[at(i)];
  }

  private int at(int i) {
    if (i < 0 || i >= size) {
      throw new IndexOutOfBoundsException("AND " + i + " of " + size);
    }
    return start + i;
  }
}
