package org.schurmpc.vm.lang;

import org.schurmpc.vm.ir.Operation;

/** A vector of public elements of the program's second field, which is binary. */
public final class ClearGf2ns extends Value {
  ClearGf2ns(Draft draft, int id) {
    super(draft, id);
  }

  private ClearGf2ns with(Operation operation, Value y) {
    requireSameLength(y);
    return new ClearGf2ns(
        draft, draft.emit(operation, 'c', SecretGf2n.FIELD, operand(), y.operand()));
  }

  /** Returns the number of elements. */
  public int size() {
    return n();
  }

  /** Returns an element; takes no instruction. */
  public ClearGf2n get(int element) {
    requireRange(element, 1);
    return new ClearGf2n(draft, draft.tape.ir.part(id(), element, 1));
  }

  /** Returns the sums, which are the differences. */
  public ClearGf2ns plus(ClearGf2ns y) {
    return with(Operation.ADDC, y);
  }

  /** Returns the products in the field. */
  public ClearGf2ns times(ClearGf2n y) {
    return with(Operation.MULC, y);
  }

  /** Returns the coefficient of X^i of each element, 0 or 1. */
  public ClearGf2ns coefficient(int i) {
    int bits = draft.field(SecretGf2n.FIELD).bits();
    if (i < 0 || i >= bits) {
      throw draft.error("elements of the second field have %d coefficients".formatted(bits));
    }
    int field = SecretGf2n.FIELD;
    int shifted = draft.emitImmediate(Operation.SHR, 'c', field, n(), id(), i);
    return new ClearGf2ns(draft, draft.emitImmediate(Operation.MOD2K, 'c', field, n(), shifted, 1));
  }
}
