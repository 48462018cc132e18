package org.schurmpc.core.circuit.dsl;

import java.math.BigInteger;
import java.util.Objects;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.CircuitBuilder;

/**
 * Builds a circuit from values with types. Inputs come first to last in the order in which they are
 * asked for, outputs in that in which they are given; wire 0 of a value is its least significant
 * bit.
 *
 * <pre>{@code
 * TypedBuilder builder = new TypedBuilder(Goal.LEAST_DEPTH);
 * UInt mine = builder.inputUInt(32);
 * UInt yours = builder.inputUInt(32);
 * builder.output(mine.max(yours));
 * Circuit circuit = builder.build();
 * }</pre>
 *
 * <p>All values of a circuit are of one builder. What is constant is folded, what is computed twice
 * is there once, and what no output needs is left out, see {@link CircuitBuilder}.
 */
public final class TypedBuilder {
  private final CircuitBuilder gates = new CircuitBuilder();
  private final Goal goal;
  private final Arithmetic arithmetic;

  public TypedBuilder(Goal goal) {
    this.goal = Objects.requireNonNull(goal);
    this.arithmetic = Arithmetic.of(gates, goal);
  }

  public Goal goal() {
    return goal;
  }

  /** The builder of gates beneath, for what values do not offer. */
  public CircuitBuilder gates() {
    return gates;
  }

  Arithmetic arithmetic() {
    return arithmetic;
  }

  /** An input value of one bit. */
  public Bit inputBit() {
    return new Bit(this, gates.input(1)[0]);
  }

  /** An input value of so many bits. */
  public UInt inputUInt(int bits) {
    return new UInt(this, gates.input(bits));
  }

  /** An input value of so many bits in two's complement. */
  public SInt inputSInt(int bits) {
    return inputUInt(bits).asSInt();
  }

  /** An input value of 32 bits. */
  public Float32 inputFloat32() {
    return new Float32(inputUInt(Float32.BITS));
  }

  /** An input value of 64 bits. */
  public Float64 inputFloat64() {
    return new Float64(inputUInt(Float64.BITS));
  }

  /** A bit that is always the same. */
  public Bit constant(boolean bit) {
    return new Bit(this, gates.constant(bit));
  }

  /**
   * A number that is always the same.
   *
   * @param bits at most 64 of the value, or more with zeros above
   */
  public UInt constant(int bits, long value) {
    int[] wires = new int[bits];
    for (int i = 0; i < bits; i++) {
      wires[i] = gates.constant(i < Long.SIZE && (value >>> i & 1) != 0);
    }
    return new UInt(this, wires);
  }

  /**
   * A number that is always the same.
   *
   * @param bits as many of the value, which is not negative; zeros above
   */
  public UInt constant(int bits, BigInteger value) {
    if (value.signum() < 0) {
      throw new IllegalArgumentException("a negative unsigned number");
    }
    return new UInt(this, arithmetic.words().constant(bits, value));
  }

  /**
   * A number in two's complement that is always the same.
   *
   * @param bits as many of the value, or more with its sign above
   */
  public SInt signedConstant(int bits, long value) {
    return uint(arithmetic.words().constant(bits, BigInteger.valueOf(value))).asSInt();
  }

  /** A number that is always the same. */
  public Float32 constant(float value) {
    return new Float32(constant(Float32.BITS, Float.floatToIntBits(value) & 0xFFFFFFFFL));
  }

  /** A number that is always the same. */
  public Float64 constant(double value) {
    return new Float64(constant(Float64.BITS, Double.doubleToLongBits(value)));
  }

  /** A bit on a wire of {@link #gates}. */
  public Bit bit(int wire) {
    return new Bit(this, wire);
  }

  /** A number on wires of {@link #gates}, the least significant bit first. */
  public UInt uint(int... wires) {
    return new UInt(this, wires.clone());
  }

  /** A number on 32 wires of {@link #gates}, the least significant bit first. */
  public Float32 float32(int... wires) {
    return new Float32(uint(wires));
  }

  /** A number on 64 wires of {@link #gates}, the least significant bit first. */
  public Float64 float64(int... wires) {
    return new Float64(uint(wires));
  }

  /** The next output value, of one bit. */
  public void output(Bit bit) {
    gates.output(bit.wire());
  }

  /** The next output value. */
  public void output(UInt value) {
    gates.output(value.wires());
  }

  /** The next output value. */
  public void output(SInt value) {
    output(value.asUInt());
  }

  /** The next output value. */
  public void output(Float32 value) {
    output(value.bits());
  }

  /** The next output value. */
  public void output(Float64 value) {
    output(value.bits());
  }

  /**
   * The circuit so far.
   *
   * @throws IllegalArgumentException if there are no outputs
   */
  public Circuit build() {
    return gates.build();
  }
}
