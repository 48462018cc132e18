package org.schurmpc.vm.lang;

/**
 * A secret 0 or 1 over one of the program's fields. Over the second field, which is binary, XOR
 * takes no product.
 */
public final class SecretBit extends BitValue<SecretBit> {
  SecretBit(Draft draft, int id) {
    super(draft, id);
  }

  @Override
  SecretBit bits(int id) {
    return new SecretBit(draft, id);
  }

  /** Returns a bit over the second field as an element. */
  public SecretGf2n asElement() {
    requireSecondField("asInt");
    return new SecretGf2n(draft, id());
  }

  /**
   * Returns a bit over the first field, or in TinyOT, as an integer. The one takes nothing; the
   * other a random bit in both domains and a round.
   */
  public SecretInt asInt() {
    return new SecretInt(draft, isBinary() ? toNumbers() : id(), Bounds.unsigned(1));
  }

  /** Returns one of two values: the first if the bit is 1. One product. */
  public SecretInt choose(SecretInt ifOne, SecretInt ifZero) {
    SecretInt either = asInt().times(ifOne.minus(ifZero)).plus(ifZero);
    return new SecretInt(draft, either.id(), ifOne.bounds().hull(ifZero.bounds()));
  }

  /** Returns one of two vectors: the first if the bit is 1. One product for each element. */
  public SecretInts choose(SecretInts ifOne, SecretInts ifZero) {
    SecretInts either = ifOne.minus(ifZero).times(asInt()).plus(ifZero);
    return new SecretInts(draft, either.id(), ifOne.bounds().hull(ifZero.bounds()));
  }

  /** Returns the vector of the bit alone; takes no instruction. */
  public SecretBitVector asVector() {
    return new SecretBitVector(draft, id());
  }

  /** Opens the bit to all parties. Takes a round. */
  public ClearInt reveal() {
    return asVector().reveal().get(0);
  }
}
