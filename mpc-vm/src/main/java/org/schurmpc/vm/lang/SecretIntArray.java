package org.schurmpc.vm.lang;

/** An array of secret integers in the program's memory. */
public final class SecretIntArray extends IntArray<SecretIntArray, SecretInt, SecretInts> {
  SecretIntArray(Memory.Cells cells, IntType type) {
    super(cells, type);
  }

  @Override
  SecretIntArray array(Memory.Cells part) {
    return new SecretIntArray(part, type);
  }

  @Override
  SecretInt element(int id) {
    return new SecretInt(cells.draft(), id, Bounds.signed(type.width()));
  }

  @Override
  SecretInts vector(int id) {
    return new SecretInts(cells.draft(), id, Bounds.signed(type.width()));
  }
}
