package org.schurmpc.vm.lang;

/** An array of public integers in the program's memory. */
public final class ClearIntArray extends IntArray<ClearIntArray, ClearInt, ClearInts> {
  ClearIntArray(Memory.Cells cells, IntType type) {
    super(cells, type);
  }

  @Override
  ClearIntArray array(Memory.Cells part) {
    return new ClearIntArray(part, type);
  }

  @Override
  ClearInt element(int id) {
    return new ClearInt(cells.draft(), id, Bounds.signed(type.width()));
  }

  @Override
  ClearInts vector(int id) {
    return new ClearInts(cells.draft(), id, Bounds.signed(type.width()));
  }
}
