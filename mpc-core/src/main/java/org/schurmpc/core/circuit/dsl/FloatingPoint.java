package org.schurmpc.core.circuit.dsl;

/**
 * A floating-point number of a circuit that is being built, in one of the formats of IEEE 754.
 * Immutable. Operations round to nearest, ties to even, with denormal numbers, infinities and
 * signed zeros as the standard and Java have them. A result that is not a number is the quiet NaN
 * that Java writes, whatever NaN the operands are.
 *
 * @param <F> numbers of the same format
 */
public abstract sealed class FloatingPoint<F extends FloatingPoint<F>> permits Float32, Float64 {
  private final UInt bits;
  private final FloatFormat format;

  FloatingPoint(UInt bits, FloatFormat format) {
    if (bits.bits() != format.bits()) {
      throw new IllegalArgumentException("%d bits of %d".formatted(bits.bits(), format.bits()));
    }
    this.bits = bits;
    this.format = format;
  }

  /** Another number of the format. */
  abstract F of(int[] wires);

  /** The bits as {@code floatToIntBits} or {@code doubleToLongBits} have them. */
  public final UInt bits() {
    return bits;
  }

  final TypedBuilder builder() {
    return bits.builder();
  }

  private Floats floats() {
    return new Floats(builder().gates(), format, builder().arithmetic());
  }

  final FloatConversions conversions() {
    return conversions(builder(), format);
  }

  private static FloatConversions conversions(TypedBuilder builder, FloatFormat format) {
    return new FloatConversions(builder.gates(), format, builder.arithmetic());
  }

  /** The wires of the nearest number to a whole one of at most 64 bits. */
  static int[] nearest(SInt value, FloatFormat format) {
    int[] size = value.abs().asUInt().wires();
    return conversions(value.asUInt().builder(), format).ofInteger(size, value.sign().wire());
  }

  /** The wires of the nearest number to a whole one of at most 64 bits. */
  static int[] nearest(UInt value, FloatFormat format) {
    int sign = value.builder().gates().constant(false);
    return conversions(value.builder(), format).ofInteger(value.wires(), sign);
  }

  private int[] alike(F other) {
    bits.sameBuilder(other.bits());
    return other.bits().wires();
  }

  private Bit bit(int wire) {
    return builder().bit(wire);
  }

  public final F plus(F other) {
    return of(floats().sum(bits.wires(), alike(other)));
  }

  public final F minus(F other) {
    return of(floats().difference(bits.wires(), alike(other)));
  }

  public final F times(F other) {
    return of(floats().product(bits.wires(), alike(other)));
  }

  public final F dividedBy(F other) {
    return of(floats().quotient(bits.wires(), alike(other)));
  }

  public final F squareRoot() {
    return of(floats().squareRoot(bits.wires()));
  }

  /** With the other sign, also of zeros and NaN; no ANDs. */
  public final F negate() {
    return of(floats().negated(bits.wires()));
  }

  /** Without the sign, also of zeros and NaN; no ANDs. */
  public final F abs() {
    return of(bits.slice(0, bits.bits() - 1).extend(bits.bits()).wires());
  }

  /** Whether this is less: not of zeros, nor if one is NaN. */
  public final Bit less(F other) {
    return bit(floats().less(bits.wires(), alike(other), false));
  }

  /** Whether this is less or equal: so of zeros, but not if one is NaN. */
  public final Bit atMost(F other) {
    return bit(floats().less(bits.wires(), alike(other), true));
  }

  /** Whether this is greater: not of zeros, nor if one is NaN. */
  public final Bit greater(F other) {
    return bit(floats().less(alike(other), bits.wires(), false));
  }

  /** Whether this is greater or equal: so of zeros, but not if one is NaN. */
  public final Bit atLeast(F other) {
    return bit(floats().less(alike(other), bits.wires(), true));
  }

  /** Whether they are equal: so of zeros, but not if one is NaN. */
  public final Bit isEqual(F other) {
    return bit(floats().equal(bits.wires(), alike(other)));
  }

  /**
   * The whole number of so many bits that Java's cast gives: rounded towards zero, the largest or
   * the least one where it is too large or too small, 0 of NaN.
   */
  public final SInt toSInt(int count) {
    return builder().uint(conversions().toInteger(bits.wires(), count, true)).asSInt();
  }

  /**
   * The unsigned whole number of so many bits: rounded towards zero, the largest one where it is
   * too large, 0 of negative ones and of NaN.
   */
  public final UInt toUInt(int count) {
    return builder().uint(conversions().toInteger(bits.wires(), count, false));
  }
}
