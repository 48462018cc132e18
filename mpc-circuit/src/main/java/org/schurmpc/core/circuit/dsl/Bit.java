package org.schurmpc.core.circuit.dsl;

import org.schurmpc.core.circuit.CircuitBuilder;

/** A bit of a circuit that is being built. Immutable. */
public final class Bit {
  private final TypedBuilder builder;
  private final int wire;

  Bit(TypedBuilder builder, int wire) {
    this.builder = builder;
    this.wire = wire;
  }

  /** Returns the wire of this bit in {@link TypedBuilder#gates}. */
  public int wire() {
    return wire;
  }

  TypedBuilder builder() {
    return builder;
  }

  private CircuitBuilder gates() {
    return builder.gates();
  }

  private Bit of(int other) {
    return new Bit(builder, other);
  }

  private int sameBuilder(Bit other) {
    if (other.builder != builder) {
      throw new IllegalArgumentException("a bit of another builder");
    }
    return other.wire;
  }

  /** Returns the XOR; no ANDs. */
  public Bit xor(Bit other) {
    return of(gates().xor(wire, sameBuilder(other)));
  }

  /** Returns the AND; one AND. */
  public Bit and(Bit other) {
    return of(gates().and(wire, sameBuilder(other)));
  }

  /** Returns the OR; one AND. */
  public Bit or(Bit other) {
    return not().and(other.not()).not();
  }

  /** Returns the opposite bit; no ANDs. */
  public Bit not() {
    return of(gates().not(wire));
  }

  /** Returns {@code ifOne} if this bit is 1, else {@code ifZero}; one AND. */
  public Bit select(Bit ifOne, Bit ifZero) {
    return ifZero.xor(and(ifOne.xor(ifZero)));
  }

  /**
   * Returns {@code ifOne} if this bit is 1, else {@code ifZero}, of equal width; one AND for each
   * bit.
   */
  public UInt select(UInt ifOne, UInt ifZero) {
    return ifZero.xor(ifOne.xor(ifZero).mask(this));
  }

  /**
   * Returns {@code ifOne} if this bit is 1, else {@code ifZero}, of equal width; one AND for each
   * bit.
   */
  public SInt select(SInt ifOne, SInt ifZero) {
    return select(ifOne.asUInt(), ifZero.asUInt()).asSInt();
  }
}
