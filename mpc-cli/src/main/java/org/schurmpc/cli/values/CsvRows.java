package org.schurmpc.cli.values;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.schurmpc.core.abort.BadFile;

/**
 * Reads the rows of a table (CSV, RFC 4180, UTF-8) whose first line names the columns. Cells are
 * separated by commas, semicolons or tabs, whichever of them the first line needs to name all
 * columns that are wanted. Messages name file and line, never what stands there.
 */
public final class CsvRows implements AutoCloseable {
  private static final int MOST_HEADER = 1 << 20; // characters of the first line
  private static final int BYTE_ORDER_MARK = 0xfeff;

  /** What separates cells. */
  private enum Separator {
    COMMA(',', "commas"),
    SEMICOLON(';', "semicolons"),
    TAB('\t', "tabs");

    private final char character;
    private final String name;

    Separator(char character, String name) {
      this.character = character;
      this.name = name;
    }

    CSVFormat format() {
      return CSVFormat.RFC4180
          .builder()
          .setDelimiter(character)
          .setIgnoreEmptyLines(true)
          .setIgnoreSurroundingSpaces(true)
          .get();
    }

    /** Returns the names of columns in a first line; none if it is not well-formed. */
    List<String> names(String line) throws IOException {
      try (CSVParser parser =
          CSVParser.builder().setReader(new StringReader(line)).setFormat(format()).get()) {
        Iterator<CSVRecord> records = parser.iterator();
        return records.hasNext() ? records.next().toList() : List.of();
      } catch (UncheckedIOException e) {
        return List.of();
      }
    }
  }

  /** A step of the parser. */
  private interface Step<T> {
    T take() throws IOException;
  }

  private final Path file;
  private final BufferedReader reader;
  private CSVParser parser;
  private Iterator<CSVRecord> records;
  private List<String> names;
  private CSVRecord row;

  private CsvRows(Path file, BufferedReader reader) {
    this.file = file;
    this.reader = reader;
  }

  /**
   * Opens a table, and reads its first line.
   *
   * @param wanted whether the names of columns are all that is wanted
   * @param notes receives a sentence if cells are not separated by commas
   * @throws BadFile if the file cannot be read, or its first line is not well-formed
   */
  public static CsvRows open(Path file, Predicate<List<String>> wanted, Consumer<String> notes)
      throws BadFile {
    return open(file, TextFiles::open, wanted, notes);
  }

  /** Opens a table as {@link #open} does, which may be a pipe, or standard input for {@code -}. */
  static CsvRows openAny(Path file, Predicate<List<String>> wanted, Consumer<String> notes)
      throws BadFile {
    return open(file, TextFiles::openAny, wanted, notes);
  }

  private interface Opening {
    BufferedReader of(Path file) throws IOException, BadFile;
  }

  private static CsvRows open(
      Path file, Opening opening, Predicate<List<String>> wanted, Consumer<String> notes)
      throws BadFile {
    CsvRows rows = null;
    try {
      rows = new CsvRows(TextFiles.shown(file), opening.of(file));
      rows.begin(wanted, notes);
      return rows;
    } catch (IOException e) {
      throw closed(rows, TextFiles.unreadable(TextFiles.shown(file), e));
    } catch (BadFile e) {
      throw closed(rows, e);
    }
  }

  private static BadFile closed(CsvRows rows, BadFile why) {
    if (rows != null) {
      rows.close();
    }
    return why;
  }

  private void begin(Predicate<List<String>> wanted, Consumer<String> notes)
      throws IOException, BadFile {
    reader.mark(1);
    if (reader.read() != BYTE_ORDER_MARK) {
      reader.reset();
    }
    Separator separator = separator(wanted);
    if (separator != Separator.COMMA) {
      notes.accept("%s: cells are separated by %s".formatted(file, separator.name));
    }
    parser = CSVParser.builder().setReader(reader).setFormat(separator.format()).get();
    records = parser.iterator();
    names = step(() -> records.hasNext() ? records.next().toList() : List.of());
  }

  /** Returns the first separator by which the first line names all columns, or else the comma. */
  private Separator separator(Predicate<List<String>> wanted) throws IOException {
    reader.mark(MOST_HEADER);
    StringBuilder line = new StringBuilder();
    boolean quoted = false;
    for (int next = reader.read(); next >= 0 && line.length() < MOST_HEADER; next = reader.read()) {
      quoted ^= next == '"';
      if (!quoted && (next == '\n' || next == '\r') && !line.toString().isBlank()) {
        break;
      }
      line.append((char) next);
    }
    reader.reset();
    for (Separator each : Separator.values()) {
      if (wanted.test(each.names(line.toString()))) {
        return each;
      }
    }
    return Separator.COMMA;
  }

  private <T> T step(Step<T> step) throws BadFile {
    try {
      return step.take();
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof CharacterCodingException) {
        throw TextFiles.unreadable(file, e.getCause());
      }
      throw new BadFile(
          "%s, line %d: a quoted cell does not end, or text follows it".formatted(file, line()), e);
    } catch (IOException e) {
      throw TextFiles.unreadable(file, e);
    }
  }

  /** Returns the names of the columns, as they are in the first line. */
  public List<String> names() {
    return names;
  }

  /**
   * Goes to the next row.
   *
   * @return false behind the last row
   * @throws BadFile if the row is not well-formed, or has another number of cells than the first
   *     line
   */
  public boolean next() throws BadFile {
    if (!step(records::hasNext)) {
      return false;
    }
    row = step(records::next);
    if (row.size() != names.size()) {
      throw new BadFile(
          "%s: the row has %d cells, and the first line has %d"
              .formatted(at(), row.size(), names.size()));
    }
    return true;
  }

  /** Returns the text of a cell of this row, without blanks around it. */
  public String cell(int column) {
    return row.get(column).strip();
  }

  /** Returns file and line of this row, for messages. */
  String at() {
    return "%s, line %d".formatted(file, line());
  }

  /** Returns the line at which this row ends. */
  public int line() {
    return Math.toIntExact(parser.getCurrentLineNumber());
  }

  /** Closes the file. */
  @Override
  public void close() {
    try {
      reader.close();
    } catch (IOException e) {
      // Nothing was written.
    }
  }
}
