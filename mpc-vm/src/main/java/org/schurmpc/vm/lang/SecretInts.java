package org.schurmpc.vm.lang;

import java.math.BigInteger;
import java.util.Arrays;
import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.TapeIr;

/** A vector of secret integers. Operations work element by element, in one instruction. */
public final class SecretInts extends SecretNumber<SecretInts, ClearInts> {
  SecretInts(Draft draft, int id, Bounds bounds) {
    super(draft, id, bounds);
  }

  @Override
  SecretInts secret(int id, Bounds bounds) {
    return new SecretInts(draft, id, bounds);
  }

  @Override
  ClearInts clear(int id, Bounds bounds) {
    return new ClearInts(draft, id, bounds);
  }

  /** Returns the vector of some values. */
  public static SecretInts of(SecretInt... values) {
    return join(Arrays.stream(values).map(SecretInt::asVector).toArray(SecretInts[]::new));
  }

  /** Returns the vector of the elements of some vectors, in their order. */
  public static SecretInts join(SecretInts... vectors) {
    int joined = Value.join(vectors);
    Bounds bounds = vectors[0].bounds();
    for (SecretInts each : vectors) {
      bounds = bounds.hull(each.bounds());
    }
    return new SecretInts(vectors[0].draft, joined, bounds);
  }

  /**
   * Returns the elements as bits, taken to be 0 or 1 on the developer's word. If they are not,
   * results are wrong.
   */
  public SecretBitVector assumeBits() {
    draft.word("assumeBits", this, bounds(), Bounds.unsigned(1));
    return new SecretBitVector(draft, id());
  }

  /** Returns the values as elements of the field, without their range; takes no instruction. */
  public SecretElements asElements() {
    return new SecretElements(draft, id());
  }

  /** Returns the number of elements. */
  public int size() {
    return n();
  }

  /** Returns an element; takes no instruction. */
  public SecretInt get(int element) {
    requireRange(element, 1);
    return new SecretInt(draft, draft.tape.ir.part(id(), element, 1), bounds());
  }

  /** Returns n elements in a row; takes no instruction. */
  public SecretInts slice(int from, int n) {
    requireRange(from, n);
    return new SecretInts(draft, draft.tape.ir.part(id(), from, n), bounds());
  }

  public SecretInts plus(SecretInt y) {
    return with(Operation.ADDS, y, bounds().plus(y.bounds()), "the sum");
  }

  public SecretInts minus(SecretInt y) {
    return with(Operation.SUBS, y, bounds().minus(y.bounds()), "the difference");
  }

  public SecretInts times(SecretInt y) {
    return with(Operation.PRODUCT, y, bounds().times(y.bounds()), "the product");
  }

  public SecretInts plus(ClearInt y) {
    return with(Operation.ADDM, y, bounds().plus(y.bounds()), "the sum");
  }

  public SecretInts minus(ClearInt y) {
    return with(Operation.SUBM, y, bounds().minus(y.bounds()), "the difference");
  }

  public SecretInts times(ClearInt y) {
    return with(Operation.MULM, y, bounds().times(y.bounds()), "the product");
  }

  /** Returns the sum of the elements. */
  public SecretInt sum() {
    Bounds sum = draft.requireFits(bounds().times(BigInteger.valueOf(n())), "the sum");
    int at = draft.tape.ir.add(Operation.SUMS, n(), id(), TapeIr.NO, draft.lines.here());
    return new SecretInt(draft, draft.tape.ir.define(at, 's', 0, 1), sum);
  }

  /** Returns the sum of the products of the elements. */
  public SecretInt dot(SecretInts y) {
    return times(y).sum();
  }

  /** Returns the sum of the products of the elements; takes no round. */
  public SecretInt dot(ClearInts y) {
    return times(y).sum();
  }
}
