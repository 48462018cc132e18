package org.schurmpc.core.circuit.dsl;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.schurmpc.core.circuit.CircuitBuilder;

/**
 * An unsigned number, or a string of bits, of a circuit under construction. Immutable. Binary
 * operations take numbers of equal width; operations that overflow are modulo two to the number of
 * bits. Costs are ANDs for the goal of fewest ANDs, n the number of bits.
 */
public final class UInt {
  private final TypedBuilder builder;
  private final int[] wires;

  UInt(TypedBuilder builder, int[] wires) {
    this.builder = builder;
    this.wires = wires;
  }

  /** Returns the number of bits. */
  public int bits() {
    return wires.length;
  }

  /** Returns the wires of {@link TypedBuilder#gates}, the least significant bit first; a copy. */
  public int[] wires() {
    return wires.clone();
  }

  TypedBuilder builder() {
    return builder;
  }

  private CircuitBuilder gates() {
    return builder.gates();
  }

  private UInt of(int[] others) {
    return new UInt(builder, others);
  }

  private int[] alike(UInt other) {
    sameBuilder(other);
    if (other.wires.length != wires.length) {
      throw new IllegalArgumentException(
          "numbers of %d and of %d bits".formatted(wires.length, other.wires.length));
    }
    return other.wires;
  }

  /** Returns a bit; bit 0 is the least significant. */
  public Bit bit(int index) {
    return new Bit(builder, wires[index]);
  }

  /** Returns {@code count} bits from bit {@code from} on. */
  public UInt slice(int from, int count) {
    return of(Arrays.copyOfRange(wires, from, from + count));
  }

  /** Returns the bits of this number with the bits of {@code above} above them. */
  public UInt concat(UInt above) {
    sameBuilder(above);
    return of(Words.concat(wires, above.wires));
  }

  /** Returns this number, zero-extended to {@code bits} bits, which must be at least its width. */
  public UInt extend(int bits) {
    if (bits < wires.length) {
      throw new IllegalArgumentException("%d bits in %d".formatted(wires.length, bits));
    }
    return concat(builder.constant(bits - wires.length, 0));
  }

  /** Returns the bitwise XOR; no ANDs. */
  public UInt xor(UInt other) {
    int[] others = alike(other);
    int[] result = new int[wires.length];
    for (int i = 0; i < result.length; i++) {
      result[i] = gates().xor(wires[i], others[i]);
    }
    return of(result);
  }

  /** Returns the bitwise AND; n ANDs. */
  public UInt and(UInt other) {
    int[] others = alike(other);
    int[] result = new int[wires.length];
    for (int i = 0; i < result.length; i++) {
      result[i] = gates().and(wires[i], others[i]);
    }
    return of(result);
  }

  /** Returns the bitwise OR; n ANDs. */
  public UInt or(UInt other) {
    return not().and(other.not()).not();
  }

  /** Returns the number with all bits flipped; no ANDs. */
  public UInt not() {
    return of(Arrays.stream(wires).map(gates()::not).toArray());
  }

  /** Returns this number if the bit is 1, else 0; n ANDs. */
  public UInt mask(Bit bit) {
    return of(Arrays.stream(wires).map(wire -> gates().and(wire, bit.wire())).toArray());
  }

  /** Returns the number shifted to higher bits; zeros come in. */
  public UInt shiftLeft(int by) {
    return builder.constant(Math.min(by, wires.length), 0).concat(this).slice(0, wires.length);
  }

  /** Returns the number shifted to lower bits; zeros come in. */
  public UInt shiftRight(int by) {
    int gone = Math.min(by, wires.length);
    return slice(gone, wires.length - gone).extend(wires.length);
  }

  /** Returns the bits rotated to higher bits. */
  public UInt rotateLeft(int by) {
    int turn = Math.floorMod(by, wires.length);
    return slice(wires.length - turn, turn).concat(slice(0, wires.length - turn));
  }

  /** Returns the bits rotated to lower bits. */
  public UInt rotateRight(int by) {
    return rotateLeft(-by);
  }

  /** Returns the sum; n - 1 ANDs. */
  public UInt plus(UInt other) {
    return of(builder.arithmetic().adders().sum(wires, alike(other), gates().constant(false)));
  }

  /** Returns the sum of this number and all the others; see {@link TypedBuilder#sum}. */
  public UInt plus(UInt... others) {
    List<int[]> terms = new ArrayList<>(List.of(wires));
    for (UInt other : others) {
      terms.add(alike(other));
    }
    return of(builder.arithmetic().sums().sum(terms));
  }

  /** Returns the sum in one bit more; n ANDs. */
  public UInt plusFull(UInt other) {
    return of(builder.arithmetic().adders().fullSum(wires, alike(other), gates().constant(false)));
  }

  /** Returns the difference; n - 1 ANDs. */
  public UInt minus(UInt other) {
    return of(
        builder
            .arithmetic()
            .adders()
            .sum(wires, other.not().alikeTo(this), gates().constant(true)));
  }

