package org.schurmpc.bench.reproduce;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.schurmpc.bench.reproduce.Outcome.Generated;
import org.schurmpc.bench.reproduce.Outcome.NotRun;
import org.schurmpc.core.abort.BadFile;

/** Tables and figures of KOS16 as JSON. The names of the fields are fixed: programs read them. */
public final class Kos16Json {
  private Kos16Json() {}

  /** The name of a table's files, without what they end in. */
  static String fileName(RateTable table) {
    return table.label().toLowerCase(Locale.ROOT).replace(' ', '-');
  }

  /** Writes one to a file of its own. */
  public static void write(RateResult result, ResultsFolder folder) throws BadFile {
    folder.json(fileName(result.table()) + ".json", fields(result));
  }

  /** Writes all of them to one file. */
  public static void write(List<RateResult> results, Instant started, ResultsFolder folder)
      throws BadFile {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("paper", Kos16.CITATION);
    fields.put("paper_machines", Kos16.MACHINES);
    fields.put("started", started.toString());
    fields.put("processors", Runtime.getRuntime().availableProcessors());
    fields.put("tables", results.stream().map(Kos16Json::fields).toList());
    folder.json(Kos16.NAME + ".json", fields);
  }

  private static Map<String, Object> fields(RateResult result) {
    RateTable table = result.table();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("table", table.label());
    fields.put("caption", table.caption());
    fields.put("unit", table.kbit() ? "kbit by pair of parties" : "triples per second");
    fields.put("remarks", table.remarks());
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int i = 0; i < table.cells().size(); i++) {
      rows.add(row(result, i));
    }
    fields.put("rows", rows);
    return fields;
  }

  private static Map<String, Object> row(RateResult result, int i) {
    RateCell cell = result.table().cells().get(i);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("label", cell.label());
    fields.put("parties", cell.parties());
    fields.put("kind", cell.kind());
    fields.put("options", cell.options());
    fields.put("link", cell.line() == null ? null : cell.line().link().toString());
    fields.put("paper", orNull(cell.printed()));
    fields.put("here", result.here(i).orElse(null));
    fields.put("gain", result.ratio(i).orElse(null));
    fields.put("kbit_by_pair", result.kbitByPair(i).orElse(null));
    fields.put("paper_at_most_per_s", orNull(cell.mostPrinted()));
    fields.put("here_at_most_per_s", result.mostHere(i).orElse(null));
    Outcome outcome = result.outcomes().get(i);
    fields.put("not_run", outcome instanceof NotRun notRun ? notRun.reason() : null);
    fields.put("report", outcome instanceof Generated here ? here.report() : null);
    return fields;
  }

  private static Double orNull(OptionalDouble value) {
    return value.isPresent() ? value.getAsDouble() : null;
  }
}
