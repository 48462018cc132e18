package org.schurmpc.cli.report;

/** A part of a section. */
public sealed interface Block {
  /** A paragraph. */
  record Note(String text) implements Block {}

  /** A paragraph that nobody should overlook, such as that a protocol is insecure. */
  record Warning(String text) implements Block {}

  /** A heading under that of the section. */
  record Heading(String text) implements Block {}

  /** A table. */
  record Cells(Table table) implements Block {}

  /**
   * A chart, and a table of its values.
   *
   * @param values the values; their table has no caption
   */
  record Picture(Chart chart, Table values) implements Block {}
}
