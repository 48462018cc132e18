package org.schurmpc.vm.lang;

import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.TapeIr;

/** A secret element of the program's second field, which is binary: addition is XOR. */
public final class SecretGf2n extends Value {
  /** Number of the field in programs. */
  static final int FIELD = 1;

  SecretGf2n(Draft draft, int id) {
    super(draft, id);
  }

  private SecretGf2n with(Operation operation, Value y) {
    requireSameDraft(y);
    return new SecretGf2n(draft, draft.emit(operation, 's', FIELD, 1, id(), y.id()));
  }

  /** Returns the sum, which is the difference. */
  public SecretGf2n plus(SecretGf2n y) {
    return with(Operation.ADDS, y);
  }

  /** Returns the sum, which is the difference. */
  public SecretGf2n plus(ClearGf2n y) {
    return with(Operation.ADDM, y);
  }

  /** Returns the product in the field. Takes a triple, and a round. */
  public SecretGf2n times(SecretGf2n y) {
    return with(Operation.PRODUCT, y);
  }

  /** Returns the product in the field. */
  public SecretGf2n times(ClearGf2n y) {
    return with(Operation.MULM, y);
  }

  /** Opens the element to all parties: it is checked before it acts on anything. Takes a round. */
  public ClearGf2n reveal() {
    return new ClearGf2n(draft, draft.emit(Operation.REVEAL, 'c', FIELD, 1, id(), TapeIr.NO));
  }
}
