package org.schurmpc.bench.reproduce;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.schurmpc.core.abort.Refused;

/**
 * A paper whose tables are measured again, as a resource file beside this class describes it.
 *
 * @param name the study on the command line, and its file of results without the ending
 * @param key the paper's short name, such as "DLT14"
 * @param citation the paper, for people
 * @param machines the machines that the paper ran on
 * @param list the name that JSON has for the list of tables
 * @param tables in the order of the paper
 */
public record Paper(
    String name,
    String key,
    String citation,
    String machines,
    String list,
    List<PaperTable> tables) {
  public Paper {
    tables = List.copyOf(tables);
  }

  /** Returns the table of a number, such as "5" or "4.6". */
  public PaperTable table(String id) {
    return tables.stream()
        .filter(table -> table.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(key + " has no table " + id));
  }

  /** Returns the tables with these numbers, each once and in the order of {@link #tables}. */
  public List<PaperTable> tables(Collection<String> ids) {
    return tables.stream().filter(table -> ids.contains(table.id())).toList();
  }

  /**
   * Refuses values that are not known.
   *
   * @param complaint the message, with {@code %s} for the value and {@code %s} for those known
   * @param separator between those known
   * @throws Refused naming the first value that is not known
   */
  static void requireAmong(
      Collection<String> values, List<String> known, String complaint, String separator)
      throws Refused {
    for (String value : values) {
      if (!known.contains(value)) {
        throw new Refused(
            complaint.formatted(value, known.stream().collect(Collectors.joining(separator))));
      }
    }
  }
}
