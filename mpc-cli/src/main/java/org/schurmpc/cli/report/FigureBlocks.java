package org.schurmpc.cli.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes charts and tables of the fields that results have in common: times and traffic by phase,
 * and settings.
 *
 * @param result the fields of a result
 */
public record FigureBlocks(JsonNode result) {
  /** Parts of a phase's time, by their names in JSON. */
  private static final Map<String, String> PARTS =
      Map.of(
          "compute", "computing",
          "wait", "waiting for peers",
          "serialise", "making, sending and reading messages");

  /** The phases of a run, by their names in JSON. */
  private static final List<String> PHASES =
      List.of("setup", "preprocessing", "function_preprocessing", "input", "compute", "output");

  private static final String INSECURE = "INSECURE";
  private static final String MILLIS = "time (ms)";
  private static final String SHARE = "share (%)";

  /**
   * Returns a chart of the time of the phases, with their rounds and checks in its table; nothing
   * if the result has no phases.
   *
   * @param whose the bar's name
   * @param description what the times are, in a sentence or two
   */
  public List<Block> phases(String whose, String description) {
    Map<String, Double> millis = numbers("phases_ms");
    if (millis.isEmpty()) {
      return List.of();
    }
    List<String> counts = new ArrayList<>(List.of("rounds", "checks"));
    counts.removeIf(name -> numbers(name).isEmpty());
    List<Table.Column> columns = new ArrayList<>(columns("phase"));
    counts.forEach(name -> columns.add(Table.Column.number(name)));
    double sum = millis.values().stream().mapToDouble(Double::doubleValue).sum();
    List<List<String>> rows = new ArrayList<>();
    millis.forEach(
        (phase, time) -> {
          if (time == 0) {
            return; // a protocol need not have all phases
          }
          List<String> row = new ArrayList<>(row(phase, time, sum));
          counts.forEach(name -> row.add(count(name, phase)));
          rows.add(row);
        });
    BarChart chart = bar("Time by phase", description, whose, byPhase(millis));
    return List.of(new Block.Picture(chart, new Table("", columns, rows)));
  }

  /** Returns the times of all phases, so that a phase has its colour whatever others there are. */
  private static Map<String, Double> byPhase(Map<String, Double> millis) {
    Map<String, Double> all = new LinkedHashMap<>();
    parts(millis.keySet()).forEach(phase -> all.put(phase, millis.getOrDefault(phase, 0.0)));
    return all;
  }

  /** Returns the parts of a bar: if one is a phase, all phases in their order, then the others. */
  private static Set<String> parts(Collection<String> names) {
    Set<String> parts = new LinkedHashSet<>();
    if (names.stream().anyMatch(PHASES::contains)) {
      parts.addAll(PHASES);
    }
    parts.addAll(names);
    return parts;
  }

  private String count(String name, String phase) {
    JsonNode count = result.get(name).get(phase);
    return count == null ? FieldText.NONE : Numerals.number(count);
  }

  /** Returns a chart of the steps of the preprocessing; nothing if it names no steps. */
  public List<Block> steps() {
    Map<String, Double> millis = numbers("preprocessing_steps_ms");
    if (millis.isEmpty()) {
      return List.of();
    }
    double sum = millis.values().stream().mapToDouble(Double::doubleValue).sum();
    List<List<String>> rows = new ArrayList<>();
    millis.forEach((step, time) -> rows.add(row(step, time, sum)));
    BarChart chart =
        bar(
            "Steps of the preprocessing",
            "Mean over parties and runs; steps of several threads are added up.",
            "preprocessing",
            millis);
    return List.of(new Block.Picture(chart, new Table("", columns("step"), rows)));
  }

  private static List<Table.Column> columns(String first) {
    return List.of(
        Table.Column.text(first), Table.Column.number(MILLIS), Table.Column.number(SHARE));
  }

  private static List<String> row(String name, double time, double sum) {
    String share = sum > 0 ? "%.1f".formatted(100 * time / sum) : FieldText.NONE;
    return List.of(words(name), Numerals.digits(time), share);
  }

  private static BarChart bar(
      String title, String description, String whose, Map<String, Double> millis) {
    List<String> names = millis.keySet().stream().map(FigureBlocks::words).toList();
    double[] values = millis.values().stream().mapToDouble(Double::doubleValue).toArray();
    return new BarChart(
        title, description, MILLIS, names, List.of(new BarChart.Row(whose, values)));
  }

