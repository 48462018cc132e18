package org.schurmpc.core.circuit.dsl;

/**
 * A floating-point number of a circuit under construction, in one of the formats of IEEE 754.
 * Immutable. Operations round to nearest, ties to even. Denormal numbers, infinities and signed
 * zeros follow the standard and Java. A result that is not a number is the quiet NaN that Java
 * writes, whatever NaN the operands are.
 *
 * @param <F> type of numbers of this format
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

  /** Returns a number of this format with the given wires. */
  abstract F of(int[] wires);

  /** Returns the bits in the layout of {@code floatToIntBits} or {@code doubleToLongBits}. */
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

  /** Returns the wires of the nearest number to an integer of at most 64 bits. */
  static int[] nearest(SInt value, FloatFormat format) {
    int[] size = value.abs().asUInt().wires();
    return conversions(value.asUInt().builder(), format).ofInteger(size, value.sign().wire());
  }

  /** Returns the wires of the nearest number to an integer of at most 64 bits. */
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

  /** Returns the sum. */
  public final F plus(F other) {
    return of(floats().sum(bits.wires(), alike(other)));
  }

  /** Returns the difference. */
  public final F minus(F other) {
    return of(floats().difference(bits.wires(), alike(other)));
  }

  /** Returns the product. */
  public final F times(F other) {
    return of(floats().product(bits.wires(), alike(other)));
  }

  /** Returns the quotient. */
  public final F dividedBy(F other) {
    return of(floats().quotient(bits.wires(), alike(other)));
  }

  /** Returns the square root; NaN for negative numbers other than zero. */
  public final F squareRoot() {
    return of(floats().squareRoot(bits.wires()));
  }

  /** Returns the number with the opposite sign, even for zeros and NaN; no ANDs. */
  public final F negate() {
    return of(floats().negated(bits.wires()));
  }

  /** Returns the number without its sign, even for zeros and NaN; no ANDs. */
  public final F abs() {
    return of(bits.slice(0, bits.bits() - 1).extend(bits.bits()).wires());
  }

  /**
   * Whether this number is less than the other. Zeros of either sign are equal; comparison with NaN
   * gives false.
   */
  public final Bit less(F other) {
    return bit(floats().less(bits.wires(), alike(other), false));
  }

  /**
   * Whether this number is less than or equal to the other. Zeros of either sign are equal;
   * comparison with NaN gives false.
   */
  public final Bit atMost(F other) {
    return bit(floats().less(bits.wires(), alike(other), true));
  }

  /**
   * Whether this number is greater than the other. Zeros of either sign are equal; comparison with
   * NaN gives false.
   */
  public final Bit greater(F other) {
    return bit(floats().less(alike(other), bits.wires(), false));
  }

  /**
   * Whether this number is greater than or equal to the other. Zeros of either sign are equal;
   * comparison with NaN gives false.
   */
  public final Bit atLeast(F other) {
    return bit(floats().less(alike(other), bits.wires(), true));
  }

  /**
   * Whether the numbers are equal. Zeros of either sign are equal; comparison with NaN gives false.
   */
  public final Bit isEqual(F other) {
    return bit(floats().equal(bits.wires(), alike(other)));
  }

  /**
   * Returns the integer of {@code count} bits that Java's cast gives: rounded towards zero, the
   * largest or least integer if the number is out of range, 0 for NaN.
   */
  public final SInt toSInt(int count) {
    return builder().uint(conversions().toInteger(bits.wires(), count, true)).asSInt();
  }

  /**
   * Returns the unsigned integer of {@code count} bits: rounded towards zero, the largest one if
   * the number is too large, 0 for negative numbers and NaN.
   */
  public final UInt toUInt(int count) {
    return builder().uint(conversions().toInteger(bits.wires(), count, false));
  }
}
