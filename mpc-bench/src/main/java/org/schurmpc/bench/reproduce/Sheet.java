package org.schurmpc.bench.reproduce;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.schurmpc.bench.reproduce.Measure.Entry;
import org.schurmpc.bench.reproduce.StudyCommands.Command;
import org.schurmpc.core.abort.MpcException;

/**
 * The values of a row, or of a whole table, by name. A name is
 *
 * <ul>
 *   <li>a JSON pointer into the result of a run, behind the run's name: {@code
 *       online/phases_ms/compute}, or {@code /phases_ms/compute} if there is one run;
 *   <li>one of the measure's {@code values};
 *   <li>one of the lists of {@code each}, for its value;
 *   <li>a column, for the cell of the paper;
 *   <li>a value of the {@link Effort}, then a setting of the table;
 *   <li>{@code table}, {@code id}, {@code section}, {@code caption}, {@code title} and {@code
 *       remarks} of the table, {@code label} of the row, {@code reason} for which it was not run,
 *       {@code fewer}, a remark if it got fewer runs;
 *   <li>the path of a field that was filled before;
 *   <li>a number.
 * </ul>
 */
final class Sheet {
  private final Effort effort;
  private final StudyRuns runs;
  private final PaperTable table;
  private final PaperRow row;
  private final List<Sheet> rows;
  private final List<Entry> formulas;
  private final Map<String, Object> given = new HashMap<>();
  private final Map<String, Object> fields = new LinkedHashMap<>();
  private final Map<String, RowOutcome> outcomes = new LinkedHashMap<>();
  private final Map<String, Set<String>> notRun = new LinkedHashMap<>();
  private final Map<String, Command> commands = new HashMap<>();

  private Sheet(PaperTable table, Effort effort, StudyRuns runs, PaperRow row, List<Sheet> rows) {
    this.table = table;
    this.effort = effort;
    this.runs = runs;
    this.row = row;
    this.rows = rows;
    this.formulas = table.entries(measure().values());
    given.put("table", table.label());
    given.put("id", table.id());
    given.put("section", table.section());
    given.put("caption", table.caption());
    given.put("title", table.title());
    given.put("remarks", table.remarks());
  }

  /** Creates the sheet of a table, which knows the first value that a pointer has in its rows. */
  static Sheet of(PaperTable table, Effort effort, StudyRuns runs, List<Sheet> rows) {
    return new Sheet(table, effort, runs, PaperRow.none(), rows);
  }

  /** Creates the sheets of a table's rows. */
  static List<Sheet> of(PaperTable table, Effort effort, StudyRuns runs) throws MpcException {
    Measure measure = table.measure();
    List<Sheet> sheets = new ArrayList<>();
    for (PaperRow row : table.measured()) {
      Sheet sheet = new Sheet(table, effort, runs, row, List.of());
      List<Sheet> points = sheet.holds(measure.only()) ? List.of(sheet) : List.of();
      for (String list : sheet.holds(measure.needs()) ? measure.each() : List.<String>of()) {
        points = row.has(list) ? points : each(points, list);
      }
      sheets.addAll(points);
    }
    return sheets;
  }

  /** Creates sheets for each value of a list. */
  private static List<Sheet> each(List<Sheet> points, String list) throws MpcException {
    List<Sheet> more = new ArrayList<>();
    for (Sheet point : points) {
      for (String value : point.value(list).toString().split(",", -1)) {
        if (Integer.parseInt(value) >= point.measure().least()) {
          Sheet sheet = new Sheet(point.table, point.effort, point.runs, point.row, List.of());
          sheet.given.putAll(point.given);
          sheet.given.put(list, value);
          more.add(sheet);
        }
      }
    }
    return more;
  }

  Effort effort() {
    return effort;
  }

  PaperTable table() {
    return table;
  }

  PaperRow row() {
    return row;
  }

  Measure measure() {
    return table.measure();
  }

  /** Gives a name a value; null takes it away. */
  void give(String name, Object value) {
    given.put(name, value);
  }

  /** Returns the value of a name, or null. */
  Object value(String name) throws MpcException {
    int slash = name.indexOf('/');
    if (slash >= 0) {
      return at(name.substring(0, slash), name.substring(slash));
    }
    if (given.containsKey(name)) {
      return given.get(name);
    }
    if (name.equals("label")) {
      return label();
    }
    for (Entry entry : formulas) {
      if (entry.name().equals(name) && holds(entry.tests())) {
        Object value = compute(entry.words());
        given.put(name, value);
        return value;
      }
    }
    if (row.has(name)) {
      String cell = row.text(name);
      return cell.startsWith("{") ? fill(cell).orElseThrow() : cell;
    }
    String chosen = effort.values().getOrDefault(name, table.settings().get(name));
    if (chosen != null) {
      return chosen;
    }
    return Character.isDigit(name.charAt(0))
        ? Double.valueOf(name)
        : RowResult.at(fields, name).orElse(null);
  }

  private Object at(String run, String pointer) {
    for (Sheet each : rows) {
      Object found = each.at(run, pointer);
      if (found != null) {
        return found;
      }
    }
    return outcomes.entrySet().stream()
        .filter(each -> run.isEmpty() || each.getKey().equals(run))
        .flatMap(each -> each.getValue().at(pointer).stream())
        .findFirst()
        .orElse(null);
  }

