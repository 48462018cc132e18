package org.schurmpc.data.config;

import java.nio.file.Path;

/** Where a table comes from, or where a result goes. */
public sealed interface Place {
  /** A table whose content another party has. */
  record Elsewhere() implements Place {}

  /**
   * A file.
   *
   * @param file the table, whose first line names the columns
   */
  record Csv(Path file) implements Place {}

  /**
   * A table of a database.
   *
   * @param statement the query, or the name of the table that gets rows
   */
  record Jdbc(Database database, String statement) implements Place {}
}
