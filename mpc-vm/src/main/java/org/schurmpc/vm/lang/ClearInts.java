package org.schurmpc.vm.lang;

import org.schurmpc.vm.ir.Operation;

/** A vector of public elements. */
public final class ClearInts extends ClearNumber<SecretInts, ClearInts> {
  ClearInts(Draft draft, int id, Bounds bounds) {
    super(draft, id, bounds);
  }

  @Override
  ClearInts clear(int id, Bounds bounds) {
    return new ClearInts(draft, id, bounds);
  }

  @Override
  SecretInts secret(int id, Bounds bounds) {
    return new SecretInts(draft, id, bounds);
  }

  /** Returns the number of elements. */
  public int size() {
    return n();
  }

  /** Returns an element; takes no instruction. */
  public ClearInt get(int element) {
    requireRange(element, 1);
    return new ClearInt(draft, draft.tape.ir.part(id(), element, 1), bounds());
  }

  /** Returns n elements in a row; takes no instruction. */
  public ClearInts slice(int from, int n) {
    requireRange(from, n);
    return new ClearInts(draft, draft.tape.ir.part(id(), from, n), bounds());
  }

  public ClearInts plus(ClearInt y) {
    return with(Operation.ADDC, y, bounds().plus(y.bounds()));
  }

  public ClearInts minus(ClearInt y) {
    return with(Operation.SUBC, y, bounds().minus(y.bounds()));
  }

  public ClearInts times(ClearInt y) {
    return with(Operation.MULC, y, bounds().times(y.bounds()));
  }
}
