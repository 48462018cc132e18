package org.schurmpc.core.circuit;

/**
 * The AND gates of a layer on memory slots, all independent of each other and of the layer's
 * lookups.
 *
 * <p>No output slot of the batch, nor of the layer's {@link LookupBatch}, is an input slot of
 * either. The gates may therefore be computed in any order or all at once.
 */
public final class MulBatch extends GateRange {
  private final GateSlots all;

  MulBatch(GateSlots all, int start, int size) {
    super(all.gates(), start, size);
    this.all = all;
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

  @Override
  String kind() {
    return "AND";
  }
}
