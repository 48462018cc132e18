package org.schurmpc.data.source;

import java.util.Optional;
import java.util.function.Consumer;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.data.config.Place;
import org.schurmpc.data.config.SourceTable;
import org.schurmpc.data.schema.Misfit;
import org.schurmpc.data.schema.TableContent;
import org.schurmpc.data.schema.TableSchema;

/** Reads a table from its source. */
public final class TableReader {
  private TableReader() {}

  /**
   * Reads all rows.
   *
   * @param drivers has the drivers of databases
   * @param notes receives a sentence for each choice that was made for the user
   * @throws BadFile naming table, row and column of a value that does not fit, never the value; if
   *     there are more rows than the capacity, or two with the same key; or if the source fails
   */
  public static TableContent read(SourceTable table, ClassLoader drivers, Consumer<String> notes)
      throws BadFile {
    TableSchema schema = table.schema();
    TableContent content = new TableContent(schema);
    try (RowSource source = open(table, drivers, notes)) {
      while (source.next()) {
        if (content.rows() == schema.rows()) {
          throw new BadFile(
              "table %s has more rows than its capacity of %,d: raise rows at all parties, or ask"
                      .formatted(schema.name(), schema.rows())
                  + " for fewer");
        }
        row(schema, source, content.row());
      }
      Optional<TableContent.Twins> twins = content.sort();
      if (twins.isPresent()) {
        throw new BadFile(
            "table %s: %s and %s have the same key"
                .formatted(
                    schema.name(),
                    source.place(twins.get().first()),
                    source.place(twins.get().second())));
      }
    }
    return content;
  }

  private static void row(TableSchema schema, RowSource source, TableContent.RowBuilder row)
      throws BadFile {
    for (int i = 0; i < schema.columns().size(); i++) {
      String text = source.text(i);
      try {
        row.put(i, text);
      } catch (Misfit e) {
        throw new BadFile(
            "table %s, %s, column %s: the value %s"
                .formatted(
                    schema.name(),
                    source.place(source.number()),
                    schema.columns().get(i).name(),
                    e.getMessage()));
      }
    }
    row.add(source.number());
  }

  private static RowSource open(SourceTable table, ClassLoader drivers, Consumer<String> notes)
      throws BadFile {
    TableSchema schema = table.schema();
    if (table.place() instanceof Place.Csv csv) {
      return CsvSource.open(schema, csv.file(), notes);
    }
    if (table.place() instanceof Place.Jdbc jdbc) {
      return JdbcSource.open(schema, jdbc, schema.rows() + 1, drivers);
    }
    throw new BadFile(
        "table %s has neither csv nor jdbc: only whoever has its rows can give them"
            .formatted(schema.name()));
  }
}
