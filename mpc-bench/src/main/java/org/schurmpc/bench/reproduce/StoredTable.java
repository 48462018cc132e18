package org.schurmpc.bench.reproduce;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.schurmpc.core.abort.BadFile;

/**
 * A table's result, read back from the fields that JSON has of it.
 *
 * @param paper the paper that has the table
 */
record StoredTable(Paper paper, TableResult result) {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final TypeReference<LinkedHashMap<String, Object>> FIELDS =
      new TypeReference<>() {};

  /**
   * Returns the paper of a citation.
   *
   * @throws BadFile if there is no study of the paper
   */
  static Paper paper(String citation) throws BadFile {
    return Paper.ALL.stream()
        .filter(paper -> paper.citation().equals(citation))
        .findFirst()
        .orElseThrow(() -> new BadFile("there is no study of the paper '" + citation + "'"));
  }

  /**
   * Reads a table of any paper.
   *
   * @throws BadFile if no paper has the table
   */
  static StoredTable find(JsonNode stored) throws BadFile {
    for (Paper paper : Paper.ALL) {
      if (paper.tables().stream().anyMatch(table -> isOf(table, stored))) {
        return of(paper, stored);
      }
    }
    throw unknown(stored);
  }

  /**
   * Reads a table of a paper.
   *
   * @throws BadFile if the paper does not have the table
   */
  static StoredTable of(Paper paper, JsonNode stored) throws BadFile {
    for (PaperTable table : paper.tables()) {
      if (isOf(table, stored)) {
        return new StoredTable(paper, result(table, stored));
      }
    }
    throw unknown(stored);
  }

  private static BadFile unknown(JsonNode stored) {
    return new BadFile(
        "there is no table '%s' of a paper with the caption '%s'"
            .formatted(label(stored), stored.path("caption").asText()));
  }

  private static String label(JsonNode stored) {
    return stored.path("table").asText(stored.path("figure").asText());
  }

  /** Returns whether a result is of a table: some have its label, others its number. */
  private static boolean isOf(PaperTable table, JsonNode stored) {
    return table.caption().equals(stored.path("caption").asText())
        && (table.label().equals(label(stored)) || table.id().equals(label(stored)));
  }

  private static TableResult result(PaperTable table, JsonNode stored) throws BadFile {
    List<RowResult> rows = new ArrayList<>();
    for (JsonNode row : stored.path("rows")) {
      if (!row.isObject()) {
        throw new BadFile("a row of %s has no fields".formatted(table.label()));
      }
      rows.add(row(table, rows.size(), row, stored.path("text").path("rows").path(rows.size())));
    }
    return new TableResult(
        table,
        Map.of(),
        texts(stored.path("text").path("settings")),
        words(stored.path("text").path("words")),
        rows,
        texts(stored.path("text").path("notes")));
  }

  /** Reads a row. Of files of earlier versions, the cells are the paper's, row by row. */
  private static RowResult row(PaperTable table, int index, JsonNode row, JsonNode text) {
    Map<String, Object> fields = MAPPER.convertValue(row, FIELDS);
    if (text.isObject()) {
      PaperRow printed = new PaperRow("a stored row", words(text.path("printed")));
      String label = text.path("label").asText();
      return new RowResult(printed, label, text.path("verdict").asText(), fields);
    }
    PaperRow printed = index < table.rows().size() ? table.rows().get(index) : PaperRow.none();
    String first = printed.cells().values().stream().findFirst().orElse("");
    String reason = row.path("not_run").asText("");
    String verdict = row.path("not_run").isTextual() ? "not run: " + reason : "";
    return new RowResult(printed, row.path("label").asText(first), verdict, fields);
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(each -> texts.add(each.asText()));
    return texts;
  }

  private static Map<String, String> words(JsonNode object) {
    Map<String, String> words = new LinkedHashMap<>();
    object.properties().forEach(each -> words.put(each.getKey(), each.getValue().asText()));
    return words;
  }
}
