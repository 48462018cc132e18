package org.schurmpc.vm.lang;

/** A matrix of secret integers in the program's memory, row by row. Zero at first. */
public final class SecretIntMatrix {
  private final SecretIntArray cells;
  private final int rows;
  private final int columns;

  SecretIntMatrix(SecretIntArray cells, int rows, int columns) {
    this.cells = cells;
    this.rows = rows;
    this.columns = columns;
  }

  public int rows() {
    return rows;
  }

  public int columns() {
    return columns;
  }

  public SecretInt get(int row, int column) {
    return row(row).get(column);
  }

  /** Loads a cell. The run ends if the row or the column is outside of the matrix. */
  public SecretInt get(Index row, Index column) {
    return row(row).get(column);
  }

  public void set(int row, int column, SecretInt value) {
    row(row).set(column, value);
  }

  /** Stores a cell. The run ends if the row or the column is outside of the matrix. */
  public void set(Index row, Index column, SecretInt value) {
    row(row).set(column, value);
  }

  /** Returns a row as an array, which is no copy. */
  public SecretIntArray row(int row) {
    return cells.chunk(Index.constant(cells.cells.draft(), row), columns);
  }

  /** Returns a row as an array, which is no copy. */
  public SecretIntArray row(Index row) {
    return cells.chunk(row, columns);
  }
}
