package org.schurmpc.core.circuit;

/**
 * Gates in the order of their evaluation, on memory slots; batches are ranges of them. Private to
 * the package, so the arrays are shared and not copied.
 *
 * @param gates the gate of the circuit
 * @param ops the operation, see {@link LinearBatch}; empty for AND gates
 * @param left the first slot read
 * @param right the second slot read
 * @param out the slot written
 */
@SuppressWarnings("ArrayRecordComponent")
record GateSlots(int[] gates, byte[] ops, int[] left, int[] right, int[] out) {

  /** Returns gates whose slots are still to be assigned. */
  static GateSlots of(int[] gates, byte[] ops) {
    return new GateSlots(
        gates, ops, new int[gates.length], new int[gates.length], new int[gates.length]);
  }
}
