package org.schurmpc.core.circuit.dsl;

/**
 * A number of IEEE 754's binary64 format, Java's {@code double}, of a circuit that is being built.
 * Immutable. Operations round to nearest, ties to even, with denormal numbers, infinities and
 * signed zeros as the standard and Java have them. A result that is not a number is the quiet NaN
 * {@code 0x7ff8000000000000}, whatever NaN the operands are.
 */
public final class Float64 {
  /** The number of bits. */
  public static final int BITS = 64;

  private final UInt bits;

  Float64(UInt bits) {
    if (bits.bits() != BITS) {
      throw new IllegalArgumentException("%d bits of %d".formatted(bits.bits(), BITS));
    }
    this.bits = bits;
  }

  /** The bits as {@code Double.doubleToLongBits} has them. */
  public UInt bits() {
    return bits;
  }

  private TypedBuilder builder() {
    return bits.builder();
  }

  private Floats floats() {
    return new Floats(builder().gates(), FloatFormat.BINARY64, builder().arithmetic());
  }

  private static FloatConversions conversions(TypedBuilder builder, FloatFormat format) {
    return new FloatConversions(builder.gates(), format, builder.arithmetic());
  }

  private FloatConversions conversions() {
    return conversions(builder(), FloatFormat.BINARY64);
  }

  private Float64 of(int[] wires) {
    return new Float64(builder().uint(wires));
  }

  private int[] alike(Float64 other) {
    bits.sameBuilder(other.bits);
    return other.bits.wires();
  }

  private Bit bit(int wire) {
    return builder().bit(wire);
  }

  public Float64 plus(Float64 other) {
    return of(floats().sum(bits.wires(), alike(other)));
  }

  public Float64 minus(Float64 other) {
    return of(floats().difference(bits.wires(), alike(other)));
  }

  public Float64 times(Float64 other) {
    return of(floats().product(bits.wires(), alike(other)));
  }

  public Float64 dividedBy(Float64 other) {
    return of(floats().quotient(bits.wires(), alike(other)));
  }

  public Float64 squareRoot() {
    return of(floats().squareRoot(bits.wires()));
  }

  /** With the other sign, also of zeros and NaN; no ANDs. */
  public Float64 negate() {
    return of(floats().negated(bits.wires()));
  }

  /** Without the sign, also of zeros and NaN; no ANDs. */
  public Float64 abs() {
    return new Float64(bits.slice(0, BITS - 1).extend(BITS));
  }

  /** Whether this is less: not of zeros, nor if one is NaN. */
  public Bit less(Float64 other) {
    return bit(floats().less(bits.wires(), alike(other), false));
  }

  /** Whether this is less or equal: so of zeros, but not if one is NaN. */
  public Bit atMost(Float64 other) {
    return bit(floats().less(bits.wires(), alike(other), true));
  }

  /** Whether this is greater: not of zeros, nor if one is NaN. */
  public Bit greater(Float64 other) {
    return other.less(this);
  }

  /** Whether this is greater or equal: so of zeros, but not if one is NaN. */
  public Bit atLeast(Float64 other) {
    return other.atMost(this);
  }

  /** Whether they are equal: so of zeros, but not if one is NaN. */
  public Bit isEqual(Float64 other) {
    return bit(floats().equal(bits.wires(), alike(other)));
  }

  /** The nearest number to a whole one of at most 64 bits. */
  public static Float64 of(SInt value) {
    TypedBuilder builder = value.asUInt().builder();
    int[] size = value.abs().asUInt().wires();
    int sign = value.sign().wire();
    return builder.float64(conversions(builder, FloatFormat.BINARY64).ofInteger(size, sign));
  }

  /** The nearest number to a whole one of at most 64 bits. */
  public static Float64 of(UInt value) {
    TypedBuilder builder = value.builder();
    int sign = builder.gates().constant(false);
    return builder.float64(
        conversions(builder, FloatFormat.BINARY64).ofInteger(value.wires(), sign));
  }

  /**
   * The whole number of so many bits that Java's cast gives: rounded towards zero, the largest or
   * the least one where it is too large or too small, 0 of NaN.
   */
  public SInt toSInt(int count) {
    return builder().uint(conversions().toInteger(bits.wires(), count, true)).asSInt();
  }

  /**
   * The unsigned whole number of so many bits: rounded towards zero, the largest one where it is
   * too large, 0 of negative ones and of NaN.
   */
  public UInt toUInt(int count) {
    return builder().uint(conversions().toInteger(bits.wires(), count, false));
  }

  /** The nearest number with fewer bits. */
  public Float32 toFloat32() {
    return builder().float32(conversions().narrowed(bits.wires(), FloatFormat.BINARY32));
  }
}
