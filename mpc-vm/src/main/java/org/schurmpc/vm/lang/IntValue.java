package org.schurmpc.vm.lang;

/** One or more integers, with the number of bits that they need at most. */
public abstract class IntValue extends Value {
  private final int width;

  IntValue(Draft draft, int id, int width) {
    super(draft, id);
    this.width = width;
  }

  /** Returns the number of bits, one of them for the sign, that hold the values. */
  public int width() {
    return width;
  }

  /** Returns the number of the value, which must not need more bits than a type has. */
  final int fitting(IntType type, String where) {
    if (width > type.width()) {
      throw draft.error(
          "a value of %d bits does not fit in %s of %s bits: narrow it by assumeFits"
              .formatted(width, where, type));
    }
    return id();
  }
}
