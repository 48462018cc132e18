package org.schurmpc.cli.config;

import java.util.List;
import java.util.Optional;
import org.schurmpc.core.abort.BadFile;

/**
 * Holds how a party writes the values of a circuit. Parties need not write them alike.
 *
 * @param format the format of all values: hex, decimal, signed, float
 * @param inputFormats the format of each input value
 * @param outputFormats the format of each output value
 * @param inputNames the name of each input value
 * @param outputNames the name of each output value
 */
public record ValueForms(
    Optional<String> format,
    Optional<List<String>> inputFormats,
    Optional<List<String>> outputFormats,
    Optional<List<String>> inputNames,
    Optional<List<String>> outputNames) {
  /** The keys of a file. */
  static final List<String> KEYS =
      List.of("format", "input_formats", "output_formats", "input_names", "output_names");

  /** Returns forms of which nothing is said. */
  public static ValueForms unsaid() {
    return new ValueForms(
        Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
  }

  static ValueForms of(ConfigTable table) throws BadFile {
    return new ValueForms(
        table.text("format"),
        table.texts("input_formats"),
        table.texts("output_formats"),
        table.texts("input_names"),
        table.texts("output_names"));
  }

  /** Returns these forms with one format for all values, if it is given. */
  public ValueForms in(Optional<String> other) {
    return other.isEmpty()
        ? this
        : new ValueForms(other, Optional.empty(), Optional.empty(), inputNames, outputNames);
  }
}
