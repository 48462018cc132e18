package org.schurmpc.vm.lang;

import org.schurmpc.vm.code.ValueType;

/**
 * A range of integers.
 *
 * @param signed whether the range is from -2^(bits-1) to 2^(bits-1) - 1, or from 0 to 2^bits - 1
 * @param bits at least 1
 */
public record IntType(boolean signed, int bits) {
  public IntType {
    if (bits < 1) {
      throw new IllegalArgumentException("a type has at least 1 bit, not " + bits);
    }
  }

  /** Returns the type of numbers from -2^(bits-1) to 2^(bits-1) - 1. */
  public static IntType signed(int bits) {
    return new IntType(true, bits);
  }

  /** Returns the type of numbers from 0 to 2^bits - 1. */
  public static IntType unsigned(int bits) {
    return new IntType(false, bits);
  }

  /** Returns the least number of bits of a signed type that has all numbers of this one. */
  int width() {
    return signed ? bits : bits + 1;
  }

  /** Returns the least and the greatest number. */
  public Bounds bounds() {
    return signed ? Bounds.signed(bits) : Bounds.unsigned(bits);
  }

  ValueType valueType() {
    return signed ? ValueType.SIGNED : ValueType.UNSIGNED;
  }

  @Override
  public String toString() {
    return (signed ? "signed " : "unsigned ") + bits;
  }
}
