package org.schurmpc.bench.reproduce;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.schurmpc.core.abort.Refused;

/**
 * The measurements of Damgård, Lauritsen and Toft: An Empirical Study and some Improvements of the
 * MiniMac Protocol for Secure Computation (DLT14); {@code dlt14.toml} has the paper's figures.
 */
public final class Dlt14 {
  /** The name of the study on the command line, and of its files. */
  public static final String NAME = "minimac";

  /** The paper and its tables. */
  public static final Paper PAPER = PaperReader.resource("dlt14.toml");

  /** The paper's circuit has 6,800 ANDs, section 3.2; so has this one. */
  static final String CIRCUIT = "aes_128_shallow";

  /** The time of a block: the paper's column, and the name in JSON. */
  static final String MS_PER_BLOCK = "ms_per_block";

  private Dlt14() {}

  /**
   * The tables with these numbers, each once and in the order of the paper.
   *
   * @throws Refused naming the first number that there is none of
   */
  public static List<PaperTable> numbered(Collection<String> ids) throws Refused {
    Paper.requireAmong(
        ids,
        PAPER.tables().stream().map(PaperTable::id).toList(),
        "DLT14 has no measurements numbered '%s'; it has %s",
        ", ");
    return PAPER.tables(ids);
  }

  /** Returns the number of instances, pairs of parties at the same time, of a row. */
  static int instances(PaperRow row) {
    return row.integer("instances").orElseThrow();
  }

  /** Returns how long after an instance of a row the next one goes, in milliseconds. */
  static int staggerMillis(PaperRow row) {
    return row.integer("stagger_ms").orElse(0);
  }

  /** Returns a table, and what became of each of its rows. */
  static TableResult result(PaperTable table, List<Outcome> outcomes) {
    Rung rung = Rung.of(table);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("figure", table.id());
    fields.put("caption", table.caption());
    fields.put("section", table.section());
    fields.put("rung", rung.name());
    fields.put("protocol", rung.protocol());
    fields.put("options", rung.options());
    fields.put("circuit", CIRCUIT);
    fields.put("remarks", table.remarks());
    List<String> settings = new ArrayList<>();
    settings.add(rung.commandLine() + " --circuit " + CIRCUIT);
    if (outcomes.get(0).report() != null) {
      settings.add(setting(outcomes.get(0).report()));
    }
    List<RowResult> rows = new ArrayList<>();
    for (int i = 0; i < table.rows().size(); i++) {
      rows.add(row(table.rows().get(i), outcomes.get(i)));
    }
    return new TableResult(table, fields, settings, Map.of(), rows, List.of());
  }

  /** What the parties say that they ran. */
  private static String setting(Map<String, Object> report) {
    StringJoiner text = new StringJoiner(", ");
    if (report.get("terms") instanceof Map<?, ?> terms) {
      terms.forEach((name, value) -> text.add(name + " " + value));
    }
    return text + "; kernels " + report.get("kernels") + ", " + report.get("jvm");
  }

  private static RowResult row(PaperRow row, Outcome outcome) {
    String remark = outcome instanceof Outcome.Ran ran ? ran.remark() : "";
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("instances", instances(row));
    fields.put("stagger_ms", staggerMillis(row));
    fields.put("paper", row.has(MS_PER_BLOCK) ? printed(row) : null);
    fields.put("here", outcome.report());
    fields.put("not_run", outcome.notRun());
    fields.put("remark", remark);
    fields.put(
        "paper_to_here", Numbers.ratio(row.number(MS_PER_BLOCK), outcome.number(MS_PER_BLOCK)));
    String verdict = remark.isEmpty() ? "verified" : "verified; " + remark;
    return new RowResult(
        row,
        label(row),
        outcome.notRun() == null ? verdict : "not run: " + outcome.notRun(),
        fields);
  }

  /** For people: "2", "2, 200 ms apart". */
  private static String label(PaperRow row) {
    int stagger = staggerMillis(row);
    return stagger == 0
        ? row.text("instances")
        : row.text("instances") + ", " + stagger + " ms apart";
  }

  private static Map<String, Object> printed(PaperRow row) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (String column : List.of("blocks", "total_ms", MS_PER_BLOCK)) {
      fields.put(column, Numbers.orNull(row.integer(column)));
    }
    fields.put("ci95_ms", Numbers.orNull(row.interval(MS_PER_BLOCK)));
    return fields;
  }
}
