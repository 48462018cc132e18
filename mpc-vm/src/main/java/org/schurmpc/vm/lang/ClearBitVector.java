package org.schurmpc.vm.lang;

import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.TapeIr;

/** A vector of public bits, for bits in TinyOT. Operations work element by element. */
public final class ClearBitVector extends Value {
  ClearBitVector(Draft draft, int id) {
    super(draft, id);
  }

  private ClearBitVector with(Operation operation, Value y) {
    requireSameLength(y);
    return new ClearBitVector(draft, draft.emit(operation, 'c', field(), operand(), y.operand()));
  }

  /** Returns the number of bits. */
  public int size() {
    return n();
  }

  /** Returns the conjunctions. */
  public ClearBitVector and(ClearBitVector y) {
    return with(Operation.MULC, y);
  }

  /** Returns whether the bits differ. */
  public ClearBitVector xor(ClearBitVector y) {
    return with(Operation.ADDC, y);
  }

  public ClearBitVector not() {
    Draft.Operand one = new Draft.Operand(draft.constant(field(), 1), 1);
    return new ClearBitVector(draft, draft.emit(Operation.ADDC, 'c', field(), operand(), one));
  }

  /** Returns the bits as public integers. */
  public ClearInts asInts() {
    int numbers = draft.emit(Operation.BTOC, 'c', 0, n(), id(), TapeIr.NO);
    return new ClearInts(draft, numbers, Bounds.unsigned(1));
  }
}
