package org.schurmpc.core.circuit;

/** What a gate computes. */
public enum GateType {
  /** The sum of two wires. */
  XOR(0, 2),
  /** The product of two wires: the only gate that costs communication. */
  AND(1, 2),
  /** The complement of a wire. */
  INV(2, 1),
  /** A copy of a wire. */
  EQW(3, 1),
  /** The constant 0. */
  ZERO(4, 0),
  /** The constant 1. */
  ONE(5, 0);

  private static final GateType[] VALUES = values();

  private final byte code;
  private final int arity;

  GateType(int code, int arity) {
    this.code = (byte) code;
    this.arity = arity;
  }

  /** How many wires the gate reads. */
  public int arity() {
    return arity;
  }

  /** The byte by which a circuit stores the type: its place among {@link #values()}. */
  byte code() {
    return code;
  }

  static GateType of(byte code) {
    return VALUES[code];
  }
}
