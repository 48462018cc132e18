package org.schurmpc.vm.machine;

/** Secret elements in a row: registers or memory. Positions and counts are in elements. */
public interface Bank {
  /** Returns the number of elements. */
  int count();

  /** Copies elements of a bank of this backend to this one; the ranges may overlap. */
  void copy(int to, Bank from, int fromElement, int n);

  /**
   * Copies a matrix of a bank of this backend column by column, which is there row by row. The two
   * ranges are apart.
   */
  default void transpose(int to, Bank from, int fromElement, int rows, int columns) {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        copy(to + j * rows + i, from, fromElement + i * columns + j, 1);
      }
    }
  }

  /** Sets elements to zero. */
  void clear(int at, int n);

  /** Overwrites all elements. */
  void wipe();
}
