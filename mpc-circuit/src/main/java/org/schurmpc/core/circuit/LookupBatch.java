package org.schurmpc.core.circuit;

/**
 * The lookups of a layer on memory slots, all independent of each other and of the layer's AND
 * gates.
 *
 * <p>No output slot of the batch, nor of the layer's {@link MulBatch}, is an input slot of either,
 * and no two outputs share a slot. The lookups may therefore be computed in any order or all at
 * once.
 */
public final class LookupBatch extends GateRange {
  private final LookupSlots all;

  LookupBatch(LookupSlots all, int start, int size) {
    super(all.gates(), start, size);
    this.all = all;
  }

  public LookupTable table(int i) {
    return all.tables()[at(i)];
  }

  /** Returns the slot of an input bit of lookup {@code i}. */
  public int input(int i, int bit) {
    requireBit("input", bit, table(i).inputBits());
    return all.slots()[all.starts()[at(i)] + bit];
  }

  /** Returns the slot of an output bit of lookup {@code i}. */
  public int output(int i, int bit) {
    LookupTable table = table(i);
    requireBit("output", bit, table.outputBits());
    return all.slots()[all.starts()[at(i)] + table.inputBits() + bit];
  }

  @Override
  String kind() {
    return "lookup";
  }

  private static void requireBit(String what, int bit, int bits) {
    if (bit < 0 || bit >= bits) {
      throw new IndexOutOfBoundsException(what + " bit " + bit + " of " + bits);
    }
  }
}