  /** Returns a chart of what each phase spends its time on; nothing if this was not measured. */
  public List<Block> profile() {
    JsonNode profile = result.path("profile_ms");
    if (profile.isEmpty()) {
      return List.of();
    }
    List<String> names = List.of("compute", "wait", "serialise");
    List<BarChart.Row> bars = new ArrayList<>();
    List<List<String>> rows = new ArrayList<>();
    for (Map.Entry<String, JsonNode> phase : profile.properties()) {
      double[] times =
          names.stream().mapToDouble(name -> phase.getValue().path(name).asDouble()).toArray();
      bars.add(new BarChart.Row(words(phase.getKey()), times));
      List<String> row = new ArrayList<>(List.of(words(phase.getKey())));
      for (double time : times) {
        row.add(Numerals.digits(time));
      }
      rows.add(row);
    }
    List<Table.Column> columns = new ArrayList<>(List.of(Table.Column.text("phase")));
    names.forEach(name -> columns.add(Table.Column.number(PARTS.get(name) + " (ms)")));
    BarChart chart =
        new BarChart(
            "What each phase spends its time on",
            "Mean over parties and runs. Preprocessing is left out: its threads are not measured"
                + " apart.",
            MILLIS,
            names.stream().map(PARTS::get).toList(),
            bars);
    return List.of(new Block.Picture(chart, new Table("", columns, rows)));
  }

  /**
   * Returns a chart of bytes: a bar for each direction, divided by phase.
   *
   * @param description what the bytes are, in a sentence
   * @param directions bytes by phase, for each direction by its name
   */
  public List<Block> bytes(String description, Map<String, JsonNode> directions) {
    Set<String> names = new LinkedHashSet<>();
    directions.values().forEach(bytes -> bytes.fieldNames().forEachRemaining(names::add));
    Set<String> phases = parts(names);
    List<BarChart.Row> bars = new ArrayList<>();
    directions.forEach(
        (name, bytes) ->
            bars.add(
                new BarChart.Row(
                    name, phases.stream().mapToDouble(p -> bytes.path(p).asDouble()).toArray())));
    if (bars.stream().allMatch(bar -> bar.sum() == 0)) {
      return List.of();
    }
    List<String> words = phases.stream().map(FigureBlocks::words).toList();
    BarChart chart = new BarChart("Bytes by phase and peer", description, "bytes", words, bars);
    return List.of(new Block.Picture(chart, bytes(chart)));
  }

  /** Returns a table of bytes, without phases in which there are none. */
  private static Table bytes(BarChart chart) {
    List<Integer> parts = chart.shown();
    List<Table.Column> columns = new ArrayList<>(List.of(Table.Column.text("bytes")));
    parts.forEach(part -> columns.add(Table.Column.number(chart.parts().get(part))));
    columns.add(Table.Column.number("all"));
    List<List<String>> rows = new ArrayList<>();
    for (BarChart.Row bar : chart.rows()) {
      List<String> row = new ArrayList<>(List.of(bar.name()));
      parts.forEach(part -> row.add(Numerals.whole(bar.values()[part])));
      row.add(Numerals.whole(bar.sum()));
      rows.add(row);
    }
    return new Table("", columns, rows);
  }

  /** Returns a table of all fields but those that are shown elsewhere. */
  public List<Block> settings(String caption, Set<String> shown) {
    List<List<String>> rows = new ArrayList<>();
    for (Map.Entry<String, JsonNode> field : result.properties()) {
      JsonNode value = field.getValue();
      boolean empty = value.isNull() || (value.isContainerNode() && value.isEmpty());
      if (!shown.contains(field.getKey()) && !empty) {
        rows.add(
            List.of(
                FieldText.label(field.getKey()),
                FieldText.value(field.getKey(), field.getValue())));
      }
    }
    List<Table.Column> columns = List.of(Table.Column.text(""), Table.Column.text(""));
    return rows.isEmpty()
        ? List.of()
        : List.of(new Block.Heading(caption), new Block.Cells(new Table("", columns, rows)));
  }

  /** Returns warnings if the protocol or the source of its material is insecure. */
  public List<Block> warnings() {
    List<Block> warnings = new ArrayList<>();
    JsonNode lack = result.path("insecure");
    if (lack.isTextual()) {
      warnings.add(new Block.Warning(INSECURE + ": " + lack.textValue()));
    }
    String source = preprocessing();
    if (source.contains(INSECURE)) {
      warnings.add(new Block.Warning("Preprocessing: " + source));
    }
    return warnings;
  }

  /**
   * Returns the source of the material, with the word INSECURE if the material is insecure. Results
   * of earlier versions have a sentence with that word.
   */
  private String preprocessing() {
    String source = FieldText.value("preprocessing", result.path("preprocessing"));
    boolean trusted = result.path("preprocessing_terms").findPath("trusted").asBoolean();
    return result.path("preprocessing_insecure").asBoolean()
        ? "%s (%s%s)".formatted(source, trusted ? "trusted, " : "", INSECURE)
        : source;
  }

  private Map<String, Double> numbers(String field) {
    Map<String, Double> numbers = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> each : result.path(field).properties()) {
      if (each.getValue().isNumber()) {
        numbers.put(each.getKey(), each.getValue().doubleValue());
      }
    }
    return numbers;
  }

  private static String words(String name) {
    return name.equals("setup") ? "set-up" : name.replace('_', ' ');
  }
}
