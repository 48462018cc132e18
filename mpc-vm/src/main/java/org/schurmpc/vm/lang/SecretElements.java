package org.schurmpc.vm.lang;

import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.TapeIr;

/**
 * A vector of secret elements of the first field, without a range: arithmetic is that of the field,
 * and no width is counted. Operations work element by element, in one instruction.
 */
public final class SecretElements extends Value {
  SecretElements(Draft draft, int id) {
    super(draft, id);
  }

  private SecretElements with(Operation operation, Value y) {
    requireSameLength(y);
    return new SecretElements(draft, draft.emit(operation, 's', 0, operand(), y.operand()));
  }

  /** Returns the number of elements. */
  public int size() {
    return n();
  }

  /** Returns n elements in a row; takes no instruction. */
  public SecretElements slice(int from, int n) {
    requireRange(from, n);
    return new SecretElements(draft, draft.tape.ir.part(id(), from, n));
  }

  public SecretElements plus(SecretElements y) {
    return with(Operation.ADDS, y);
  }

  public SecretElements plus(ClearInts y) {
    return with(Operation.ADDM, y);
  }

  public SecretElements minus(SecretElements y) {
    return with(Operation.SUBS, y);
  }

  /** Returns the products in the field. Takes a triple for each element, and a round. */
  public SecretElements times(SecretElements y) {
    return with(Operation.PRODUCT, y);
  }

  /** Returns the products in the field. */
  public SecretElements times(ClearInts y) {
    return with(Operation.MULM, y);
  }

  /**
   * Returns the elements as integers, taken to be in a range on the developer's word, as {@link
   * SecretNumber#assumeFits}.
   */
  public SecretInts assumeFits(IntType type) {
    draft.word("assumeFits: " + type.bounds(), "assumeFits", this, type.bounds());
    return new SecretInts(draft, id(), draft.requireFits(type.bounds(), "the type"));
  }

  /** Opens the elements to all parties, after a check of all openings before. Takes a round. */
  public ClearInts reveal() {
    int opened = draft.emit(Operation.REVEAL, 'c', 0, n(), id(), TapeIr.NO);
    return new ClearInts(draft, opened, draft.anyElement());
  }
}
