package org.schurmpc.core.circuit;

/**
 * The lookups of a layer on memory slots, all independent of each other and of the layer's AND
 * gates.
 *
 * <p>No output slot of the batch, nor of the layer's {@link MulBatch}, is an input slot of either,
 * and no two outputs share a slot. The lookups may therefore be computed in any order or all at
 * once.
 */
public final class LookupBatch {
  private final LookupSlots all;
  private final int start;
  private final int size;

  LookupBatch(LookupSlots all, int start, int size) {
    this.all = all;
    this.start = start;
    this.size = size;
  }

  /** Returns the number of lookups; may be 0. */
  public int size() {
    return size;
  }

  /** Returns the number of lookups before this batch in the order of evaluation. */
  public int firstGate() {
    return start;
  }

  public LookupTable table(int i) {
    return all.tables()[at(i)];
  }

  /** Returns the slot of an input bit of lookup {@code i}. */
  public int input(int i, int bit) {
    requireBit("input", bit, table(i).inputBits());
    return all.slots()[all.starts()[start + i] + bit];
  }

  /** Returns the slot of an output bit of lookup {@code i}. */
  public int output(int i, int bit) {
    LookupTable table = table(i);
    requireBit("output", bit, table.outputBits());
    return all.slots()[all.starts()[start + i] + table.inputBits() + bit];
  }

  /** Returns the gate of the circuit for lookup {@code i}. */
  public int gate(int i) {
    return all.gates()[at(i)];
  }

  private int at(int i) {
    if (i < 0 || i >= size) {
      throw new IndexOutOfBoundsException("lookup " + i + " of " + size);
    }
    return start + i;
  }

  private static void requireBit(String what, int bit, int bits) {
    if (bit < 0 || bit >= bits) {
      throw new IndexOutOfBoundsException(what + " bit " + bit + " of " + bits);
    }
  }
}
