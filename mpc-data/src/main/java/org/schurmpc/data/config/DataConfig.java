package org.schurmpc.data.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.schurmpc.cli.config.ConfigTable;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.data.schema.Column;
import org.schurmpc.data.schema.KeyType;
import org.schurmpc.data.schema.TableSchema;

/**
 * Holds a description of tables and results.
 *
 * @param file the file that it was read from
 * @param tables the tables, in the file's order
 * @param results the results, in the file's order
 */
public record DataConfig(Path file, List<SourceTable> tables, List<SourceTable> results) {
  static final Set<String> KEYS = Set.of("table", "result");

  private static final int MOST_ROWS = 1 << 24;
  static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");

  /**
   * Reads a description. Nothing else is read.
   *
   * @throws BadFile naming the key that is wrong
   */
  public static DataConfig read(Path file) throws BadFile {
    ConfigTable root = ConfigTable.read(file);
    root.requireOnly(KEYS);
    List<SourceTable> tables = new ArrayList<>();
    for (Named each : named(root, "table")) {
      tables.add(table(each));
    }
    List<SourceTable> results = new ArrayList<>();
    for (Named each : named(root, "result")) {
      results.add(result(each));
    }
    if (tables.isEmpty() && results.isEmpty()) {
      throw new BadFile(file + " describes no table: begin one with [table.NAME]");
    }
    return new DataConfig(file, List.copyOf(tables), List.copyOf(results));
  }

  private record Named(String name, ConfigTable table) {}

  private static List<Named> named(ConfigTable root, String kind) throws BadFile {
    List<Named> all = new ArrayList<>();
    Optional<ConfigTable> under = root.table(kind);
    if (under.isPresent()) {
      for (String name : under.get().keys()) {
        requireName(under.get(), name);
        Optional<ConfigTable> table = under.get().table(name);
        all.add(new Named(name, table.orElseThrow()));
      }
    }
    return all;
  }

  private static void requireName(ConfigTable table, String name) throws BadFile {
    if (!NAME.matcher(name).matches()) {
      throw table.wrong(
          name, "is no name for programs: letters, digits and underscores, a letter first");
    }
  }

  private static SourceTable table(Named from) throws BadFile {
    ConfigTable table = from.table();
    table.requireOnly(Places.TABLE_KEYS);
    Optional<Integer> rows = table.number("rows", 1, MOST_ROWS);
    if (rows.isEmpty()) {
      throw table.wrong("rows", "is missing: the capacity, which all parties know");
    }
    List<Column> columns = columns(table);
    Optional<List<String>> key = table.texts("key");
    Optional<List<String>> order = table.texts("order");
    if (key.isPresent() && order.isPresent()) {
      throw table.wrong("order", "is there beside key, which is an order, too");
    }
    TableSchema schema =
        new TableSchema(
            from.name(),
            rows.get(),
            key.or(() -> order).orElse(List.of()),
            key.isPresent(),
            columns);
    requireNames(table, schema);
    String given = key.isPresent() ? "key" : "order";
    for (String name : schema.order()) {
      int column = schema.column(name);
      if (column < 0) {
        throw table.wrong(given, "names '%s', which is no column".formatted(name));
      }
      if (columns.get(column).nullable()) {
        throw table.wrong(given, "names %s, whose values may be missing".formatted(name));
      }
    }
    return new SourceTable(schema, Places.source(table));
  }

  private static SourceTable result(Named from) throws BadFile {
    ConfigTable table = from.table();
    table.requireOnly(Places.RESULT_KEYS);
    List<Column> columns = columns(table);
    for (Column column : columns) {
      if (column.type() instanceof KeyType) {
        throw table.wrong(
            "columns", "has %s, a key, which cannot be read back".formatted(column.name()));
      }
    }
    TableSchema schema = new TableSchema(from.name(), 1, List.of(), columns);
    requireNames(table, schema);
    Place place = Places.target(table);
    if (place instanceof Place.Jdbc) {
      for (Column column : columns) {
        if (!NAME.matcher(column.from()).matches()) {
          throw table.wrong(
              "columns",
              "has %s, whose name in the database is none of letters, digits and underscores"
                  .formatted(column.name()));
        }
      }
    }
    return new SourceTable(schema, place);
  }

  private static void requireNames(ConfigTable table, TableSchema schema) throws BadFile {
    Optional<String> twice = schema.ambiguous();
    if (twice.isPresent()) {
      throw table.wrong("columns", "names %s twice".formatted(twice.get()));
    }
  }

  private static List<Column> columns(ConfigTable table) throws BadFile {
    Optional<ConfigTable> under = table.table("columns");
    if (under.isEmpty() || under.get().keys().isEmpty()) {
      throw table.wrong("columns", "is missing: name the columns with their types");
    }
    List<Column> columns = new ArrayList<>();
    for (String name : under.get().keys()) {
      requireName(under.get(), name);
      columns.add(Types.column(under.get(), name));
    }
    return columns;
  }

  /** Returns the arguments of programs that follow from the tables. */
  public SortedMap<String, Long> arguments() {
    SortedMap<String, Long> all = new TreeMap<>();
    tables.forEach(table -> all.putAll(table.schema().arguments()));
    return all;
  }
}
