package org.schurmpc.vm.lang;

import org.schurmpc.vm.ir.Operation;
import org.schurmpc.vm.ir.TapeIr;

/**
 * A vector of secret bits over one of the program's fields. Operations work element by element, in
 * one instruction for all elements.
 */
public final class SecretBitVector extends BitValue<SecretBitVector> {
  SecretBitVector(Draft draft, int id) {
    super(draft, id);
  }

  @Override
  SecretBitVector bits(int id) {
    return new SecretBitVector(draft, id);
  }

  /** Returns the number of bits. */
  public int size() {
    return n();
  }

  /** Returns a bit; takes no instruction. */
  public SecretBit get(int element) {
    requireRange(element, 1);
    return new SecretBit(draft, draft.tape.ir.part(id(), element, 1));
  }

  /** Returns n bits in a row; takes no instruction. */
  public SecretBitVector slice(int from, int n) {
    requireRange(from, n);
    return new SecretBitVector(draft, draft.tape.ir.part(id(), from, n));
  }

  /** Returns the vector of the bits of some vectors over one field, in their order. */
  public static SecretBitVector join(SecretBitVector... vectors) {
    boolean numbers = false;
    for (SecretBitVector each : vectors) {
      numbers |= each.field() == 0;
    }
    SecretBitVector[] alike = vectors.clone();
    for (int i = 0; numbers && i < alike.length; i++) {
      alike[i] = alike[i].isBoolean() ? alike[i].bits(alike[i].toNumbers()) : alike[i];
    }
    int joined = Value.join(alike);
    return new SecretBitVector(vectors[0].draft, joined);
  }

  /** Returns the columns of a matrix, one after the other, whose rows are here in this way. */
  public SecretBitVector transposed(int rows) {
    if (rows < 1 || n() % rows != 0) {
      throw draft.error("%d bits have no %d rows of one length".formatted(n(), rows));
    }
    int id = draft.emitImmediate(Operation.TRANS, 's', field(), n(), id(), rows);
    return new SecretBitVector(draft, id);
  }

  /** Returns bits over the second field as elements; takes no instruction. */
  public SecretGf2ns asElements() {
    requireSecondField("asInts");
    return new SecretGf2ns(draft, id());
  }

  /**
   * Returns bits over the first field, or in TinyOT, as integers. The one takes nothing; the other
   * a random bit in both domains for each, and a round.
   */
  public SecretInts asInts() {
    return new SecretInts(draft, isBinary() ? toNumbers() : id(), Bounds.unsigned(1));
  }

  /** Returns whether bits in TinyOT differ from clear ones; takes no product. */
  public SecretBitVector xor(ClearBitVector y) {
    return with(Operation.ADDM, y);
  }

  /** Returns the conjunctions of bits in TinyOT and clear ones; takes no product. */
  public SecretBitVector and(ClearBitVector y) {
    return with(Operation.MULM, y);
  }

  private SecretBitVector with(Operation operation, ClearBitVector y) {
    requireSameLength(y);
    if (!isBoolean()) {
      throw draft.error("clear bits are combined with bits in TinyOT alone");
    }
    return bits(draft.emit(operation, 's', field(), operand(), y.operand()));
  }

  /** Returns, for each bit, an element of the first vector if it is 1, and of the other if not. */
  public SecretInts choose(SecretInts ifOne, SecretInts ifZero) {
    SecretInts either = asInts().times(ifOne.minus(ifZero)).plus(ifZero);
    return new SecretInts(draft, either.id(), ifOne.bounds().hull(ifZero.bounds()));
  }

  /** Opens the bits to all parties. Takes a round. */
  public ClearInts reveal() {
    if (isBoolean()) {
      int opened = draft.emit(Operation.REVEAL, 'c', field(), n(), id(), TapeIr.NO);
      return new ClearBitVector(draft, opened).asInts();
    }
    return asInts().reveal();
  }
}
