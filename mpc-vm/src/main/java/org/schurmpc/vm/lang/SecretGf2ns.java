package org.schurmpc.vm.lang;

import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.TapeIr;

/**
 * A vector of secret elements of the program's second field, which is binary: addition is XOR.
 * Operations work element by element, in one instruction.
 */
public final class SecretGf2ns extends Value {
  SecretGf2ns(Draft draft, int id) {
    super(draft, id);
  }

  /** Returns the vector of the elements of some vectors, in their order. */
  public static SecretGf2ns join(SecretGf2ns... vectors) {
    int joined = Value.join(vectors);
    return new SecretGf2ns(vectors[0].draft, joined);
  }

  private SecretGf2ns with(Operation operation, Value y) {
    requireSameLength(y);
    return new SecretGf2ns(
        draft, draft.emit(operation, 's', SecretGf2n.FIELD, operand(), y.operand()));
  }

  /** Returns the number of elements. */
  public int size() {
    return n();
  }

  /** Returns an element; takes no instruction. */
  public SecretGf2n get(int element) {
    requireRange(element, 1);
    return new SecretGf2n(draft, draft.tape.ir.part(id(), element, 1));
  }

  /** Returns n elements in a row; takes no instruction. */
  public SecretGf2ns slice(int from, int n) {
    requireRange(from, n);
    return new SecretGf2ns(draft, draft.tape.ir.part(id(), from, n));
  }

  /** Returns the sums, which are the differences. */
  public SecretGf2ns plus(SecretGf2ns y) {
    return with(Operation.ADDS, y);
  }

  /** Returns the sums, which are the differences. */
  public SecretGf2ns plus(SecretGf2n y) {
    return with(Operation.ADDS, y);
  }

  /** Returns the sums, which are the differences. */
  public SecretGf2ns plus(ClearGf2ns y) {
    return with(Operation.ADDM, y);
  }

  /** Returns the sums, which are the differences. */
  public SecretGf2ns plus(ClearGf2n y) {
    return with(Operation.ADDM, y);
  }

  /** Returns the products in the field. Takes a triple for each element, and a round. */
  public SecretGf2ns times(SecretGf2ns y) {
    return with(Operation.PRODUCT, y);
  }

  /** Returns the products in the field. */
  public SecretGf2ns times(ClearGf2ns y) {
    return with(Operation.MULM, y);
  }

  /** Returns the products in the field. */
  public SecretGf2ns times(ClearGf2n y) {
    return with(Operation.MULM, y);
  }

  /**
   * Returns the elements as bits, taken to be 0 or 1 on the developer's word. If they are not,
   * results are wrong.
   */
  public SecretBitVector assumeBits() {
    draft.word("assumeBits", "assumeBits", this, Bounds.unsigned(1));
    return new SecretBitVector(draft, id());
  }

  /** Opens the elements to all parties, after a check of all openings before. Takes a round. */
  public ClearGf2ns reveal() {
    int opened = draft.emit(Operation.REVEAL, 'c', SecretGf2n.FIELD, n(), id(), TapeIr.NO);
    return new ClearGf2ns(draft, opened);
  }
}
