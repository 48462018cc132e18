package org.schurmpc.data.schema;

/**
 * A list of integers with one for each row: the values of a column, a part of them, which of them
 * are missing, or which rows are there.
 *
 * @param name the name of the list, with the table's before it
 * @param kind what the integers are
 * @param column the index of the column; -1 for {@link Kind#VALID}
 * @param place the index among the integers of a row
 * @param span the range of the integers
 */
public record Part(String name, Kind kind, int column, int place, ColumnType.Span span) {
  /** Says what integers are. */
  public enum Kind {
    /** 1 for a row, 0 for one that fills the table up. */
    VALID,
    /** 1 for a value that is missing. */
    NULL,
    /** A value, or a part of one. */
    VALUE
  }
}
