package org.schurmpc.bench.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.schurmpc.core.abort.Refused;

/**
 * A paper whose tables are measured again, as a resource file beside this class describes it.
 *
 * @param name the study on the command line, and its file of results without the ending
 * @param key the paper's short name, such as "DLT14"
 * @param citation the paper, for people; null if no paper has these figures
 * @param machines the machines that the paper ran on
 * @param list the name that JSON has for the list of tables
 * @param about what the study measures, for help
 * @param examples of command lines, for help
 * @param options of the study
 * @param usual values of names that say how much is measured, see {@link Effort}
 * @param quick the same for {@code --quick}
 * @param schedule the end of all command lines
 * @param hurried what a reader of quick measurements should know, or null
 * @param tables in the order of the paper
 */
public record Paper(
    String name,
    String key,
    String citation,
    String machines,
    String list,
    String about,
    List<String> examples,
    List<StudyOption> options,
    Map<String, String> usual,
    Map<String, String> quick,
    String schedule,
    String hurried,
    List<PaperTable> tables) {
  /** DLT14: from MiniMac to MiniTrix, and TinyOT. */
  public static final Paper DLT14 = PaperReader.resource("dlt14.toml");

  /** DNNR17: AES by TinyTable. */
  public static final Paper DNNR17 = PaperReader.resource("dnnr17.toml");

  /** KOS16: MASCOT. */
  public static final Paper KOS16 = PaperReader.resource("kos16.toml");

  /** KSS13: programs under SPDZ. */
  public static final Paper KSS13 = PaperReader.resource("kss13.toml");

  /** KORSVV17: AES and triple DES by masked tables. */
  public static final Paper KORSVV17 = PaperReader.resource("korsvv17.toml");

  /** All papers. */
  public static final List<Paper> ALL = List.of(DLT14, DNNR17, KOS16, KSS13, KORSVV17);

  public Paper {
    examples = List.copyOf(examples);
    options = List.copyOf(options);
    usual = Map.copyOf(usual);
    quick = Map.copyOf(quick);
    tables = List.copyOf(tables);
  }

  /** Returns what a file beside this class describes. */
  public static Paper of(String file) {
    return PaperReader.resource(file);
  }

  /** Returns the table of a number, such as "5" or "4.6". */
  public PaperTable table(String id) {
    return tables.stream()
        .filter(table -> table.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(key + " has no table " + id));
  }

  /** Returns the title of a table, such as "Table 2 (KSS13, section 6.1). Round complexities". */
  String title(PaperTable table) {
    String label = table.label();
    String upper = label.substring(0, 1).toUpperCase(Locale.ROOT) + label.substring(1);
    return "%s (%s, %s). %s".formatted(upper, key, table.section(), table.caption());
  }

  /**
   * Returns the tables and the figures with these numbers, each once and in the order of the paper.
   *
   * @param tables numbers; null for none, or for all if {@code figures} are null, too
   * @param figures numbers, also those of sections
   * @throws Refused naming the first number that there is none of
   */
  public List<PaperTable> numbered(List<String> tables, List<String> figures) throws Refused {
    if (tables == null && figures == null) {
      return this.tables;
    }
    List<PaperTable> chosen = new ArrayList<>();
    chosen.addAll(numbered("table", tables == null ? List.of() : tables, true));
    chosen.addAll(numbered("figure", figures == null ? List.of() : figures, false));
    return this.tables.stream().filter(chosen::contains).toList();
  }

  private List<PaperTable> numbered(String what, List<String> ids, boolean areTables)
      throws Refused {
    String complaint = key + " has no " + what + " '%s' that is reproduced; it has %s";
    for (String id : ids) {
      requireAmong(complaint, id, ids(areTables));
    }
    return tables.stream()
        .filter(each -> each.isTable() == areTables && ids.contains(each.id()))
        .toList();
  }

  /** Returns the numbers of the tables, or of all others: of figures and sections. */
  public List<String> ids(boolean ofTables) {
    return tables.stream().filter(each -> each.isTable() == ofTables).map(PaperTable::id).toList();
  }

  /**
   * Refuses a value that is not known.
   *
   * @param complaint the message, with {@code %s} for the value and {@code %s} for those known
   */
  static void requireAmong(String complaint, String value, List<String> known) throws Refused {
    if (!known.contains(value)) {
      throw new Refused(complaint.formatted(value, String.join(", ", known)));
    }
  }
}
