package org.schurmpc.cli.values;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.program.ProgramPort;

/**
 * Reads the values that a party gives to a program. A line is {@code NAME = VALUE, VALUE, ...} or
 * {@code NAME = @FILE}, for a file of values separated by commas and line ends (CSV), whose path is
 * relative to the folder of the first file. Values are decimal; those of binary fields may be
 * hexadecimal after {@code 0x}. Empty lines and lines that begin with {@code #} are skipped.
 * Messages name file and line, never a value.
 */
public final class NamedValues {
  private final Path file;
  private final Map<String, ProgramPort> ports;
  private final SortedMap<String, BigInteger[]> values = new TreeMap<>();

  private NamedValues(Path file, List<ProgramPort> ports) {
    this.file = file;
    this.ports = ports.stream().collect(Collectors.toMap(ProgramPort::name, Function.identity()));
  }

  /** Whether a table is standard input or a pipe, which can be read once. */
  public static boolean isStream(Path csv) {
    return TextFiles.isStream(csv);
  }

  /**
   * Reads values for all given inputs, and for nothing else.
   *
   * @param ports the party's inputs
   * @param file the values; null if all are in the table
   * @param csv a table with a column for each input of which the file has no values; null for none,
   *     if the file has all values
   * @param notes receives a sentence for each choice that was made for the user
   * @return the values by name, as many as the input has
   * @throws BadFile if a file cannot be read, or a value is missing, unknown or out of its range
   */
  public static SortedMap<String, BigInteger[]> read(
      Path file, Path csv, List<ProgramPort> ports, Consumer<String> notes) throws BadFile {
    SortedMap<String, BigInteger[]> values = new TreeMap<>();
    if (file != null) {
      values.putAll(read(file, ports));
    }
    List<ProgramPort> others =
        ports.stream().filter(port -> !values.containsKey(port.name())).toList();
    if (csv == null && !others.isEmpty()) {
      throw new BadFile("%s has no values of %s".formatted(file, others.get(0).name()));
    }
    if (csv != null && others.isEmpty()) {
      throw new BadFile(
          "%s has the values of all inputs: none are left for %s".formatted(file, csv));
    }
    if (csv != null) {
      values.putAll(CsvTable.read(csv, others, notes));
    }
    return Collections.unmodifiableSortedMap(values);
  }

  /** Reads values as {@link #read(Path, Path, List, Consumer)}, and takes no notes. */
  public static SortedMap<String, BigInteger[]> read(Path file, Path csv, List<ProgramPort> ports)
      throws BadFile {
    return read(file, csv, ports, note -> {});
  }

  private static SortedMap<String, BigInteger[]> read(Path file, List<ProgramPort> ports)
      throws BadFile {
    NamedValues named = new NamedValues(file, ports);
    try (ValueText text = open(file)) {
      while (text.skipToName()) {
        named.line(text);
      }
    } catch (IOException e) {
      throw TextFiles.unreadable(file, e);
    }
    return named.values;
  }

  private void line(ValueText text) throws IOException, BadFile {
    String name = text.name();
    ProgramPort port = ports.get(name);
    if (port == null) {
      throw text.wrong("the program has no input of this party with this name");
    }
    if (values.containsKey(name)) {
      throw text.wrong("%s has values already".formatted(name));
    }
    if (text.take('@')) {
      values.put(name, table(text, port));
    } else {
      values.put(name, text.values(port, false));
    }
  }

  private BigInteger[] table(ValueText text, ProgramPort port) throws IOException, BadFile {
    Path csv = text.path(file);
    try (ValueText table = open(csv)) {
      return table.values(port, true);
    } catch (IOException e) {
      throw TextFiles.unreadable(csv, e);
    }
  }

  private static ValueText open(Path file) throws IOException, BadFile {
    return new ValueText(file.toString(), TextFiles.open(file));
  }
}
