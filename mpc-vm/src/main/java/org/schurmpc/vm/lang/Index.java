package org.schurmpc.vm.lang;

import java.math.BigInteger;
import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.TapeIr;

/**
 * A public integer of 64 bits on which branches, loops and addresses can depend. Sums, differences,
 * products and shifts wrap around as Java's long; a division by 0 gives 0.
 */
public final class Index extends Value {
  private final Long constant;
  private final long least;
  private final long most;

  Index(Draft draft, int id) {
    this(draft, id, null, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /** Creates an index of a range. */
  Index(Draft draft, int id, long least, long most) {
    this(draft, id, null, least, most);
  }

  private Index(Draft draft, int id, Long constant, long least, long most) {
    super(draft, id);
    this.constant = constant;
    this.least = least;
    this.most = most;
  }

  static Index constant(Draft draft, long value) {
    return new Index(draft, draft.integer(value), value, value, value);
  }

  /** Whether the number is from one number to another whenever the program runs. */
  boolean isWithin(long from, long to) {
    return least >= from && most <= to;
  }

  /** Returns the number if it is known when the program is compiled, or null. */
  Long known() {
    return constant;
  }

  @Override
  int id() {
    // A constant is made again in another tape.
    return constant != null && (isElsewhere() || isOutsideOfRoutine())
        ? draft.integer(constant)
        : super.id();
  }

  private Index with(Operation operation, Index y) {
    requireSameDraft(y);
    int result = draft.emit(operation, 'i', 0, 1, id(), y.id());
    if (operation == Operation.SHLI) {
      draft.checkExact(operation, this, y, result);
    }
    try {
      return switch (operation) {
        case ADDI ->
            new Index(draft, result, Math.addExact(least, y.least), Math.addExact(most, y.most));
        case SUBI ->
            new Index(
                draft,
                result,
                Math.subtractExact(least, y.most),
                Math.subtractExact(most, y.least));
        case MULI -> product(result, y);
        case LTI, EQI -> new Index(draft, result, 0, 1);
        default -> new Index(draft, result);
      };
    } catch (ArithmeticException e) {
      draft.checkExact(operation, this, y, result);
      return new Index(draft, result); // may wrap around
    }
  }

  private Index product(int result, Index y) {
    long a = Math.multiplyExact(least, y.least);
    long b = Math.multiplyExact(least, y.most);
    long c = Math.multiplyExact(most, y.least);
    long d = Math.multiplyExact(most, y.most);
    return new Index(
        draft,
        result,
        Math.min(Math.min(a, b), Math.min(c, d)),
        Math.max(Math.max(a, b), Math.max(c, d)));
  }

  private Index with(Operation operation, long y) {
    return with(operation, constant(draft, y));
  }

  public Index plus(Index y) {
    return with(Operation.ADDI, y);
  }

  public Index plus(long y) {
    return with(Operation.ADDI, y);
  }

  public Index minus(Index y) {
    return with(Operation.SUBI, y);
  }

  public Index minus(long y) {
    return with(Operation.SUBI, y);
  }

  public Index times(Index y) {
    return with(Operation.MULI, y);
  }

  public Index times(long y) {
    return with(Operation.MULI, y);
  }

  /** Returns the quotient, rounded towards 0; 0 if y is 0. */
  public Index dividedBy(Index y) {
    return with(Operation.DIVI, y);
  }

  /** Returns the quotient, rounded towards 0. */
  public Index dividedBy(long y) {
    return with(Operation.DIVI, y);
  }

  /**
   * Returns the rest of the division, with the sign of this number; the number itself if y is 0.
   */
  public Index mod(Index y) {
    return with(Operation.MODI, y);
  }

  /** Returns the rest of the division, with the sign of this number. */
  public Index mod(long y) {
    return with(Operation.MODI, y);
  }

  public Index shiftLeft(int bits) {
    return with(Operation.SHLI, bits);
  }

  /** Returns the number shifted right, with its sign. */
  public Index shiftRight(int bits) {
    return with(Operation.SHRI, bits);
  }

  public Index and(Index y) {
    return with(Operation.ANDI, y);
  }

  public Index or(Index y) {
    return with(Operation.ORI, y);
  }

  public Index xor(Index y) {
    return with(Operation.XORI, y);
  }

  /** Returns 1 if this number is less than the other, and 0 otherwise. */
  public Index lt(Index y) {
    return with(Operation.LTI, y);
  }

  /** Returns 1 if this number is less than the other, and 0 otherwise. */
  public Index lt(long y) {
    return with(Operation.LTI, y);
  }

  /** Returns 1 if this number is at most the other, and 0 otherwise. */
  public Index le(Index y) {
    return y.lt(this).not();
  }

  /** Returns 1 if this number is at most the other, and 0 otherwise. */
  public Index le(long y) {
    return le(constant(draft, y));
  }

  /** Returns 1 if both are equal, and 0 otherwise. */
  public Index eq(Index y) {
    return with(Operation.EQI, y);
  }

  /** Returns 1 if both are equal, and 0 otherwise. */
  public Index eq(long y) {
    return with(Operation.EQI, y);
  }

  /** Returns 1 if both differ, and 0 otherwise. */
  public Index ne(Index y) {
    return eq(y).not();
  }

  /** Returns 1 if both differ, and 0 otherwise. */
  public Index ne(long y) {
    return eq(y).not();
  }

  /** Returns 1 if the number is 0, and 0 otherwise. */
  public Index not() {
    return eq(0);
  }

  /**
   * Returns the number as an element, to compute with secrets. The run ends, at all parties alike,
   * if it is not from -(p - 1)/2 to (p - 1)/2.
   *
   * @throws ProgramError if the number is known and the field has no room for it
   */
  public ClearInt toClear() {
    Bounds bounds = new Bounds(BigInteger.valueOf(least), BigInteger.valueOf(most));
    if (constant != null) {
      draft.requireFits(bounds, "the number");
    }
    Bounds element = bounds.width() > draft.anyElement().width() ? draft.anyElement() : bounds;
    return new ClearInt(draft, draft.emit(Operation.ITOC, 'c', 0, 1, id(), TapeIr.NO), element);
  }
}
