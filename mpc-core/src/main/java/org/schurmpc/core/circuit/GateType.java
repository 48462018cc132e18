package org.schurmpc.core.circuit;

/** What a gate computes. */
public enum GateType {
  /** The sum of two wires. */
  XOR(0, 2),
  /** The product of two wires. It costs communication, as only LOOKUP does beside it. */
  AND(1, 2),
  /** The complement of a wire. */
  INV(2, 1),
  /** A copy of a wire. */
  EQW(3, 1),
  /** The constant 0. */
  ZERO(4, 0),
  /** The constant 1. */
  ONE(5, 0),
  /**
   * Several wires that are the entry of a public table at the index that several others are: {@link
   * Circuit#table}. Not every protocol can evaluate it.
   */
  LOOKUP(6, -1);

  private static final GateType[] VALUES = values();

  private final byte code;
  private final int arity;

  GateType(int code, int arity) {
    this.code = (byte) code;
    this.arity = arity;
  }

  /** How many wires the gate reads, or -1 if that is for its table to say. */
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
