package org.schurmpc.core.circuit;

/**
 * Consecutive gates of one kind in the order of evaluation: the part that all batches of a {@link
 * LayeredCircuit} have in common.
 */
public abstract sealed class GateRange permits LinearBatch, MulBatch, LookupBatch {
  private final int[] gates;
  private final int start;
  private final int size;

  /**
   * Creates a range.
   *
   * @param gates gates of the circuit for all gates of the kind; shared, not copied
   */
  GateRange(int[] gates, int start, int size) {
    this.gates = gates;
    this.start = start;
    this.size = size;
  }

  /** Returns the number of gates; may be 0. */
  public final int size() {
    return size;
  }

  /** Returns the number of gates of the same kind before this batch in the order of evaluation. */
  public final int firstGate() {
    return start;
  }

  /** Returns the gate of the circuit for gate {@code i} of this batch. */
  public final int gate(int i) {
    return gates[at(i)];
  }

  /** Returns the position of gate {@code i} of this batch among all gates of the kind. */
  final int at(int i) {
    if (i < 0 || i >= size) {
      throw outOfRange(i);
    }
    return start + i;
  }

  private IndexOutOfBoundsException outOfRange(int i) {
    return new IndexOutOfBoundsException(kind() + " " + i + " of " + size);
  }

  /** Returns the name of a gate in messages. */
  abstract String kind();
}
