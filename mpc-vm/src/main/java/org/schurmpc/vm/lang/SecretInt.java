package org.schurmpc.vm.lang;

/** A secret integer. */
public final class SecretInt extends SecretNumber<SecretInt, ClearInt> {
  SecretInt(Draft draft, int id, int width) {
    super(draft, id, width);
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
