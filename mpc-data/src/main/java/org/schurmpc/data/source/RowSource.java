package org.schurmpc.data.source;

import org.schurmpc.core.abort.BadFile;

/** Gives the rows of a table as text. */
interface RowSource extends AutoCloseable {
  /**
   * Goes to the next row.
   *
   * @return false behind the last row
   * @throws BadFile if the source fails
   */
  boolean next() throws BadFile;

  /**
   * Returns the value of a column in this row; null if it is missing.
   *
   * @param column the index of the column in the schema
   * @throws BadFile if the source fails
   */
  String text(int column) throws BadFile;

  /** Returns the number of this row, as {@link #place} names it. */
  int number();

  /** Returns the name of a row, such as {@code row 5}. */
  String place(int number);

  /** Closes the source; what fails then is of no use to anybody. */
  @Override
  void close();
}
