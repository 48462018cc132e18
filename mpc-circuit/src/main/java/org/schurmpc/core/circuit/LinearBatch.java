package org.schurmpc.core.circuit;

/**
 * The linear operations between two layers of AND gates and lookups, on memory slots, to be
 * performed in order.
 *
 * <p>An operation's output slot may be one of its own input slots. Every slot number of an
 * operation is valid, even if the operation does not read the slot: NOT and COPY have {@code right
 * == left}, ZERO and ONE have {@code left == right == out}.
 */
public final class LinearBatch extends GateRange {
  /** {@code out = left ^ right}. */
  public static final byte XOR = 0;

  /** {@code out = ~left}. */
  public static final byte NOT = 1;

  /** {@code out = left}. */
  public static final byte COPY = 2;

  /** {@code out = 0}. */
  public static final byte ZERO = 3;

  /** {@code out = 1}. */
  public static final byte ONE = 4;

  private final GateSlots all;

  LinearBatch(GateSlots all, int start, int size) {
    super(all.gates(), start, size);
    this.all = all;
  }

  static byte opOf(GateType type) {
    return switch (type) {
      case XOR -> XOR;
      case INV -> NOT;
      case EQW -> COPY;
      case ZERO -> ZERO;
      case ONE -> ONE;
      case AND, LOOKUP -> throw new IllegalArgumentException(type + " is not linear");
    };
  }

  /** Returns the kind of operation {@code i}: one of the constants of this class. */
  public byte op(int i) {
    return all.ops()[at(i)];
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
    return "operation";
  }
}
