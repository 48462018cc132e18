package org.schurmpc.core.circuit;

/**
 * Lookups in the order of their evaluation, on memory slots; batches are ranges of them. Private to
 * the package, so the arrays are shared and not copied.
 *
 * @param gates gate of the circuit for each lookup
 * @param tables table of each lookup
 * @param starts index at which each lookup's slots start: those of its input bits, then those of
 *     its output bits
 * @param slots slots of all lookups
 */
@SuppressWarnings("ArrayRecordComponent")
record LookupSlots(int[] gates, LookupTable[] tables, int[] starts, int[] slots) {

  /** Returns lookups of a circuit whose slots are still to be assigned. */
  static LookupSlots of(Circuit circuit, int[] gates) {
    LookupTable[] tables = new LookupTable[gates.length];
    int[] starts = new int[gates.length];
    int total = 0;
    for (int i = 0; i < gates.length; i++) {
      tables[i] = circuit.table(gates[i]);
      starts[i] = total;
      total += tables[i].inputBits() + tables[i].outputBits();
    }
    return new LookupSlots(gates, tables, starts, new int[total]);
  }
}
