package org.schurmpc.vm.lang;

import org.schurmpc.vm.ir.Operation;

/**
 * One or more secret bits over one of the program's fields. Over the second field, which is binary,
 * XOR takes no product.
 *
 * @param <B> the type of the bits
 */
public abstract class BitValue<B extends BitValue<B>> extends Value {
  BitValue(Draft draft, int id) {
    super(draft, id);
  }

  abstract B bits(int id);

  final boolean isBinary() {
    return field() == SecretGf2n.FIELD;
  }

  private void requireSameField(B y) {
    requireSameLength(y);
    if (y.field() != field()) {
      throw draft.error("bits over different fields are combined");
    }
  }

  private B with(Operation operation, Draft.Operand y) {
    return bits(draft.emit(operation, 's', field(), operand(), y));
  }

  private B withConstant(Operation operation, long y) {
    return with(operation, new Draft.Operand(draft.constant(field(), y), 1));
  }

  /** Returns the conjunction: one product. */
  public B and(B y) {
    requireSameField(y);
    return with(Operation.PRODUCT, y.operand());
  }

  /** Returns the disjunction: one product. */
  public B or(B y) {
    Draft.Operand both = and(y).operand();
    return ((BitValue<B>) with(Operation.ADDS, y.operand())).with(Operation.SUBS, both);
  }

  /** Returns whether the bits differ: one product, or a sum over the second field. */
  public B xor(B y) {
    requireSameField(y);
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
