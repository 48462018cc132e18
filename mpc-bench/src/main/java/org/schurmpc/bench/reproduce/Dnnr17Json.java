package org.schurmpc.bench.reproduce;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.bench.reproduce.Outcome.NotRun;
import org.schurmpc.bench.reproduce.Outcome.Timing;
import org.schurmpc.core.abort.BadFile;

/** The tables of DNNR17 as JSON. The names of the fields are fixed: programs read them. */
public final class Dnnr17Json {
  private Dnnr17Json() {}

  /** Writes the sizes to a file of their own. */
  public static void write(SizeResult result, ResultsFolder folder) throws BadFile {
    folder.json("table-" + result.table().id() + ".json", fields(result));
  }

  /** Writes a table of times to a file of its own. */
  public static void write(TimeResult result, ResultsFolder folder) throws BadFile {
    folder.json("table-" + result.table().id() + ".json", fields(result));
  }

  /** Writes all of them to one file. */
  public static void write(
      Optional<SizeResult> sizes, List<TimeResult> times, Instant started, ResultsFolder folder)
      throws BadFile {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("paper", Dnnr17.CITATION);
    fields.put("paper_machines", Dnnr17.MACHINES);
    fields.put("started", started.toString());
    fields.put("processors", Runtime.getRuntime().availableProcessors());
    List<Map<String, Object>> tables = new ArrayList<>();
    sizes.ifPresent(result -> tables.add(fields(result)));
    times.forEach(result -> tables.add(fields(result)));
    fields.put("tables", tables);
    folder.json(Dnnr17.NAME + ".json", fields);
  }

  private static Map<String, Object> table(String id, String caption, List<String> remarks) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("table", id);
    fields.put("caption", caption);
    fields.put("remarks", remarks);
    return fields;
  }

  private static Map<String, Object> row(Dnnr17.MacChoice mac) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("macs", mac.label());
    fields.put("options", mac.options());
    fields.put("insecure", !mac.secure());
    return fields;
  }

  private static Map<String, Object> fields(SizeResult result) {
    SizeTable table = result.table();
    Map<String, Object> fields = table(table.id(), table.caption(), table.remarks());
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int i = 0; i < table.macs().size(); i++) {
      Map<String, Object> row = row(table.macs().get(i));
      row.put("optimised", sizes(table.optimised().get(i), result.optimised().get(i)));
      row.put("binary", sizes(table.binary().get(i), result.binary().get(i)));
      rows.add(row);
    }
    fields.put("rows", rows);
    return fields;
  }

  private static Map<String, Object> sizes(String paper, SizeTable.Size here) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("paper", paper);
    fields.put("table_bytes", here.tables());
    fields.put("all_bytes", here.all());
    return fields;
  }

  private static Map<String, Object> fields(TimeResult result) {
    TimeTable table = result.table();
    Map<String, Object> fields = table(table.id(), table.caption(), table.remarks());
    fields.put("circuit", table.circuit());
    fields.put("link", result.link().map(Object::toString).orElse(null));
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int i = 0; i < table.macs().size(); i++) {
      Map<String, Object> row = row(table.macs().get(i));
      PrintedTimes printed = table.printed().get(i);
      Map<String, Object> latency = paper(printed.lanLatency(), printed.cloudLatency(), "ms");
      putOurs(latency, result.latency().get(i));
      latency.put("paper_to_here", result.latencyRatio(i).orElse(null));
      row.put("latency", latency);
      Map<String, Object> many = paper(printed.lanAmortised(), printed.cloudAmortised(), "us");
      many.put("here_us", result.amortisedMicros(i).orElse(null));
      putOurs(many, result.amortised().get(i));
      many.put("paper_to_here", result.amortisedRatio(i).orElse(null));
      row.put("amortised", many);
      rows.add(row);
    }
    fields.put("rows", rows);
    return fields;
  }

  private static Map<String, Object> paper(String lan, String cloud, String unit) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("paper_lan_" + unit, Double.valueOf(lan));
    fields.put("paper_cloud_" + unit, Double.valueOf(cloud));
    return fields;
  }

  private static void putOurs(Map<String, Object> fields, Outcome outcome) {
    if (outcome instanceof Timing here) {
      fields.put("evaluations", here.evaluations());
      fields.put("lanes", here.lanes());
      fields.put("mean_ms", here.meanMillis());
      fields.put("median_ms", here.medianMillis());
      fields.put("ci95_ms", here.interval().isPresent() ? here.interval().getAsDouble() : null);
      fields.put("report", withoutRuns(here.report()));
    }
    fields.put("not_run", outcome instanceof NotRun notRun ? notRun.reason() : null);
  }

  /** The runs' times are tens of thousands, and go by the Monitor's clock. */
  private static Map<String, Object> withoutRuns(Map<String, Object> report) {
    Map<String, Object> fields = new LinkedHashMap<>(report);
    fields.remove("runs");
    return fields;
  }
}
