package org.schurmpc.cli.values;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.program.ProgramPort;

/**
 * Reads inputs of a program from the columns of a table (CSV, RFC 4180) whose first line names the
 * columns. The values of an input are in the column of its name, or else, if the name ends with the
 * number of the party, in the column of the name without the number: {@code age2} of party 2 in
 * {@code age}. Other columns are not read. Messages name file, line and column, never what stands
 * there.
 */
final class CsvTable {
  private static final CSVFormat FORMAT =
      CSVFormat.RFC4180.builder().setIgnoreEmptyLines(true).setIgnoreSurroundingSpaces(true).get();

  private static final int BYTE_ORDER_MARK = 0xfeff;

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
   * @return the values by name, as many as the input has
   * @throws BadFile if the file cannot be read, a column is missing, a cell is no value of its
   *     input, or the number of rows is not the number of values
   */
  static SortedMap<String, BigInteger[]> read(Path file, List<ProgramPort> ports) throws BadFile {
    CsvTable table = new CsvTable(file);
    try (BufferedReader reader = TextFiles.open(file)) {
      reader.mark(1);
      if (reader.read() != BYTE_ORDER_MARK) {
        reader.reset();
      }
      try (CSVParser parser = CSVParser.builder().setReader(reader).setFormat(FORMAT).get()) {
        table.rows(parser, ports);
      }
    } catch (IOException e) {
      throw TextFiles.unreadable(file, e);
    }
    table.requireAllRows(ports);
    return table.values;
  }

  private void rows(CSVParser parser, List<ProgramPort> ports) throws IOException, BadFile {
    Iterator<CSVRecord> records = parser.iterator();
    try {
      List<String> names = records.hasNext() ? records.next().toList() : List.of();
      for (ProgramPort port : ports) {
        String name = column(names, port);
        columns.add(new Column(port, name, names.indexOf(name)));
        values.put(port.name(), new BigInteger[port.count()]);
      }
      while (records.hasNext()) {
        CSVRecord row = records.next();
        String at = "%s, line %d".formatted(file, parser.getCurrentLineNumber());
        if (row.size() != names.size()) {
          throw new BadFile(
              "%s: the row has %d cells, and the first line has %d"
                  .formatted(at, row.size(), names.size()));
        }
        read(row, at);
      }
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof CharacterCodingException) {
        throw e.getCause();
      }
      throw new BadFile(
          "%s, line %d: a quoted cell does not end, or text follows it"
              .formatted(file, parser.getCurrentLineNumber()),
          e);
    }
  }

  private void read(CSVRecord row, String at) throws BadFile {
    for (Column column : columns) {
      BigInteger[] all = values.get(column.port.name());
      if (rows < all.length) {
        String text = row.get(column.place).strip();
        String cell = "%s, column %s: ".formatted(at, column.name);
        all[rows] = PortNumber.of(text, column.port, what -> new BadFile(cell + what));
      }
    }
    rows++;
  }

  /** Returns the name of the one column of an input. */
  private String column(List<String> names, ProgramPort port) throws BadFile {
    String name = port.name();
    String number = Integer.toString(port.party().orElseThrow() + 1);
    String shorter =
        name.endsWith(number) ? name.substring(0, name.length() - number.length()) : name;
    String found = names.contains(name) ? name : shorter;
    long times = names.stream().filter(found::equals).count();
    if (times == 0) {
      throw new BadFile(
          "%s has no column %s: its first line names the columns, with commas between them"
              .formatted(file, name.equals(shorter) ? name : name + " or " + shorter));
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
