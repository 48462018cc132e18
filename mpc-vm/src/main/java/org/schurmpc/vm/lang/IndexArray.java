package org.schurmpc.vm.lang;

/** An array of indices in the program's memory, which all its tapes share. Zero at first. */
public final class IndexArray {
  private final Memory.Cells cells;

  IndexArray(Memory.Cells cells) {
    this.cells = cells;
  }

  /** Returns the number of cells. */
  public int size() {
    return cells.size();
  }

  public Index get(long at) {
    return new Index(cells.draft(), cells.load(at, 1));
  }

  /** Loads a cell. The run ends if the index is outside of the array, part or chunk. */
  public Index get(Index at) {
    return new Index(cells.draft(), cells.load(at, 1));
  }

  public void set(long at, Index value) {
    cells.store(at, value.id(), 1);
  }

  /** Stores a cell. The run ends if the index is outside of the array, part or chunk. */
  public void set(Index at, Index value) {
    cells.store(at, value.id(), 1);
  }

  /** Returns n cells from number * n on as an array, which is no copy. */
  public IndexArray chunk(Index number, int n) {
    return new IndexArray(cells.chunk(number, n));
  }
}
