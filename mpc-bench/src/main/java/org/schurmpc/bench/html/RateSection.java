package org.schurmpc.bench.html;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.schurmpc.cli.report.Block;
import org.schurmpc.cli.report.FigureBlocks;
import org.schurmpc.cli.report.Numerals;
import org.schurmpc.cli.report.Section;
import org.schurmpc.cli.report.Table;

/** Lays out the rate at which items were generated, or products computed. */
final class RateSection {
  private static final Set<String> CHARTED =
      Set.of("rates_per_s", "runs", "insecure", "preprocessing_insecure", "verified");

  private RateSection() {}

  /** Returns whether a result is one of rates. */
  static boolean suits(JsonNode result) {
    return result.has("rate_per_s") && result.path("rates_per_s").isArray();
  }

  /** Returns the section of a result. */
  static Section section(JsonNode result) {
    String items = result.path("items").asText("multiplications");
    String heading =
        "Rate of %s, %s parties"
            .formatted(items, Numerals.whole(result.path("parties").asDouble()));
    FigureBlocks figures = new FigureBlocks(result);
    List<Block> blocks = new ArrayList<>(figures.warnings());
    if (result.path("verified").asBoolean()) {
      blocks.add(new Block.Note("All parties verified the last products of each run."));
    }
    double[] millis = RunsChart.numbers(result.path("runs"));
    double[] rates = RunsChart.numbers(result.path("rates_per_s"));
    blocks.add(new Block.Cells(columns(result, items)));
    blocks.addAll(RunsChart.rates(items, rates, millis));
    blocks.addAll(RunsChart.times(millis));
    JsonNode each =
        result.has("bytes_sent_each")
            ? result.path("bytes_sent_each")
            : result.path("bytes_sent_per_item");
    blocks.addAll(
        figures.bytes(
            "Bytes that each party sends to all of its peers in a run: mean over runs.",
            directions(each, result.path("count").asDouble())));
    blocks.addAll(figures.settings("Setting and further figures", CHARTED));
    return new Section(heading, blocks);
  }

  private static Table columns(JsonNode result, String items) {
    List<Table.Column> columns = new ArrayList<>();
    columns.add(Table.Column.number(items + " in a run"));
    columns.add(Table.Column.number("median rate (1/s)"));
    columns.add(Table.Column.number("rounds in a run"));
    List<String> row =
        List.of(
            Numerals.whole(result.path("count").asDouble()),
            Numerals.whole(result.path("rate_per_s").asDouble()),
            Numerals.whole(result.path("rounds").asDouble()));
    return new Table("", columns, List.of(row));
  }

  /** Returns the bytes of a run, by who sends to whom. A run is one phase. */
  private static Map<String, JsonNode> directions(JsonNode bytesEach, double count) {
    Map<String, JsonNode> directions = new LinkedHashMap<>();
    for (int party = 0; bytesEach.isArray() && party < bytesEach.size(); party++) {
      String to = bytesEach.size() == 2 ? "party " + (2 - party) : "all peers";
      ObjectNode run = JsonNodeFactory.instance.objectNode();
      run.put("run", Math.round(bytesEach.path(party).asDouble() * count));
      directions.put("party %d to %s".formatted(party + 1, to), run);
    }
    return directions;
  }
}
