package org.schurmpc.bench.html;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.schurmpc.bench.report.Sample;
import org.schurmpc.cli.report.Block;
import org.schurmpc.cli.report.FigureBlocks;
import org.schurmpc.cli.report.Numerals;
import org.schurmpc.cli.report.Section;
import org.schurmpc.cli.report.Table;

/** Lays out the runs of a circuit or program. */
final class RunSection {
  private static final Set<String> CHARTED =
      Set.of(
          "phases_ms",
          "preprocessing_steps_ms",
          "profile_ms",
          "bytes_sent",
          "bytes_sent_by_phase",
          "rounds",
          "checks",
          "runs",
          "total_ms",
          "median_ms",
          "ci95_ms",
          "insecure",
          "preprocessing_insecure",
          "verified",
          "instances",
          "threads",
          "blocks",
          "ms_per_block",
          "blocks_per_s",
          "latency_ms");

  private RunSection() {}

  /** Returns whether a result is one of runs. */
  static boolean suits(JsonNode result) {
    return (result.has("circuit") || result.has("program")) && result.path("runs").isArray();
  }

  /** Returns what was run under what, for headings. */
  static String heading(JsonNode result) {
    if (result.has("program")) {
      return "Program " + result.path("program").asText();
    }
    String code = result.path("code").isTextual() ? ", code " + result.path("code").asText() : "";
    String evaluations =
        result.path("blocks").asLong() == 1
            ? "one evaluation"
            : Numerals.whole(result.path("blocks").asDouble()) + " evaluations";
    return "%s under %s%s: %s"
        .formatted(
            result.path("circuit").asText(), result.path("protocol").asText(), code, evaluations);
  }

  /** Returns the section of a result. */
  static Section section(JsonNode result) {
    FigureBlocks figures = new FigureBlocks(result);
    List<Block> blocks = new ArrayList<>(figures.warnings());
    if (result.path("verified").asBoolean()) {
      blocks.add(
          new Block.Note(
              "Every output was verified. Reference: " + result.path("reference").asText() + "."));
    }
    double[] runs = RunsChart.numbers(result.path("runs"));
    if (runs.length > 0) {
      blocks.add(new Block.Cells(columns(result, new Sample(runs))));
    }
    blocks.addAll(RunsChart.times(runs));
    blocks.addAll(
        figures.phases(
            "a run",
            "Mean over parties and runs, on the clock of each party. Set-up is once for all"
                + " runs. Rounds and checks are those of party 1 in the first counted run."));
    blocks.addAll(figures.steps());
    blocks.addAll(figures.profile());
    blocks.addAll(
        figures.bytes(
            "Bytes that each party sends in a run: mean over runs and instances.",
            directions(result.path("bytes_sent_by_phase"))));
    Set<String> shown = new HashSet<>(CHARTED);
    if (!result.has("bytes_sent_by_phase")) {
      shown.remove("bytes_sent"); // of earlier versions, not charted
    }
    blocks.addAll(figures.settings("Setting and further figures", shown));
    return new Section(heading(result), blocks);
  }

  /** Returns the main figures, as DLT14 arranges them. */
  private static Table columns(JsonNode result, Sample runs) {
    List<Table.Column> columns = new ArrayList<>();
    List<String> row = new ArrayList<>();
    if (result.has("program")) {
      put(columns, row, "parties", Numerals.whole(result.path("parties").asDouble()));
      put(columns, row, "tapes", Numerals.whole(result.path("tapes").asDouble()));
      put(columns, row, "median (ms)", Numerals.digits(runs.median()));
      put(columns, row, "mean (ms)", Numerals.digits(runs.mean()) + half(result));
    } else {
      String what = result.path("aes").asBoolean() ? "AES" : "evaluation";
      put(columns, row, "instances", Numerals.whole(result.path("instances").asDouble(1)));
      put(columns, row, "threads", Numerals.whole(result.path("threads").asDouble(1)));
      put(columns, row, "evaluations", Numerals.whole(result.path("blocks").asDouble()));
      put(columns, row, "total (ms)", Numerals.digits(result.path("total_ms").asDouble()));
      String each = Numerals.digits(result.path("ms_per_block").asDouble()) + half(result);
      put(columns, row, "per " + what + " (ms)", each);
      put(columns, row, what + " (1/s)", number(result, "blocks_per_s"));
      put(columns, row, "latency (ms)", number(result, "latency_ms"));
    }
    return new Table("", columns, List.of(row));
  }

  private static String half(JsonNode result) {
    JsonNode half = result.path("ci95_ms");
    return half.isNumber()
        ? " ± " + Numerals.digits(half.doubleValue())
        : " (one run: no interval)";
  }

  private static String number(JsonNode result, String field) {
    return Numerals.digits(result.path(field).asDouble());
  }

  private static void put(List<Table.Column> columns, List<String> row, String head, String value) {
    columns.add(Table.Column.number(head));
    row.add(value);
  }

  /** Returns the bytes of each party by phase, by who sends to whom. */
  private static Map<String, JsonNode> directions(JsonNode parties) {
    Map<String, JsonNode> directions = new LinkedHashMap<>();
    for (int party = 0; parties.isArray() && party < parties.size(); party++) {
      String to = parties.size() == 2 ? "party " + (2 - party) : "all peers";
      directions.put("party %d to %s".formatted(party + 1, to), parties.path(party));
    }
    return directions;
  }
}
