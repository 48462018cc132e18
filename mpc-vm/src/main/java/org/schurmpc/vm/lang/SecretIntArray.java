package org.schurmpc.vm.lang;

/**
 * An array of secret integers in the program's memory, which all its tapes share. Zero at first.
 */
public final class SecretIntArray {
  private final Cells cells;
  private final IntType type;

  SecretIntArray(Cells cells, IntType type) {
    this.cells = cells;
    this.type = type;
  }

  private int fitting(int width, int id) {
    if (width > type.width()) {
      throw cells
          .draft()
          .error(
              "a value of %d bits does not fit in array %s of %s bits: narrow it by assumeFits"
                  .formatted(width, cells.array().name(), type));
    }
    return id;
  }

  /** Returns the number of cells. */
  public int size() {
    return cells.length();
  }

  public SecretInt get(long at) {
    return new SecretInt(cells.draft(), cells.load(at, 1), type.width());
  }

  /** Loads a cell. The run ends if the index is outside of the array. */
  public SecretInt get(Index at) {
    return new SecretInt(cells.draft(), cells.load(at, 1), type.width());
  }

  public void set(long at, SecretInt value) {
    cells.store(at, fitting(value.width(), value.id()), 1);
  }

  /** Stores a cell. The run ends if the index is outside of the array. */
  public void set(Index at, SecretInt value) {
    cells.store(at, fitting(value.width(), value.id()), 1);
  }

  /** Loads n cells in a row. */
  public SecretInts vector(long from, int n) {
    return new SecretInts(cells.draft(), cells.load(from, n), type.width());
  }

  /** Loads n cells in a row. The run ends if they are not all in the array. */
  public SecretInts vector(Index from, int n) {
    return new SecretInts(cells.draft(), cells.load(from, n), type.width());
  }

  /** Stores a vector into cells in a row. */
  public void store(long from, SecretInts values) {
    cells.store(from, fitting(values.width(), values.id()), values.n());
  }

  /** Stores a vector into cells in a row. The run ends if they are not all in the array. */
  public void store(Index from, SecretInts values) {
    cells.store(from, fitting(values.width(), values.id()), values.n());
  }

  /** Returns n cells in a row as an array, which is no copy. */
  public SecretIntArray part(int from, int n) {
    return new SecretIntArray(cells.part(from, n), type);
  }

  /**
   * Returns n cells from number * n on as an array, which is no copy. Tapes in parallel whose
   * chunks have their own arguments as numbers can write these at once.
   */
  public SecretIntArray chunk(Index number, int n) {
    return new SecretIntArray(cells.chunk(number, n), type);
  }
}
