package org.schurmpc.cli.values;

import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.program.ProgramPort;

/**
 * Reads inputs of a program from the columns of a table (CSV, RFC 4180) whose first line names the
 * columns. Cells are separated by commas, semicolons or tabs, whichever of them the first line
 * needs to name all columns. The values of an input are in the column of its name, or else, if the
 * name ends with the number of the party, in the column of the name without the number: {@code
 * age2} of party 2 in {@code age}. Other columns are not read. Messages name file, line and column,
 * never what stands there.
 */
final class CsvTable {
  private static final String MISSING =
      ": its first line names the columns, with commas, semicolons or tabs between them";

  /** The column of an input. */
  private record Column(ProgramPort port, String name, int place) {}

  private final Path file;
  private final List<Column> columns = new ArrayList<>();
  private final SortedMap<String, BigInteger[]> values = new TreeMap<>();
  private int rows;

  private CsvTable(Path file) {
    this.file = file;
  }

  /**
   * Reads the values of inputs, one of each row.
   *
   * @param ports the inputs, of one party
   * @param notes receives a sentence if cells are not separated by commas
   * @return the values by name, as many as the input has
   * @throws BadFile if the file cannot be read, a column is missing, a cell is no value of its
   *     input, or the number of rows is not the number of values
   */
  static SortedMap<String, BigInteger[]> read(
      Path file, List<ProgramPort> ports, Consumer<String> notes) throws BadFile {
    CsvTable table = new CsvTable(TextFiles.shown(file));
    try (CsvRows rows =
        CsvRows.openAny(
            file,
            names -> ports.stream().allMatch(port -> names.contains(column(names, port))),
            notes)) {
      table.rows(rows, ports);
    }
    table.requireAllRows(ports);
    return table.values;
  }

  private void rows(CsvRows csv, List<ProgramPort> ports) throws BadFile {
    List<String> names = csv.names();
    for (ProgramPort port : ports) {
      String name = oneColumn(names, port);
      columns.add(new Column(port, name, names.indexOf(name)));
      values.put(port.name(), new BigInteger[port.count()]);
    }
    while (csv.next()) {
      read(csv);
    }
  }

  private void read(CsvRows csv) throws BadFile {
    for (Column column : columns) {
      BigInteger[] all = values.get(column.port.name());
      if (rows < all.length) {
        String cell = "%s, column %s: ".formatted(csv.at(), column.name);
        all[rows] =
            PortNumber.of(csv.cell(column.place), column.port, what -> new BadFile(cell + what));
      }
    }
    rows++;
  }

  /** Returns the name of the column of an input: the whole name, if there is a column of it. */
  private static String column(List<String> names, ProgramPort port) {
    return names.contains(port.name()) ? port.name() : shorter(port);
  }

  /** Returns the name of an input without the party's number at its end. */
  private static String shorter(ProgramPort port) {
    String name = port.name();
    String number = Integer.toString(port.party().orElseThrow() + 1);
    return name.endsWith(number) ? name.substring(0, name.length() - number.length()) : name;
  }

  private String oneColumn(List<String> names, ProgramPort port) throws BadFile {
    String found = column(names, port);
    long times = names.stream().filter(found::equals).count();
    if (times == 0) {
      String shorter = shorter(port);
      String wanted = port.name().equals(shorter) ? shorter : port.name() + " or " + shorter;
      boolean other =
          names.stream()
              .anyMatch(
                  name -> name.equalsIgnoreCase(shorter) || name.equalsIgnoreCase(port.name()));
      throw new BadFile(
          "%s has no column %s%s"
              .formatted(
                  file,
                  wanted,
                  other ? ", and one that differs in capital letters: rename it" : MISSING));
    }
    if (times > 1) {
      throw new BadFile("%s has %d columns %s".formatted(file, times, found));
    }
    return found;
  }

  private void requireAllRows(List<ProgramPort> ports) throws BadFile {
    for (ProgramPort port : ports) {
      if (rows != port.count()) {
        throw new BadFile(
            "%s has %,d rows below the first line, and the program takes %,d of %s"
                .formatted(file, rows, port.count(), port.name()));
      }
    }
  }
}
