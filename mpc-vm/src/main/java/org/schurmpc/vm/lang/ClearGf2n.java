package org.schurmpc.vm.lang;

import org.schurmpc.vm.ir.Operation;

/** A public element of the program's second field, which is binary: addition is XOR. */
public final class ClearGf2n extends Value {
  ClearGf2n(Draft draft, int id) {
    super(draft, id);
  }

  private ClearGf2n with(Operation operation, ClearGf2n y) {
    requireSameDraft(y);
    return new ClearGf2n(draft, draft.emit(operation, 'c', SecretGf2n.FIELD, 1, id(), y.id()));
  }

  /** Returns the sum, which is the difference. */
  public ClearGf2n plus(ClearGf2n y) {
    return with(Operation.ADDC, y);
  }

  /** Returns the product in the field. */
  public ClearGf2n times(ClearGf2n y) {
    return with(Operation.MULC, y);
  }

  /** Returns the quotient in the field; 0 if y is 0. */
  public ClearGf2n dividedBy(ClearGf2n y) {
    return with(Operation.DIVC, y);
  }
}
