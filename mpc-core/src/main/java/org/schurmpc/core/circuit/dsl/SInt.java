package org.schurmpc.core.circuit.dsl;

/**
 * A number in two's complement of a circuit that is being built. Immutable. Operations of two take
 * numbers of as many bits; those that overflow wrap around, as Java's do. The costs named are ANDs
 * for the goal of fewest ANDs, n the number of bits.
 */
public final class SInt {
  private final UInt bits;

  SInt(UInt bits) {
    if (bits.bits() == 0) {
      throw new IllegalArgumentException("a signed number of no bits");
    }
    this.bits = bits;
  }

  /** The number of bits. */
  public int bits() {
    return bits.bits();
  }

  /** The same bits as an unsigned number. */
  public UInt asUInt() {
    return bits;
  }

  /** A bit, 0 the least significant. */
  public Bit bit(int index) {
    return bits.bit(index);
  }

  /** Whether it is negative. */
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

  /** The same number in so many bits, which must be at least as many. */
  public SInt extend(int count) {
    if (count < bits()) {
      throw new IllegalArgumentException("%d bits in %d".formatted(bits(), count));
    }
    int[] signs = arithmetic().words().repeated(sign().wire(), count - bits());
    return of(Words.concat(bits.wires(), signs));
  }

  /** n - 1 ANDs. */
  public SInt plus(SInt other) {
    return bits.plus(other.bits).asSInt();
  }

  /** n - 1 ANDs. */
  public SInt minus(SInt other) {
    return bits.minus(other.bits).asSInt();
  }

  /** n - 1 ANDs. */
  public SInt negate() {
    return bits.negate().asSInt();
  }

  /** Negated if the bit is 1; n - 1 ANDs. */
  public SInt negateIf(Bit bit) {
    return of(arithmetic().adders().negatedIf(bits.wires(), bit.wire()));
  }

  /** The number without its sign, the least number itself; n - 1 ANDs. */
  public SInt abs() {
    return negateIf(sign());
  }

  /** The product modulo two to the number of bits. */
  public SInt times(SInt other) {
    return bits.times(other.bits).asSInt();
  }

  /** The product in twice the bits. */
  public SInt timesFull(SInt other) {
    bits.xor(other.bits); // of as many bits, or it throws
    return of(arithmetic().multipliers().signedProduct(bits.wires(), other.bits.wires()));
  }

  /**
   * The quotient, rounded towards zero, and the remainder, of the dividend's sign, as Java's {@code
   * /} and {@code %}; of the least number by -1 the quotient is the least number and the remainder
   * 0. By zero the quotient is -1 and the remainder is this number, as RISC-V has it.
   */
  public Division<SInt> divide(SInt divisor) {
    Division<UInt> absolute = abs().bits.divide(divisor.abs().bits);
    Bit negative = sign().xor(divisor.sign()).and(divisor.bits.isZero().not());
    return new Division<>(
        absolute.quotient().asSInt().negateIf(negative),
        absolute.remainder().asSInt().negateIf(sign()));
  }

  /** The quotient of {@link #divide}. */
  public SInt dividedBy(SInt divisor) {
    return divide(divisor).quotient();
  }

  /** The remainder of {@link #divide}. */
  public SInt mod(SInt divisor) {
    return divide(divisor).remainder();
  }

  /** Shifted to higher bits; zeros come in. */
  public SInt shiftLeft(int by) {
    return bits.shiftLeft(by).asSInt();
  }

  /** Shifted to lower bits; the sign comes in. */
  public SInt shiftRight(int by) {
    int gone = Math.min(by, bits() - 1);
    return bits.slice(gone, bits() - gone).asSInt().extend(bits());
  }

  /** Shifted to higher bits by a value, of any number of bits; zeros come in. */
  public SInt shiftLeft(UInt by) {
    return bits.shiftLeft(by).asSInt();
  }

  /** Shifted to lower bits by a value, of any number of bits; the sign comes in. */
  public SInt shiftRight(UInt by) {
    bits.sameBuilder(by);
    return of(arithmetic().shifters().right(bits.wires(), by.wires(), sign().wire()));
  }

  /** The number whose order among unsigned ones is this one's among signed ones. */
  private UInt ordered() {
    return bits.slice(0, bits() - 1).concat(builder().uint(sign().not().wire()));
  }

  /** Whether this is less; n ANDs. */
  public Bit less(SInt other) {
    return ordered().less(other.ordered());
  }

  /** Whether this is not greater; n ANDs. */
  public Bit atMost(SInt other) {
    return other.less(this).not();
  }

  /** Whether this is greater; n ANDs. */
  public Bit greater(SInt other) {
    return other.less(this);
  }

  /** Whether this is not less; n ANDs. */
  public Bit atLeast(SInt other) {
    return less(other).not();
  }

  /** Whether they are equal; n - 1 ANDs, depth log n. */
  public Bit isEqual(SInt other) {
    return bits.isEqual(other.bits);
  }

  /** Whether it is 0; n - 1 ANDs, depth log n. */
  public Bit isZero() {
    return bits.isZero();
  }

  /** The smaller one; 2n ANDs. */
  public SInt min(SInt other) {
    return less(other).select(this, other);
  }

  /** The larger one; 2n ANDs. */
  public SInt max(SInt other) {
    return less(other).select(other, this);
  }
}
