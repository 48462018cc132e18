package org.schurmpc.data.source;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.schurmpc.cli.values.CsvRows;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.data.schema.Column;
import org.schurmpc.data.schema.TableSchema;

/** Reads a file. An empty cell is a missing value, in columns whose values may be missing. */
final class CsvSource implements RowSource {
  private final TableSchema schema;
  private final CsvRows rows;
  private final int[] places;
  private final Path file;

  private CsvSource(TableSchema schema, CsvRows rows, int[] places, Path file) {
    this.schema = schema;
    this.rows = rows;
    this.places = places;
    this.file = file;
  }

  /**
   * Opens a file.
   *
   * @throws BadFile if it cannot be read, or a column is missing or there twice
   */
  static CsvSource open(TableSchema schema, Path file, Consumer<String> notes) throws BadFile {
    List<String> wanted = schema.columns().stream().map(Column::from).toList();
    CsvRows rows = CsvRows.open(file, names -> names.containsAll(wanted), notes);
    int[] places = new int[wanted.size()];
    for (int i = 0; i < places.length; i++) {
      places[i] = rows.names().indexOf(wanted.get(i));
      int times = Collections.frequency(rows.names(), wanted.get(i));
      if (times != 1) {
        rows.close();
        throw new BadFile(
            "table %s: %s has %s %s"
                .formatted(
                    schema.name(),
                    file,
                    times == 0 ? "no column" : times + " columns",
                    wanted.get(i) + hint(rows.names(), wanted.get(i), times)));
      }
    }
    return new CsvSource(schema, rows, places, file);
  }

  private static String hint(List<String> names, String wanted, int times) {
    Optional<String> other =
        names.stream().filter(name -> times == 0 && name.equalsIgnoreCase(wanted)).findFirst();
    return other.map(name -> ", and one %s: say from = \"%s\"".formatted(name, name)).orElse("");
  }

  @Override
  public boolean next() throws BadFile {
    return rows.next();
  }

  @Override
  public String text(int column) {
    String cell = rows.cell(places[column]);
    return cell.isEmpty() && schema.columns().get(column).nullable() ? null : cell;
  }

  @Override
  public int number() {
    return rows.line();
  }

  @Override
  public String place(int line) {
    return "line %d of %s".formatted(line, file);
  }

  @Override
  public void close() {
    rows.close();
  }
}
