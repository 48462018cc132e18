package org.schurmpc.core.circuit.dsl;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Objects;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;

/**
 * Builds a circuit from values with types. Inputs are ordered by the calls that request them,
 * outputs by the calls that add them. Wire 0 of a value is its least significant bit.
 *
 * <pre>{@code
 * TypedBuilder builder = new TypedBuilder(Goal.LEAST_DEPTH);
 * UInt mine = builder.inputUInt(32);
 * UInt yours = builder.inputUInt(32);
 * builder.output(mine.max(yours));
 * Circuit circuit = builder.build();
 * }</pre>
 *
 * <p>All values of a circuit belong to one builder. Constants are folded, repeated computations are
 * merged, and gates that no output needs are left out; see {@link CircuitBuilder}.
 */
public final class TypedBuilder {
  private final CircuitBuilder gates = new CircuitBuilder();
  private final Goal goal;
  private final Arithmetic arithmetic;

  public TypedBuilder(Goal goal) {
    this.goal = Objects.requireNonNull(goal);
    this.arithmetic = Arithmetic.of(gates, goal);
  }

  /** Returns what circuits of this builder are built for. */
  public Goal goal() {
    return goal;
  }

  /** Returns the underlying builder of gates, for operations that the types do not offer. */
  public CircuitBuilder gates() {
    return gates;
  }

  Arithmetic arithmetic() {
    return arithmetic;
  }

  /** Adds an input value of one bit. */
  public Bit inputBit() {
    return new Bit(this, gates.input(1)[0]);
  }

  /** Adds an input value of {@code bits} bits. */
  public UInt inputUInt(int bits) {
    return new UInt(this, gates.input(bits));
  }

  /** Adds an input value of {@code bits} bits in two's complement. */
  public SInt inputSInt(int bits) {
    return inputUInt(bits).asSInt();
  }

  /** Adds an input value of 32 bits. */
  public Float32 inputFloat32() {
    return new Float32(inputUInt(Float32.BITS));
  }

  /** Adds an input value of 64 bits. */
  public Float64 inputFloat64() {
    return new Float64(inputUInt(Float64.BITS));
  }

  /** Returns a constant bit. */
  public Bit constant(boolean bit) {
    return new Bit(this, gates.constant(bit));
  }

  /**
   * Returns a constant number.
   *
   * @param bits width; bits above the 64 of the value are zeros
   */
  public UInt constant(int bits, long value) {
    int[] wires = new int[bits];
    for (int i = 0; i < bits; i++) {
      wires[i] = gates.constant(i < Long.SIZE && (value >>> i & 1) != 0);
    }
    return new UInt(this, wires);
  }

  /**
   * Returns a constant number.
   *
   * @param bits width; bits above the value, which must not be negative, are zeros
   */
  public UInt constant(int bits, BigInteger value) {
    if (value.signum() < 0) {
      throw new IllegalArgumentException("a negative unsigned number");
    }
    return new UInt(this, arithmetic.words().constant(bits, value));
  }

  /**
   * Returns a constant number in two's complement.
   *
   * @param bits width; bits above the 64 of the value are copies of its sign
   */
  public SInt signedConstant(int bits, long value) {
    return uint(arithmetic.words().constant(bits, BigInteger.valueOf(value))).asSInt();
  }

  /** Returns a constant number. */
  public Float32 constant(float value) {
    return new Float32(constant(Float32.BITS, Float.floatToIntBits(value) & 0xFFFFFFFFL));
  }

  /** Returns a constant number. */
  public Float64 constant(double value) {
    return new Float64(constant(Float64.BITS, Double.doubleToLongBits(value)));
  }

  /** Returns a bit on a wire of {@link #gates}. */
  public Bit bit(int wire) {
    return new Bit(this, wire);
  }

  /** Returns a number on wires of {@link #gates}, the least significant bit first. */
  public UInt uint(int... wires) {
    return new UInt(this, wires.clone());
  }

  /** Returns a number on 32 wires of {@link #gates}, the least significant bit first. */
  public Float32 float32(int... wires) {
    return new Float32(uint(wires));
  }

  /** Returns a number on 64 wires of {@link #gates}, the least significant bit first. */
  public Float64 float64(int... wires) {
    return new Float64(uint(wires));
  }

  /**
   * Returns the sum of several numbers of equal width, modulo two to their number of bits, without
   * propagating carries in between. For fewest ANDs, each number after the first costs less than n
   * ANDs. For least depth, the sum of two numbers takes up to one level less than {@link
   * UInt#plus(UInt)}, for more ANDs.
   *
   * @param terms numbers, at least one
   */
  public UInt sum(UInt... terms) {
    if (terms.length == 0) {
      throw new IllegalArgumentException("a sum of nothing");
    }
    return terms[0].plus(Arrays.copyOfRange(terms, 1, terms.length));
  }

  /** Adds an output value of one bit. */
  public void output(Bit bit) {
    gates.output(bit.wire());
  }

  /** Adds an output value. */
  public void output(UInt value) {
    gates.output(value.wires());
  }

  /** Adds an output value. */
  public void output(SInt value) {
    output(value.asUInt());
  }

  /** Adds an output value. */
  public void output(Float32 value) {
    output(value.bits());
  }

  /** Adds an output value. */
  public void output(Float64 value) {
    output(value.bits());
  }

  /**
   * Returns the circuit so far.
   *
   * @throws IllegalArgumentException if there are no outputs
   */
  public Circuit build() {
    return gates.build();
  }
}
