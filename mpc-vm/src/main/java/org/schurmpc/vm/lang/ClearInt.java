package org.schurmpc.vm.lang;

import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.TapeIr;

/** A public element that the machine computes, for example a revealed integer. */
public final class ClearInt extends ClearNumber<SecretInt, ClearInt> {
  ClearInt(Draft draft, int id, Bounds bounds) {
    super(draft, id, bounds);
  }

  /** Returns the vector of the number alone; takes no instruction. */
  public ClearInts asVector() {
    return new ClearInts(draft, id(), bounds());
  }

  @Override
  ClearInt clear(int id, Bounds bounds) {
    return new ClearInt(draft, id, bounds);
  }

  @Override
  SecretInt secret(int id, Bounds bounds) {
    return new SecretInt(draft, id, bounds);
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
