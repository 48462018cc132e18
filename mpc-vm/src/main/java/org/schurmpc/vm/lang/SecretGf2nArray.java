package org.schurmpc.vm.lang;

/**
 * An array of secret elements of the second field in the program's memory, which all its tapes
 * share. Zero at first.
 */
public final class SecretGf2nArray {
  private final Memory.Cells cells;

  SecretGf2nArray(Memory.Cells cells) {
    this.cells = cells;
  }

  /** Returns the number of cells. */
  public int size() {
    return cells.size();
  }

  /** Loads n cells in a row. */
  public SecretGf2ns vector(long from, int n) {
    return new SecretGf2ns(cells.draft(), cells.load(from, n));
  }

  /** Loads n cells in a row. The run ends if they are not all in the array. */
  public SecretGf2ns vector(Index from, int n) {
    return new SecretGf2ns(cells.draft(), cells.load(from, n));
  }

  /** Stores a vector into cells in a row. */
  public void store(long from, SecretGf2ns values) {
    cells.store(from, values.id(), values.n());
  }

  /** Stores a vector into cells in a row. The run ends if they are not all in the array. */
  public void store(Index from, SecretGf2ns values) {
    cells.store(from, values.id(), values.n());
  }

  /** Returns n cells in a row as an array, which is no copy. */
  public SecretGf2nArray part(int from, int n) {
    return new SecretGf2nArray(cells.part(from, n));
  }

  /** Returns n cells from number * n on as an array, which is no copy. */
  public SecretGf2nArray chunk(Index number, int n) {
    return new SecretGf2nArray(cells.chunk(number, n));
  }
}
