package org.schurmpc.vm.lang;

/** One or more integers, with the bounds that hold for all of them. */
public abstract class IntValue extends Value {
  private final Bounds bounds;

  IntValue(Draft draft, int id, Bounds bounds) {
    super(draft, id);
    this.bounds = bounds;
  }

  /** Returns the bounds of the values, whatever parties give as inputs. */
  public Bounds bounds() {
    return bounds;
  }

  /** Returns the number of bits, one of them for the sign, that hold the values. */
  public int width() {
    return bounds.width();
  }

  /** Returns the number of the value, which must not need more bits than a type has. */
  final int fitting(IntType type, String where) {
    if (width() > type.width()) {
      throw draft.error(
          "a value of %d bits does not fit in %s of %s bits: narrow it by assumeFits"
              .formatted(width(), where, type));
    }
    return id();
  }
}
