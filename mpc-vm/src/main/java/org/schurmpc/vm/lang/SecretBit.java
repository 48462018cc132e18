package org.schurmpc.vm.lang;

import org.schurmpc.vm.ir.Operation;

/**
 * A secret 0 or 1 over one of the program's fields. Over the second field, which is binary, XOR
 * takes no product.
 */
public final class SecretBit extends Value {
  SecretBit(Draft draft, int id) {
    super(draft, id);
  }

  private boolean isBinary() {
    return field() == SecretGf2n.FIELD;
  }

  private int emit(Operation operation, int x, int y) {
    return draft.emit(operation, 's', field(), 1, x, y);
  }

  private int product(SecretBit y) {
    requireSameField(y);
    return emit(Operation.PRODUCT, id(), y.id());
  }

  private void requireSameField(SecretBit y) {
    requireSameDraft(y);
    if (y.field() != field()) {
      throw draft.error("bits over different fields are combined");
    }
  }

  private SecretBit bit(int id) {
    return new SecretBit(draft, id);
  }

  /** Returns the conjunction: one product. */
  public SecretBit and(SecretBit y) {
    return bit(product(y));
  }

  /** Returns the disjunction: one product. */
  public SecretBit or(SecretBit y) {
    int product = product(y);
    int sum = emit(Operation.ADDS, id(), y.id());
    return bit(emit(Operation.SUBS, sum, product));
  }

  /** Returns whether the bits differ: one product, or a sum over the second field. */
  public SecretBit xor(SecretBit y) {
    requireSameField(y);
    int sum = emit(Operation.ADDS, id(), y.id());
    if (isBinary()) {
      return bit(sum);
    }
    int both = emit(Operation.MULM, product(y), draft.constant(0, 2));
    return bit(emit(Operation.SUBS, sum, both));
  }

  /** Returns whether the bit differs from a public one; takes no product. */
  public SecretBit xor(boolean y) {
    return y ? not() : this;
  }

  public SecretBit not() {
    return bit(emit(Operation.RSUBM, id(), draft.constant(field(), 1)));
  }

  /** Returns a bit over the second field as an element. */
  public SecretGf2n asElement() {
    if (!isBinary()) {
      throw draft.error("the bit is over the first field: take asInt");
    }
    return new SecretGf2n(draft, id());
  }

  /** Returns a bit over the first field as an integer. */
  public SecretInt asInt() {
    if (isBinary()) {
      throw draft.error("the bit is over the second field: take asElement");
    }
    return new SecretInt(draft, id(), 2);
  }

  /** Returns one of two values: the first if the bit is 1. One product. */
  public SecretInt choose(SecretInt ifOne, SecretInt ifZero) {
    SecretInt either = asInt().times(ifOne.minus(ifZero)).plus(ifZero);
    int width = Math.max(ifOne.width(), ifZero.width());
    return new SecretInt(draft, either.id(), width);
  }

  /** Opens the bit to all parties. Takes a round. */
  public ClearInt reveal() {
    return asInt().reveal();
  }
}
