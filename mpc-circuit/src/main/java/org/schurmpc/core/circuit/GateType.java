package org.schurmpc.core.circuit;

/** The operation of a gate. */
public enum GateType {
  /** XOR of two wires. */
  XOR(0, 2),
  /** AND of two wires. Only AND and LOOKUP cost communication. */
  AND(1, 2),
  /** Complement of a wire. */
  INV(2, 1),
  /** Copy of a wire. */
  EQW(3, 1),
  /** Constant 0. */
  ZERO(4, 0),
  /** Constant 1. */
  ONE(5, 0),
  /**
   * Entry of a public table ({@link Circuit#table}) at the index that the input wires give. Not
   * every protocol can evaluate lookups.
   */
  LOOKUP(6, -1);

  private static final GateType[] VALUES = values();

  private final byte code;
  private final int arity;

  GateType(int code, int arity) {
    this.code = (byte) code;
    this.arity = arity;
  }

  /** Returns the number of wires that the gate reads, or -1 if its table determines this number. */
  public int arity() {
    return arity;
  }

  /** Returns the byte that encodes the type in a circuit: its index in {@link #values()}. */
  byte code() {
    return code;
  }

  static GateType of(byte code) {
    return VALUES[code];
  }
}
