package org.schurmpc.vm.lang;

import org.schurmpc.vm.ir.Operation;

/** A vector of public elements. */
public final class ClearInts extends ClearNumber<SecretInts, ClearInts> {
  ClearInts(Draft draft, int id, int width) {
    super(draft, id, width);
  }

  @Override
  ClearInts clear(int id, int width) {
    return new ClearInts(draft, id, width);
  }

  @Override
  SecretInts secret(int id, int width) {
    return new SecretInts(draft, id, width);
  }

  /** Returns the number of elements. */
  public int size() {
    return n();
  }

  /** Returns an element; takes no instruction. */
  public ClearInt get(int element) {
    requireRange(element, 1);
    return new ClearInt(draft, draft.tape.ir.part(id(), element, 1), width());
  }

  /** Returns n elements in a row; takes no instruction. */
  public ClearInts slice(int from, int n) {
    requireRange(from, n);
    return new ClearInts(draft, draft.tape.ir.part(id(), from, n), width());
  }

  public ClearInts plus(ClearInt y) {
    return with(Operation.ADDC, y, widthOfSum(y));
  }

  public ClearInts minus(ClearInt y) {
    return with(Operation.SUBC, y, widthOfSum(y));
  }

  public ClearInts times(ClearInt y) {
    return with(Operation.MULC, y, widthOfProduct(y));
  }
}
