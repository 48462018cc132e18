package org.schurmpc.vm.lang;

/** A variable that holds a public integer. */
public final class ClearVar extends IntVar<ClearInt> {
  ClearVar(Draft draft, IntType type, ClearInt first) {
    super(draft, 'c', type, first);
  }

  @Override
  ClearInt value(Draft in, int id, Bounds bounds) {
    return new ClearInt(in, id, bounds);
  }
}
