package org.schurmpc.bench.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is measured of each row of a table, and the fields that JSON has of it. Texts are {@link
 * Template}s of the values that {@link Sheet} knows. Tests are a name, which must have a value, or
 * {@code NAME=TEXT,TEXT} and {@code NAME!=TEXT}, with {@code -} for none; all must hold.
 *
 * @param each names of lists, such as {@code threads}: the row is measured for each combination of
 *     their values, unless it has a cell of that name
 * @param least below which the values of lists are left out
 * @param only a test without which a row is left out
 * @param needs a test without which a row is not measured, and {@code lacking} the reason
 * @param quick a test without which {@code --quick} does not measure a row, and {@code otherwise}
 *     the reason
 * @param printed a test without which the result has no cells of the paper
 * @param label the row for people
 * @param what the row's runs for people, where they do not say it themselves
 * @param verdict a remark on the row for people
 * @param note a line below the table for each run that was not run, with {@code {reason}} and
 *     perhaps {@code {run}}
 * @param runs names of the file's runs, in the order in which they are run
 * @param values further values, which are computed when they are asked for
 * @param fields of the row
 * @param table fields of the table
 * @param settings lines above the table's columns
 * @param words for heads of columns
 * @param end a last note
 */
record Measure(
    List<String> each,
    int least,
    String only,
    String needs,
    String lacking,
    String quick,
    String otherwise,
    String printed,
    String label,
    String what,
    String verdict,
    String note,
    List<String> runs,
    String values,
    String fields,
    String table,
    List<String> settings,
    Map<String, String> words,
    String end) {

  Measure {
    each = each == null ? List.of() : List.copyOf(each);
    runs = runs == null ? List.of() : List.copyOf(runs);
    settings = settings == null ? List.of() : List.copyOf(settings);
    words = words == null ? Map.of() : Map.copyOf(words);
  }

  /**
   * A run of a row.
   *
   * @param line the command line, as one of the main job or of {@code triples}
   * @param text the run for people; null if there is one run
   * @param what as that of {@link Measure}, for this run alone
   * @param only a test without which the row does not have this run
   * @param kindsOf a run of a program, for each kind of whose material this one is run, with the
   *     value {@code kind}; null to run it once
   * @param planned whether the command line is not run, and formulas ask what it would take
   * @param needs a test without which it is not run, and {@code lacking} the reason
   * @param quick as that of {@link Measure}, for this run alone; so is {@code otherwise}
   * @param with values of names for this run alone
   */
  record Run(
      String line,
      String text,
      String what,
      String only,
      String kindsOf,
      boolean planned,
      String needs,
      String lacking,
      String quick,
      String otherwise,
      Map<String, String> with) {
    Run {
      with = with == null ? Map.of() : Map.copyOf(with);
    }
  }

  /**
   * A line {@code NAME = FORMULA} or {@code NAME = FORMULA if TESTS}.
   *
   * @param name with dots for fields of fields
   * @param words the name of a value or, for one of {@link Formulas}, its name and arguments
   * @param tests must hold for the line to count; null for none
   */
  record Entry(String name, List<String> words, String tests) {
    private static final Pattern LINE = Pattern.compile("(\\S+) += (.+?)(?: if (.+))?");

    private static Entry of(String line) {
      Matcher matcher = LINE.matcher(line.strip());
      if (!matcher.matches()) {
        throw new IllegalArgumentException("a line is NAME = FORMULA, not '" + line + "'");
      }
      return new Entry(
          matcher.group(1), List.of(matcher.group(2).strip().split(" +", -1)), matcher.group(3));
    }
  }

  /** Returns the lines of a text, in which {@code $NAME} stands for those of another one. */
  static List<Entry> entries(String text, Map<String, String> texts) {
    List<Entry> entries = new ArrayList<>();
    for (String line : text == null ? new String[0] : text.strip().split("\\R", -1)) {
      if (line.startsWith("$")) {
        entries.addAll(entries(texts.get(line.substring(1)), texts));
      } else {
        entries.add(Entry.of(line));
      }
    }
    return entries;
  }
}
