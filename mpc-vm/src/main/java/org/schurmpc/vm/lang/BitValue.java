package org.schurmpc.vm.lang;

import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.TapeIr;

/**
 * One or more secret bits over one of the program's fields, or in TinyOT. Over fields of
 * characteristic 2 and in TinyOT, XOR takes no product.
 *
 * @param <B> the type of the bits
 */
public abstract class BitValue<B extends BitValue<B>> extends Value {
  /** These bits as elements of the first field; null until they are asked for. */
  private B numbers;

  BitValue(Draft draft, int id) {
    super(draft, id);
  }

  abstract B bits(int id);

  /** Whether the bits are over a field of characteristic 2. */
  final boolean isBinary() {
    return draft.field(field()).isBinary();
  }

  /** Whether TinyOT holds the bits, so that products are cheap. */
  public final boolean isBoolean() {
    return field() == draft.bitField;
  }

  final void requireSecondField(String other) {
    if (!isBinary() || isBoolean()) {
      throw draft.error(
          "the bits are %s: take %s"
              .formatted(isBoolean() ? "in TinyOT" : "over the first field", other));
    }
  }

  /**
   * Returns the number of the vector of the same bits over the first field, made once if it can.
   */
  final int toNumbers() {
    if (numbers == null || !numbers.isUsable()) {
      numbers = bits(newNumbers());
    }
    return numbers.id();
  }

  private int newNumbers() {
    if (!isBoolean()) {
      throw draft.error("the bits are over the second field: they are no integers");
    }
    int n = n();
    int at = draft.tape.ir.add(Operation.DABIT, n, TapeIr.NO, TapeIr.NO, draft.lines.here());
    int numbers = draft.tape.ir.define(at, 's', 0, n);
    int bits = draft.tape.ir.defineBits(at, field(), n);
    // With e = b + d opened, b is d or 1 - d, that is e + (1 - 2 e) d.
    int sum = draft.emit(Operation.ADDS, 's', field(), n, id(), bits);
    int opened = draft.emit(Operation.MASKED, 'c', field(), n, sum, TapeIr.NO);
    int e = draft.emit(Operation.BTOC, 'c', 0, n, opened, TapeIr.NO);
    Draft.Operand two = new Draft.Operand(draft.constant(0, -2), 1);
    Draft.Operand one = new Draft.Operand(draft.constant(0, 1), 1);
    int twice = draft.emit(Operation.MULC, 'c', 0, new Draft.Operand(e, n), two);
    int sign = draft.emit(Operation.ADDC, 'c', 0, new Draft.Operand(twice, n), one);
    int product = draft.emit(Operation.MULM, 's', 0, n, numbers, sign);
    return draft.emit(Operation.ADDM, 's', 0, n, product, e);
  }

  /** Takes another bit over this bit's field: bits in TinyOT become bits over the first field. */
  private B alike(B y) {
    requireSameLength(y);
    if (y.field() == field()) {
      return y;
    }
    if (((BitValue<B>) y).isBoolean() && field() == 0) {
      return bits(y.toNumbers());
    }
    throw draft.error("bits over different fields are combined");
  }

  /** Whether another bit is over the first field and this one in TinyOT. */
  private boolean isAsideOf(B y) {
    requireSameDraft(y);
    return isBoolean() && y.field() == 0;
  }

  private B with(Operation operation, Draft.Operand y) {
    return bits(draft.emit(operation, 's', field(), operand(), y));
  }

  private B withConstant(Operation operation, long y) {
    return with(operation, new Draft.Operand(draft.constant(field(), y), 1));
  }

  /** Returns the conjunction: one product. */
  public B and(B y) {
    return isAsideOf(y) ? bits(toNumbers()).and(y) : with(Operation.PRODUCT, alike(y).operand());
  }

  /** Returns the disjunction: one product. */
  public B or(B of) {
    if (isAsideOf(of)) {
      return bits(toNumbers()).or(of);
    }
    B y = alike(of);
    Draft.Operand both = and(y).operand();
    return ((BitValue<B>) with(Operation.ADDS, y.operand())).with(Operation.SUBS, both);
  }

  /** Returns whether the bits differ: one product, or a sum over the second field. */
  public B xor(B of) {
    if (isAsideOf(of)) {
      return bits(toNumbers()).xor(of);
    }
    B y = alike(of);
    BitValue<B> sum = with(Operation.ADDS, y.operand());
    if (isBinary()) {
      return bits(sum.id());
    }
    BitValue<B> both = and(y);
    return sum.with(Operation.SUBS, both.withConstant(Operation.MULM, 2).operand());
  }

  /** Returns whether the bit differs from a public one; takes no product. */
  public B xor(boolean y) {
    return y ? not() : bits(id());
  }

  public B not() {
    return withConstant(Operation.RSUBM, 1);
  }
}
