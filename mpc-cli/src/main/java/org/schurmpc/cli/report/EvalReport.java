package org.schurmpc.cli.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Lays out the figures of one party of a computation between organisations, as {@code eval} and
 * {@code program run} write them. They contain no inputs and no outputs.
 */
public final class EvalReport {
  private static final Set<String> CHARTED =
      Set.of(
          "phases_ms",
          "bytes_sent",
          "bytes_received",
          "rounds",
          "ready_ms",
          "total_ms",
          "insecure",
          "preprocessing_insecure");

  private EvalReport() {}

  /** Returns whether a result is one of a party. */
  public static boolean suits(JsonNode result) {
    return result.has("party") && result.has("ready_ms") && result.has("bytes_received");
  }

  /** Returns the report of a result. */
  public static Report report(JsonNode result) {
    Section section = section(result);
    return new Report(section.heading(), List.of(), List.of(section));
  }

  /** Returns the section of a result. */
  public static Section section(JsonNode result) {
    String what = result.path("circuit").asText(result.path("program").asText());
    String under =
        result.has("protocol") ? " under " + result.path("protocol").asText() : ", a program";
    String heading = what + under + ", figures of party " + result.path("party").asText();
    FigureBlocks figures = new FigureBlocks(result);
    List<Block> blocks = new ArrayList<>(figures.warnings());
    blocks.add(new Block.Cells(times(result)));
    blocks.addAll(
        figures.phases(
            "this party",
            "From the moment at which all parties are connected, on the clock of this party. Starting"
                + " the program and waiting for the other parties are in no phase."));
    Map<String, JsonNode> directions = new LinkedHashMap<>();
    directions.put("sent", result.path("bytes_sent"));
    directions.put("received", result.path("bytes_received"));
    blocks.addAll(figures.bytes("Bytes between this party and all of its peers.", directions));
    blocks.addAll(figures.settings("Setting", CHARTED));
    return new Section(heading, blocks);
  }

  private static Table times(JsonNode result) {
    List<Table.Column> columns = new ArrayList<>();
    List<String> row = new ArrayList<>();
    columns.add(Table.Column.text("party"));
    row.add(result.path("party").asText());
    if (result.has("instances")) {
      columns.add(Table.Column.number("evaluations"));
      row.add(Numerals.number(result.path("instances")));
    }
    columns.add(Table.Column.number("all parties ready after (ms)"));
    row.add(Numerals.digits(result.path("ready_ms").asDouble()));
    columns.add(Table.Column.number("total (ms)"));
    row.add(Numerals.digits(result.path("total_ms").asDouble()));
    return new Table("", columns, List.of(row));
  }
}
