package org.schurmpc.core.circuit.dsl;

/**
 * A number of IEEE 754's binary64 format, Java's {@code double}; NaN is {@code 0x7ff8000000000000}.
 */
public final class Float64 extends FloatingPoint<Float64> {
  /** Number of bits. */
  public static final int BITS = 64;

  Float64(UInt bits) {
    super(bits, FloatFormat.BINARY64);
  }

  @Override
  Float64 of(int[] wires) {
    return builder().float64(wires);
  }

  /** Returns the nearest number to an integer of at most 64 bits. */
  public static Float64 of(SInt value) {
    return value.asUInt().builder().float64(nearest(value, FloatFormat.BINARY64));
  }

  /** Returns the nearest number to an integer of at most 64 bits. */
  public static Float64 of(UInt value) {
    return value.builder().float64(nearest(value, FloatFormat.BINARY64));
  }

  /** Returns the nearest number in 32 bits. */
  public Float32 toFloat32() {
    return builder().float32(conversions().narrowed(bits().wires(), FloatFormat.BINARY32));
  }
}