  private int[] alikeTo(UInt other) {
    return other.alike(this);
  }

  /** Whether this number is less than the other; n ANDs. */
  public Bit less(UInt other) {
    int notBorrow =
        builder
            .arithmetic()
            .adders()
            .carryOut(wires, other.not().alikeTo(this), gates().constant(true));
    return new Bit(builder, gates().not(notBorrow));
  }

  /** Whether this number is less than or equal to the other; n ANDs. */
  public Bit atMost(UInt other) {
    return other.less(this).not();
  }

  /** Whether the numbers are equal; n - 1 ANDs, depth log n. */
  public Bit isEqual(UInt other) {
    return xor(other).isZero();
  }

  /** Whether all bits are 0; n - 1 ANDs, depth log n. */
  public Bit isZero() {
    return new Bit(builder, gates().not(builder.arithmetic().words().any(wires)));
  }

  /** Whether this number is greater than the other; n ANDs. */
  public Bit greater(UInt other) {
    return other.less(this);
  }

  /** Whether this number is greater than or equal to the other; n ANDs. */
  public Bit atLeast(UInt other) {
    return less(other).not();
  }

  /** Returns the smaller number; 2n ANDs. */
  public UInt min(UInt other) {
    return less(other).select(this, other);
  }

  /** Returns the larger number; 2n ANDs. */
  public UInt max(UInt other) {
    return less(other).select(other, this);
  }

  /** Returns two to the number of bits, less this number; n - 1 ANDs. */
  public UInt negate() {
    return of(builder.arithmetic().adders().negatedIf(wires, gates().constant(true)));
  }

  /**
   * Returns the product modulo two to the number of bits; n^2 - n + 1 ANDs, fewer if n is large.
   */
  public UInt times(UInt other) {
    return of(builder.arithmetic().multipliers().product(wires, alike(other), bits()));
  }

  /**
   * Returns the product with a number of any width, in the sum of both widths; 2n^2 - n ANDs for
   * two numbers of n bits, fewer if n is large.
   */
  public UInt timesFull(UInt other) {
    sameBuilder(other);
    int most = bits() + other.bits();
    return of(builder.arithmetic().multipliers().product(wires, other.wires, most));
  }

  /**
   * Returns the quotient, rounded down, and the remainder; about 3/4 n^2 + 3n ANDs. For division by
   * zero the quotient is all ones and the remainder is this number, like in RISC-V.
   */
  public Division<UInt> divide(UInt divisor) {
    Division<int[]> result = builder.arithmetic().dividers().divide(wires, alike(divisor));
    return new Division<>(of(result.quotient()), of(result.remainder()));
  }

  /** Returns the quotient of {@link #divide}. */
  public UInt dividedBy(UInt divisor) {
    return divide(divisor).quotient();
  }

  /** Returns the remainder of {@link #divide}. */
  public UInt mod(UInt divisor) {
    return divide(divisor).remainder();
  }

  /**
   * Returns the number shifted to higher bits by a value of any width; zeros come in. Costs n ANDs
   * for each bit of the amount up to log n, and n for the bits above.
   */
  public UInt shiftLeft(UInt by) {
    sameBuilder(by);
    return of(builder.arithmetic().shifters().left(wires, by.wires));
  }

  /** Returns the number shifted to lower bits by a value of any width; zeros come in. */
  public UInt shiftRight(UInt by) {
    sameBuilder(by);
    return of(builder.arithmetic().shifters().right(wires, by.wires, gates().constant(false)));
  }

  /**
   * Returns the bits rotated to higher bits by a value of any width; n ANDs for each bit of the
   * amount.
   */
  public UInt rotateLeft(UInt by) {
    sameBuilder(by);
    return of(builder.arithmetic().shifters().rotated(wires, by.wires));
  }

  /**
   * Returns the bits rotated to lower bits by a value of any width; n ANDs for each bit of the
   * amount.
   */
  public UInt rotateRight(UInt by) {
    sameBuilder(by);
    int[] reversed = reversed(wires);
    return of(reversed(builder.arithmetic().shifters().rotated(reversed, by.wires)));
  }

  private static int[] reversed(int[] wires) {
    int[] result = new int[wires.length];
    for (int i = 0; i < wires.length; i++) {
      result[i] = wires[wires.length - 1 - i];
    }
    return result;
  }

  /**
   * Returns the number of bits that are 1, in the smallest width that holds n; fewer than n ANDs,
   * depth about log n.
   */
  public UInt popcount() {
    return of(builder.arithmetic().counters().ones(wires));
  }

  /**
   * Returns the number of zero bits above the highest 1, in the smallest width that holds n; about
   * 2n ANDs.
   */
  public UInt leadingZeros() {
    return of(builder.arithmetic().counters().leadingZeros(wires));
  }

  /** Returns the bits of this number as a number in two's complement. */
  public SInt asSInt() {
    return new SInt(this);
  }

  void sameBuilder(UInt other) {
    if (other.builder != builder) {
      throw new IllegalArgumentException("a number of another builder");
    }
  }
}
