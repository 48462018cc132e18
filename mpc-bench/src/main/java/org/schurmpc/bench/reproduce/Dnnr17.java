package org.schurmpc.bench.reproduce;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Link;

/**
 * The measurements of Damgård, Nielsen, Nielsen and Ranellucci: The TinyTable Protocol for 2-Party
 * Secure Computation, or: Gate-Scrambling Revisited (DNNR17), section 5; {@code dnnr17.toml} has
 * the paper's figures.
 */
public final class Dnnr17 {
  /** The name of the study on the command line, and of its files. */
  public static final String NAME = "tinytable";

  /** The paper and its tables. */
  public static final Paper PAPER = PaperReader.resource("dnnr17.toml");

  /** Each of 160 S-boxes a table. */
  static final String OPTIMISED = PAPER.table("2").setting("circuit");

  /** The paper's circuit has 5,440 ANDs in 40 layers, and so has this one. */
  static final String BINARY = PAPER.table("3").setting("circuit");

  private static final PaperTable SIZES = PAPER.table("1");

  private static final double MICROS_PER_MS = 1e3;

  private Dnnr17() {}

  /**
   * A row: how what is opened is authenticated.
   *
   * @param label for people
   * @param option of the protocol
   * @param secure whether anybody but a benchmark should run it
   */
  record MacChoice(String label, String option, boolean secure) {
    static MacChoice of(PaperRow row) {
      return new MacChoice(
          row.required("MACs"), row.required("mac"), row.required("secure").equals("yes"));
    }

    /** The protocol's options. */
    Map<String, String> options() {
      return Map.of("mac", option);
    }

    /** The fields that all rows have, as JSON has them. */
    Map<String, Object> fields() {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("macs", label);
      fields.put("options", options());
      fields.put("insecure", !secure);
      return fields;
    }
  }

  /** Table 1. */
  public static PaperTable sizes() {
    return SIZES;
  }

  /** Tables 2 and 3. */
  public static List<PaperTable> times() {
    return PAPER.tables().stream().filter(table -> !table.equals(SIZES)).toList();
  }

  /** Returns the table with the rows of MACs with these options alone. */
  public static PaperTable only(PaperTable table, Collection<String> options) {
    return table.only(row -> options.contains(MacChoice.of(row).option()));
  }

  /**
   * Refuses MACs that the paper has no rows of.
   *
   * @throws Refused naming the first
   */
  public static void requireMacs(Collection<String> options) throws Refused {
    Paper.requireAmong(
        options,
        SIZES.rows().stream().map(row -> MacChoice.of(row).option()).toList(),
        "DNNR17 has no rows of MACs '%s'; it has [%s]",
        ", ");
  }

  /**
   * Refuses numbers of tables that are not there.
   *
   * @throws Refused naming the first
   */
  public static void requireTables(Collection<String> ids) throws Refused {
    Paper.requireAmong(
        ids,
        PAPER.tables().stream().map(PaperTable::id).toList(),
        "DNNR17 has no table '%s'; it has 1, 2 and 3",
        "");
  }

