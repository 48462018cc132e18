package org.schurmpc.vm.lang;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.TapeIr;

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

  /**
   * Returns bits of the values as bits for TinyOT, of all values the lowest one first, then the
   * next.
   *
   * @param count number of the lowest bits; of values that are not negative
   */
  public List<ClearBitVector> bits(int count) {
    if (draft.bitField < 0) {
      throw draft.error("the program has no bits in TinyOT");
    }
    if (count < 1 || count > draft.field(0).bits()) {
      throw draft.error("values have no %d lowest bits".formatted(count));
    }
    int at = draft.tape.ir.add(Operation.CTOB, n(), id(), TapeIr.NO, draft.lines.here());
    draft.tape.ir.setImmediate(at, count);
    int all = draft.tape.ir.define(at, 'c', draft.bitField, Math.multiplyExact(count, n()));
    List<ClearBitVector> bits = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      bits.add(new ClearBitVector(draft, draft.tape.ir.part(all, i * n(), n())));
    }
    return bits;
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
