package org.schurmpc.vm.lang;

import org.schurmpc.vm.ir.Operation;

/** A secret 0 or 1. */
public final class SecretBit extends Value {
  SecretBit(Draft draft, int id) {
    super(draft, id);
  }

  private int emit(Operation operation, int x, int y) {
    return draft.emit(operation, 's', 0, 1, x, y);
  }

  private int product(SecretBit y) {
    requireSameDraft(y);
    return emit(Operation.PRODUCT, id(), y.id());
  }

  private SecretBit bit(int id) {
    return new SecretBit(draft, id);
  }

  /** Returns the conjunction: one product. */
  public SecretBit and(SecretBit y) {
    return bit(product(y));
  }

  /** Returns a + b - ab: one product. */
  public SecretBit or(SecretBit y) {
    int product = product(y);
    int sum = emit(Operation.ADDS, id(), y.id());
    return bit(emit(Operation.SUBS, sum, product));
  }

  /** Returns a + b - 2ab: one product. */
  public SecretBit xor(SecretBit y) {
    int product = product(y);
    int sum = emit(Operation.ADDS, id(), y.id());
    int both = emit(Operation.MULM, product, draft.constant(0, 2));
    return bit(emit(Operation.SUBS, sum, both));
  }

  public SecretBit not() {
    return bit(emit(Operation.RSUBM, id(), draft.constant(0, 1)));
  }

  /** Returns the bit as an integer. */
  public SecretInt asInt() {
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