  /** Returns the fields of a table, as JSON has them. */
  static Map<String, Object> fields(PaperTable table) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("table", table.id());
    fields.put("caption", table.caption());
    fields.put("remarks", table.remarks());
    return fields;
  }

  /**
   * Returns a table of times, and what became of its cells.
   *
   * @param link the line that was imitated: then ours stand beside the paper's LAN
   * @param latency of one AES after the other, row by row
   * @param amortised of many at once, row by row
   */
  static TableResult times(
      PaperTable table, Optional<Link> link, List<Outcome> latency, List<Outcome> amortised) {
    Map<String, Object> fields = fields(table);
    fields.put("circuit", table.setting("circuit"));
    fields.put("link", link.map(Object::toString).orElse(null));
    List<RowResult> rows = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    String compared = link.isPresent() ? "lan" : "cloud";
    for (int i = 0; i < table.rows().size(); i++) {
      PaperRow row = table.rows().get(i);
      MacChoice mac = MacChoice.of(row);
      Map<String, Object> times = mac.fields();
      times.put("latency", latency(row, compared, latency.get(i)));
      times.put("amortised", amortised(row, compared, amortised.get(i)));
      rows.add(new RowResult(row, mac.label(), "", times));
      for (Outcome outcome : List.of(latency.get(i), amortised.get(i))) {
        if (outcome.notRun() != null) {
          notes.add("not run of " + mac.label() + ": " + outcome.notRun());
        }
      }
    }
    List<String> settings =
        List.of(
            "--protocol %s --mac MAC --circuit %s%s"
                .formatted(NAME, table.setting("circuit"), machinery(latency, amortised)),
            link.map(line -> "The parties' line imitates " + line + ": compare with the LAN.")
                .orElse("The parties' line is loopback as it is: compare with the cloud."));
    Map<String, String> words = Map.of("compared", link.isPresent() ? "LAN/h." : "cl./h.");
    return new TableResult(table, fields, settings, words, rows, notes);
  }

  /** What all that was measured has in common. */
  private static String machinery(List<Outcome> latency, List<Outcome> amortised) {
    return Stream.concat(latency.stream(), amortised.stream())
        .map(Outcome::report)
        .filter(report -> report != null)
        .findFirst()
        .map(report -> "; kernels " + report.get("kernels") + ", " + report.get("jvm"))
        .orElse("");
  }

  private static Map<String, Object> latency(PaperRow row, String compared, Outcome outcome) {
    Map<String, Object> fields = paper(row, "latency", "ms");
    putOurs(fields, outcome);
    OptionalDouble millis = outcome.number("evaluation_ms.mean");
    fields.put("paper_to_here", Numbers.ratio(row.number(compared + "_latency"), millis));
    return fields;
  }

  private static Map<String, Object> amortised(PaperRow row, String compared, Outcome outcome) {
    Map<String, Object> fields = paper(row, "amortised", "us");
    OptionalDouble micros = micros(outcome, outcome.number("evaluation_ms.mean"));
    fields.put("here_us", Numbers.orNull(micros));
    fields.put(
        "here_ci95_us", Numbers.orNull(micros(outcome, outcome.number("evaluation_ms.ci95"))));
    putOurs(fields, outcome);
    fields.put("paper_to_here", Numbers.ratio(row.number(compared + "_amortised"), micros));
    return fields;
  }

  /** Returns a time of all lanes for each of them, in microseconds. */
  private static OptionalDouble micros(Outcome outcome, OptionalDouble millis) {
    return millis.isEmpty()
        ? millis
        : OptionalDouble.of(
            millis.getAsDouble() * MICROS_PER_MS / outcome.number("lanes").orElseThrow());
  }

  private static Map<String, Object> paper(PaperRow row, String what, String unit) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (String network : List.of("lan", "cloud")) {
      fields.put("paper_" + network + "_" + unit, Numbers.orNull(row.number(network + "_" + what)));
    }
    return fields;
  }

  private static void putOurs(Map<String, Object> fields, Outcome outcome) {
    if (outcome.report() != null) {
      fields.put("evaluations", outcome.value("evaluation_ms.count").orElseThrow());
      fields.put("lanes", outcome.value("lanes").orElseThrow());
      fields.put("mean_ms", outcome.value("evaluation_ms.mean").orElseThrow());
      fields.put("median_ms", outcome.value("evaluation_ms.median").orElseThrow());
      fields.put("ci95_ms", outcome.value("evaluation_ms.ci95").orElse(null));
      fields.put("report", withoutRuns(outcome.report()));
    }
    fields.put("not_run", outcome.notRun());
  }

  /** The runs' times are tens of thousands, and go by the Monitor's clock. */
  private static Map<String, Object> withoutRuns(Map<String, Object> report) {
    Map<String, Object> fields = new LinkedHashMap<>(report);
    fields.remove("runs");
    return fields;
  }
}