  /** Returns a value that is a number, or a text that begins with one; empty if there is none. */
  OptionalDouble number(String name) throws MpcException {
    Object value = value(name);
    if (value instanceof Number number) {
      return OptionalDouble.of(number.doubleValue());
    }
    return value == null ? OptionalDouble.empty() : PaperRow.parsed(value.toString());
  }

  /** Returns a value that must be a whole number. */
  int integer(String name) throws MpcException {
    return (int)
        number(name).orElseThrow(() -> new IllegalStateException(row.where() + ": no " + name));
  }

  /** Returns a text with values; see {@link Template}. */
  Optional<String> fill(String text) throws MpcException {
    return text == null ? Optional.empty() : Template.fill(text, this::value);
  }

  /** Returns whether tests hold, see {@link Measure}; those that are null do. */
  boolean holds(String tests) throws MpcException {
    for (String test : tests == null ? new String[0] : fill(tests).orElseThrow().split(" ", -1)) {
      int equals = test.indexOf('=');
      boolean not = equals > 0 && test.charAt(equals - 1) == '!';
      Object value = value(equals < 0 ? test : test.substring(0, not ? equals - 1 : equals));
      String text = value == null ? PaperRow.ABSENT : value.toString();
      boolean among = List.of(test.substring(equals + 1).split(",", -1)).contains(text);
      if (equals < 0 ? value == null : among == not) {
        return false;
      }
    }
    return true;
  }

  private Object compute(List<String> words) throws MpcException {
    Formula formula = Formulas.ALL.get(words.get(0));
    if (formula != null) {
      List<String> arguments = new ArrayList<>(words.subList(1, words.size()));
      if (!words.get(0).equals("text")) {
        for (int i = 0; i < arguments.size(); i++) {
          arguments.set(i, fill(arguments.get(i)).orElse(""));
        }
      }
      return formula.apply(new Formula.Arguments(this, arguments));
    }
    if (words.size() > 1) {
      throw new IllegalArgumentException(table.label() + ": there is no formula " + words);
    }
    return value(words.get(0));
  }

  /** Returns the fields that a text describes, one a line. */
  Map<String, Object> fields(String text) throws MpcException {
    for (Entry entry : table.entries(text)) {
      if (holds(entry.tests())) {
        put(fields, entry.name(), compute(entry.words()));
      }
    }
    return fields;
  }

  @SuppressWarnings("unchecked") // all maps here have names for keys
  private static void put(Map<String, Object> fields, String path, Object value) {
    int dot = path.indexOf('.');
    if (dot < 0) {
      fields.put(path, value);
      return;
    }
    String name = path.substring(0, dot);
    if (!(fields.get(name) instanceof Map)) {
      fields.put(name, new LinkedHashMap<String, Object>());
    }
    put((Map<String, Object>) fields.get(name), path.substring(dot + 1), value);
  }

  /**
   * Keeps what became of a run.
   *
   * @param text the run for people, or null
   */
  void keep(String run, String text, RowOutcome outcome) throws MpcException {
    outcomes.put(run, outcome);
    String reason = outcome.notRun();
    if (reason != null) {
      given.putIfAbsent("reason", reason);
      notRun.computeIfAbsent(reason, none -> new LinkedHashSet<>()).add(fill(text).orElse(run));
    }
  }

  /** Returns notes on what was not run: one for each reason or, if they name no run, each run. */
  List<String> notes() throws MpcException {
    List<String> notes = new ArrayList<>();
    String note = measure().note();
    for (Map.Entry<String, Set<String>> each : notRun.entrySet()) {
      int count = note == null ? 0 : note.contains("{run}") ? 1 : each.getValue().size();
      given.put("reason", each.getKey());
      given.put("run", String.join(", ", each.getValue()));
      for (int i = 0; i < count; i++) {
        fill(note).ifPresent(notes::add);
      }
    }
    return notes;
  }

  /** Returns what became of a run, or null if the row does not have it. */
  RowOutcome outcome(String run) {
    return outcomes.get(run);
  }

  /** Returns the command of one of the row's runs, with values in place of the row's. */
  Command command(String run, Map<String, String> values) throws MpcException {
    String line = runs.line(this, run, values);
    Command command = commands.get(line);
    if (command == null) {
      command = runs.parse(line);
      commands.put(line, command);
    }
    return command;
  }

  /** Returns the command of the row's first run. */
  Command first() throws MpcException {
    return command(measure().runs().get(0), Map.of());
  }

  /** Drops the commands, whose circuits and programs are large. */
  void forget() {
    commands.clear();
  }

  /** Keeps that nothing of the row is run. */
  void skip(String reason) throws MpcException {
    for (Map.Entry<String, Measure.Run> each : table.runs().entrySet()) {
      if (!each.getValue().planned() && holds(each.getValue().only())) {
        keep(each.getKey(), "all", RowOutcome.notRun(reason));
      }
    }
  }

  /** Returns the row for people. */
  String label() throws MpcException {
    return fill(measure().label()).orElse("");
  }
}
