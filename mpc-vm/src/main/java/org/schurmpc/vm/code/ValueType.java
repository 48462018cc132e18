package org.schurmpc.vm.code;

/** The type of a port's values. The range of an input is proven, unless the type is an element. */
public enum ValueType {
  /** Any element of the field. */
  ELEMENT(0, "element"),
  /** 0 or 1. */
  BIT(1, "bit"),
  /** A number from 0 to 2^width - 1. */
  UNSIGNED(2, "unsigned"),
  /** A number from -2^(width-1) to 2^(width-1) - 1; over prime fields. */
  SIGNED(3, "signed"),
  /**
   * A number of units of 2^-fraction, from -2^(width-1) to 2^(width-1) - 1 units; over prime
   * fields.
   */
  FIXED(4, "fixed");

  private final int code;
  private final String word;

  ValueType(int code, String word) {
    this.code = code;
    this.word = word;
  }

  /** Whether values can be below 0. */
  public boolean isSigned() {
    return this == SIGNED || this == FIXED;
  }

  /** Returns the number in files. */
  public int code() {
    return code;
  }

  /** Returns the name in the assembler's text. */
  public String word() {
    return word;
  }

  /** Returns the type of a number in files, or null if there is none. */
  public static ValueType of(int code) {
    return code >= 0 && code < values().length ? values()[code] : null;
  }

  /** Returns the type of a name, or null if there is none. */
  public static ValueType named(String word) {
    for (ValueType type : values()) {
      if (type.word.equals(word)) {
        return type;
      }
    }
    return null;
  }
}
