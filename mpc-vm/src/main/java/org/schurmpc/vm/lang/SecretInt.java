package org.schurmpc.vm.lang;

/** A secret integer. */
public final class SecretInt extends SecretNumber<SecretInt, ClearInt> {
  SecretInt(Draft draft, int id, Bounds bounds) {
    super(draft, id, bounds);
  }

  /**
   * Returns the value as a bit, taken to be 0 or 1 on the developer's word. If it is not, results
   * are wrong.
   */
  public SecretBit assumeBit() {
    draft.word("assumeBit", this, bounds(), Bounds.unsigned(1));
    return new SecretBit(draft, id());
  }

  /** Returns the vector of the value alone; takes no instruction. */
  public SecretInts asVector() {
    return new SecretInts(draft, id(), bounds());
  }

  @Override
  SecretInt secret(int id, Bounds bounds) {
    return new SecretInt(draft, id, bounds);
  }

  @Override
  ClearInt clear(int id, Bounds bounds) {
    return new ClearInt(draft, id, bounds);
  }
}
