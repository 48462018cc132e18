package org.schurmpc.core.circuit.dsl;

/** A number of IEEE 754's binary32 format, Java's {@code float}; NaN is {@code 0x7fc00000}. */
public final class Float32 extends FloatingPoint<Float32> {
  /** Number of bits. */
  public static final int BITS = 32;

  Float32(UInt bits) {
    super(bits, FloatFormat.BINARY32);
  }

  @Override
  Float32 of(int[] wires) {
    return builder().float32(wires);
  }

  /** Returns the nearest number to an integer of at most 64 bits. */
  public static Float32 of(SInt value) {
    return value.asUInt().builder().float32(nearest(value, FloatFormat.BINARY32));
  }

  /** Returns the nearest number to an integer of at most 64 bits. */
  public static Float32 of(UInt value) {
    return value.builder().float32(nearest(value, FloatFormat.BINARY32));
  }

  /** Returns this number, converted exactly to 64 bits. */
  public Float64 toFloat64() {
    return builder().float64(conversions().widened(bits().wires(), FloatFormat.BINARY64));
  }
}
