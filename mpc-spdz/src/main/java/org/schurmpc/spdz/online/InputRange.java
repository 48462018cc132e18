package org.schurmpc.spdz.online;

import org.schurmpc.core.field.Field;

/**
 * Inputs of one party whose range is proven.
 *
 * @param owner index of the party
 * @param n number of values
 * @param width number of bits of each value, at least 1
 * @param signed whether values are from -2^(width-1) to 2^(width-1) - 1, over a prime field;
 *     otherwise, from 0 to 2^width - 1, or polynomials of degree below the width
 * @param asBits whether the results are the bits of the values, the lowest of a value first: of x,
 *     or of x + 2^(width-1) if they are signed
 */
public record InputRange(int owner, int n, int width, boolean signed, boolean asBits) {
  public InputRange {
    if (owner < 0 || n < 0 || width < 1) {
      throw new IllegalArgumentException(
          "%d inputs of %d bits of party %d".formatted(n, width, owner));
    }
  }

  /** Creates inputs whose results are the values. */
  public InputRange(int owner, int n, int width, boolean signed) {
    this(owner, n, width, signed, false);
  }

  /** Returns inputs of the first values, or as many others. */
  InputRange first(int number) {
    return new InputRange(owner, number, width, signed, asBits);
  }

  /** Returns the number of bits of all values. */
  int bits() {
    return Math.multiplyExact(n, width);
  }

  /** Requires that different values are different elements of a field. */
  void requireIn(Field field) {
    boolean fits = field.isBinary() ? width <= field.bits() && !signed : width < field.bits();
    if (!fits) {
      throw new IllegalArgumentException("%s inputs over %s".formatted(this, field.name()));
    }
  }
}
