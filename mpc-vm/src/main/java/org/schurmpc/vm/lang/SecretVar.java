package org.schurmpc.vm.lang;

/** A variable that holds a secret integer. */
public final class SecretVar extends IntVar<SecretInt> {
  SecretVar(Draft draft, IntType type, SecretInt first) {
    super(draft, 's', type, first);
  }

  @Override
  SecretInt value(Draft in, int id, Bounds bounds) {
    return new SecretInt(in, id, bounds);
  }
}
