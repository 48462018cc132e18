package org.schurmpc.bench.reproduce;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.schurmpc.bench.reproduce.Outcome.Measurement;
import org.schurmpc.bench.reproduce.Outcome.NotRun;
import org.schurmpc.core.abort.BadFile;

/** Results as JSON. The names of the fields are fixed: programs read them. */
public final class ReproductionJson {
  private ReproductionJson() {}

  /** Writes a figure to a file of its own. */
  public static void write(FigureResult result, ResultsFolder folder) throws BadFile {
    folder.json("figure-" + result.figure().id() + ".json", fields(result));
  }

  /** Writes all figures, and the order of the rungs, to one file. */
  public static void write(List<FigureResult> results, Instant started, ResultsFolder folder)
      throws BadFile {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("paper", Dlt14.CITATION);
    fields.put("paper_machines", Dlt14.MACHINES);
    fields.put("started", started.toString());
    fields.put("processors", Runtime.getRuntime().availableProcessors());
    RungOrder order = RungOrder.of(results);
    fields.put("order_paper", places(order.paper()));
    fields.put("order_here", places(order.here()));
    fields.put("differences", order.differences());
    fields.put("figures", results.stream().map(ReproductionJson::fields).toList());
    folder.json(Dlt14.NAME + ".json", fields);
  }

  private static List<Map<String, Object>> places(List<RungOrder.Place> places) {
    List<Map<String, Object>> result = new ArrayList<>();
    for (RungOrder.Place place : places) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("figure", place.figure().id());
      fields.put("rung", place.figure().rung().name());
      fields.put("instances", place.instances());
      fields.put("ms_per_block", place.millisPerBlock());
      fields.put("ci95_ms", orNull(place.interval()));
      result.add(fields);
    }
    return result;
  }

  static Map<String, Object> fields(FigureResult result) {
    Figure figure = result.figure();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("figure", figure.id());
    fields.put("caption", figure.caption());
    fields.put("section", figure.section());
    fields.put("rung", figure.rung().name());
    fields.put("protocol", figure.rung().protocol());
    fields.put("options", figure.rung().options());
    fields.put("circuit", Dlt14.CIRCUIT);
    fields.put("remarks", figure.remarks());
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int i = 0; i < figure.rows().size(); i++) {
      rows.add(row(result, i));
    }
    fields.put("rows", rows);
    return fields;
  }

  private static Map<String, Object> row(FigureResult result, int index) {
    Row row = result.figure().rows().get(index);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("instances", row.instances());
    fields.put("stagger_ms", row.stagger().toMillis());
    fields.put("paper", row.printed().map(ReproductionJson::printed).orElse(null));
    Outcome outcome = result.outcomes().get(index);
    fields.put("here", outcome instanceof Measurement here ? here.report() : null);
    fields.put("not_run", outcome instanceof NotRun notRun ? notRun.reason() : null);
    fields.put("remark", outcome instanceof Measurement here ? here.remark() : "");
    fields.put("paper_to_here", result.ratio(index).orElse(null));
    return fields;
  }

  private static Map<String, Object> printed(Printed printed) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("blocks", orNull(printed.blocks()));
    fields.put("total_ms", orNull(printed.totalMillis()));
    fields.put("ms_per_block", printed.millisPerBlock());
    fields.put("ci95_ms", orNull(printed.interval()));
    return fields;
  }

  private static Integer orNull(OptionalInt value) {
    return value.isPresent() ? value.getAsInt() : null;
  }

  private static Double orNull(OptionalDouble value) {
    return value.isPresent() ? value.getAsDouble() : null;
  }
}
