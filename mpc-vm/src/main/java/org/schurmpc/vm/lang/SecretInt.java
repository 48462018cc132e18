package org.schurmpc.vm.lang;

/** A secret integer. */
public final class SecretInt extends SecretNumber<SecretInt, ClearInt> {
  SecretInt(Draft draft, int id, int width) {
    super(draft, id, width);
  }

  /**
   * Returns the value as a bit, taken to be 0 or 1 on the developer's word. If it is not, results
   * are wrong.
   */
  public SecretBit assumeBit() {
    return new SecretBit(draft, id());
  }

  /** Returns the vector of the value alone; takes no instruction. */
  public SecretInts asVector() {
    return new SecretInts(draft, id(), width());
  }

  @Override
  SecretInt secret(int id, int width) {
    return new SecretInt(draft, id, width);
  }

  @Override
  ClearInt clear(int id, int width) {
    return new ClearInt(draft, id, width);
  }
}
