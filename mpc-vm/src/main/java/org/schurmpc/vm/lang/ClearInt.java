package org.schurmpc.vm.lang;

import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.TapeIr;

/** A public element that the machine computes, for example a revealed integer. */
public final class ClearInt extends ClearNumber<SecretInt, ClearInt> {
  ClearInt(Draft draft, int id, int width) {
    super(draft, id, width);
  }

  /** Returns the vector of the number alone; takes no instruction. */
  public ClearInts asVector() {
    return new ClearInts(draft, id(), width());
  }

  @Override
  ClearInt clear(int id, int width) {
    return new ClearInt(draft, id, width);
  }

  @Override
  SecretInt secret(int id, int width) {
    return new SecretInt(draft, id, width);
  }

  /**
   * Returns the number with sign as an index, which branches, loops and addresses can depend on.
   * The machine checks all openings before; the run ends if the number does not fit in 64 bits.
   */
  public Index toIndex() {
    return new Index(draft, draft.emit(Operation.CTOI, 'i', 0, 1, id(), TapeIr.NO));
  }

  /** Returns 1 if the value is 0, and 0 otherwise. The machine checks all openings before. */
  public Index isZero() {
    return new Index(draft, draft.emit(Operation.ISZERO, 'i', 0, 1, id(), TapeIr.NO));
  }
}
