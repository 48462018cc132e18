package org.schurmpc.cli.values;

import java.io.IOException;
import java.io.Reader;
import java.math.BigInteger;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
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

  /**
   * Reads values for all given inputs, and for nothing else.
   *
   * @param ports the party's inputs
   * @return the values by name, as many as the input has
   * @throws BadFile if a file cannot be read, or a value is missing, unknown or out of its range
   */
  public static SortedMap<String, BigInteger[]> read(Path file, List<ProgramPort> ports)
      throws BadFile {
    NamedValues named = new NamedValues(file, ports);
    try (ValueText text = open(file)) {
      while (text.skipToName()) {
        named.line(text);
      }
    } catch (IOException e) {
      throw unreadable(file, e);
    }
    for (ProgramPort port : ports) {
      if (!named.values.containsKey(port.name())) {
        throw new BadFile("%s has no values of %s".formatted(file, port.name()));
      }
    }
    return Collections.unmodifiableSortedMap(named.values);
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
      throw unreadable(csv, e);
    }
  }

  private static ValueText open(Path file) throws IOException, BadFile {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new BadFile(file + " is not a regular file");
    }
    Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8);
    return new ValueText(file.toString(), reader);
  }

  private static BadFile unreadable(Path file, IOException e) {
    if (e instanceof NoSuchFileException) {
      return new BadFile(file + " does not exist", e);
    }
    if (e instanceof CharacterCodingException) {
      return new BadFile(file + " is no text in UTF-8", e);
    }
    return new BadFile("cannot read " + file + ": " + e.getMessage(), e);
  }
}
