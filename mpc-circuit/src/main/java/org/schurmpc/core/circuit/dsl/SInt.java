package org.schurmpc.core.circuit.dsl;

/**
 * A number in two's complement of a circuit under construction. Immutable. Binary operations take
 * numbers of equal width; operations that overflow wrap around, like Java's. Costs are ANDs for the
 * goal of fewest ANDs, n the number of bits.
 */
public final class SInt {
  private final UInt bits;

  SInt(UInt bits) {
    if (bits.bits() == 0) {
      throw new IllegalArgumentException("a signed number of no bits");
    }
    this.bits = bits;
  }

  /** Returns the number of bits. */
  public int bits() {
    return bits.bits();
  }

  /** Returns the bits of this number as an unsigned number. */
  public UInt asUInt() {
    return bits;
  }

  /** Returns a bit; bit 0 is the least significant. */
  public Bit bit(int index) {
    return bits.bit(index);
  }

  /** Returns the sign bit: whether the number is negative. */
  public Bit sign() {
    return bits.bit(bits() - 1);
  }

  private TypedBuilder builder() {
    return bits.builder();
  }

  private Arithmetic arithmetic() {
    return builder().arithmetic();
  }

  private SInt of(int[] wires) {
    return new SInt(builder().uint(wires));
  }

  /** Returns this number, sign-extended to {@code count} bits, which must be at least its width. */
  public SInt extend(int count) {
    if (count < bits()) {
      throw new IllegalArgumentException("%d bits in %d".formatted(bits(), count));
    }
    int[] signs = arithmetic().words().repeated(sign().wire(), count - bits());
    return of(Words.concat(bits.wires(), signs));
  }

  /** Returns the sum; n - 1 ANDs. */
  public SInt plus(SInt other) {
    return bits.plus(other.bits).asSInt();
  }

  /** Returns the difference; n - 1 ANDs. */
  public SInt minus(SInt other) {
    return bits.minus(other.bits).asSInt();
  }

  /** Returns the negated number; n - 1 ANDs. */
  public SInt negate() {
    return bits.negate().asSInt();
  }

  /** Returns the number, negated if the bit is 1; n - 1 ANDs. */
  public SInt negateIf(Bit bit) {
    return of(arithmetic().adders().negatedIf(bits.wires(), bit.wire()));
  }

  /** Returns the absolute value. The least number gives itself; n - 1 ANDs. */
  public SInt abs() {
    return negateIf(sign());
  }

  /** Returns the product modulo two to the number of bits. */
  public SInt times(SInt other) {
    return bits.times(other.bits).asSInt();
  }

  /** Returns the product in twice the width. */
  public SInt timesFull(SInt other) {
    bits.xor(other.bits); // throws if the widths differ
    return of(arithmetic().multipliers().signedProduct(bits.wires(), other.bits.wires()));
  }

  /**
   * Returns the quotient, rounded towards zero, and the remainder, which has the dividend's sign,
   * like Java's {@code /} and {@code %}. For the least number divided by -1 the quotient is the
   * least number and the remainder 0. For division by zero the quotient is -1 and the remainder is
   * this number, like in RISC-V.
   */
  public Division<SInt> divide(SInt divisor) {
    Division<UInt> absolute = abs().bits.divide(divisor.abs().bits);
    Bit negative = sign().xor(divisor.sign()).and(divisor.bits.isZero().not());
    return new Division<>(
        absolute.quotient().asSInt().negateIf(negative),
        absolute.remainder().asSInt().negateIf(sign()));
  }

  /** Returns the quotient of {@link #divide}. */
  public SInt dividedBy(SInt divisor) {
    return divide(divisor).quotient();
  }

  /** Returns the remainder of {@link #divide}. */
  public SInt mod(SInt divisor) {
    return divide(divisor).remainder();
  }

  /** Returns the number shifted to higher bits; zeros come in. */
  public SInt shiftLeft(int by) {
    return bits.shiftLeft(by).asSInt();
  }

  /** Returns the number shifted to lower bits; copies of the sign come in. */
  public SInt shiftRight(int by) {
    int gone = Math.min(by, bits() - 1);
    return bits.slice(gone, bits() - gone).asSInt().extend(bits());
  }

  /** Returns the number shifted to higher bits by a value of any width; zeros come in. */
  public SInt shiftLeft(UInt by) {
    return bits.shiftLeft(by).asSInt();
  }

  /**
   * Returns the number shifted to lower bits by a value of any width; copies of the sign come in.
   */
  public SInt shiftRight(UInt by) {
    bits.sameBuilder(by);
    return of(arithmetic().shifters().right(bits.wires(), by.wires(), sign().wire()));
  }

  /** Returns an unsigned number; its unsigned order is the signed order of this number. */
  private UInt ordered() {
    return bits.slice(0, bits() - 1).concat(builder().uint(sign().not().wire()));
  }

  /** Whether this number is less than the other; n ANDs. */
  public Bit less(SInt other) {
    return ordered().less(other.ordered());
  }

  /** Whether this number is less than or equal to the other; n ANDs. */
  public Bit atMost(SInt other) {
    return other.less(this).not();
  }

  /** Whether this number is greater than the other; n ANDs. */
  public Bit greater(SInt other) {
    return other.less(this);
  }

  /** Whether this number is greater than or equal to the other; n ANDs. */
  public Bit atLeast(SInt other) {
    return less(other).not();
  }

  /** Whether the numbers are equal; n - 1 ANDs, depth log n. */
  public Bit isEqual(SInt other) {
    return bits.isEqual(other.bits);
  }

  /** Whether the number is 0; n - 1 ANDs, depth log n. */
  public Bit isZero() {
    return bits.isZero();
  }

  /** Returns the smaller number; 2n ANDs. */
  public SInt min(SInt other) {
    return less(other).select(this, other);
  }

  /** Returns the larger number; 2n ANDs. */
  public SInt max(SInt other) {
    return less(other).select(other, this);
  }
}
