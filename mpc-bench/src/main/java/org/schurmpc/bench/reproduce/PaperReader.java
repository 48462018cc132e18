package org.schurmpc.bench.reproduce;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.schurmpc.core.abort.BadFile;

/**
 * Reads papers' tables from TOML. A table's rows are text, a line each, with {@code |} between
 * cells; the first line names the columns. Rows {@code measured} are those that are measured, if
 * they are not the paper's. How a table is measured and shown is one of the {@code measures} and
 * {@code layouts}, usually of one name. A remark {@code $NAME} stands for that one of the file's
 * texts.
 */
final class PaperReader {
  private static final ObjectMapper TOML = new TomlMapper();

  private final String file;
  private final Content content;

  private PaperReader(String file, Content content) {
    this.file = file;
    this.content = content;
  }

  /** The file's keys. */
  private record Content(
      String name,
      String paper,
      String citation,
      String machines,
      String list,
      String about,
      List<String> examples,
      List<StudyOption> options,
      Map<String, String> usual,
      Map<String, String> quick,
      String schedule,
      String hurried,
      Map<String, String> texts,
      List<Table> tables,
      Map<String, Measure.Run> runs,
      Map<String, Measure> measures,
      Map<String, Layout> layouts) {}

  /** The keys of a table; null for a default. */
  private record Table(
      String label,
      String id,
      String file,
      String section,
      String caption,
      String title,
      Map<String, String> settings,
      String layout,
      String measure,
      String rows,
      String measured,
      List<String> remarks,
      List<String> footnotes) {}

  /**
   * Reads a file beside this class, such as {@code dlt14.toml}.
   *
   * @throws IllegalStateException saying where the file is wrong
   */
  static Paper resource(String file) {
    try (InputStream in = PaperReader.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("there is no resource " + file);
      }
      return read(file, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException | BadFile e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  /**
   * Reads a file's text.
   *
   * @param file the file's name, for errors
   * @throws BadFile saying what is wrong in which table
   */
  static Paper read(String file, String toml) throws BadFile {
    try {
      return new PaperReader(file, TOML.readValue(toml, Content.class)).paper();
    } catch (JsonProcessingException e) {
      throw new BadFile(file + where(e) + ": " + reason(e), e);
    }
  }

  private static String where(JsonProcessingException e) {
    String path =
        e instanceof JsonMappingException mapping
            ? mapping.getPath().stream()
                .map(
                    step ->
                        step.getFieldName() == null
                            ? "[" + (step.getIndex() + 1) + "]"
                            : " " + step.getFieldName())
                .collect(Collectors.joining())
            : "";
    JsonLocation at = e.getLocation();
    return at == null || !path.isEmpty() ? "," + path : ", line " + at.getLineNr();
  }

  private static String reason(JsonProcessingException e) {
    return e instanceof ValueInstantiationException && e.getCause() != null
        ? e.getCause().getMessage()
        : e.getOriginalMessage();
  }

  private Paper paper() throws BadFile {
    List<PaperTable> tables = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    int number = 0;
    for (Table table : required(content.tables(), "", "tables")) {
      PaperTable read = table(table, ", table number " + ++number);
      boolean figure = read.label().startsWith("Figure "); // numbered apart from tables
      if (!ids.add((figure ? "figure " : "") + read.id())) {
        throw wrong(", " + read.label(), "there is another table " + read.id());
      }
      tables.add(read);
    }
    return new Paper(
        required(content.name(), "", "name"),
        required(content.paper(), "", "paper"),
        content.citation(),
        content.machines(),
        required(content.list(), "", "list"),
        or(content.about(), ""),
        or(content.examples(), List.of()),
        or(content.options(), List.of()),
        or(content.usual(), Map.of()),
        or(content.quick(), Map.of()),
        or(content.schedule(), ""),
        content.hurried(),
        tables);
  }

  private PaperTable table(Table table, String number) throws BadFile {
    String label = required(table.label(), number, "label");
    String where = ", " + label;
    String caption = required(table.caption(), where, "caption");
    String layout = required(table.layout(), where, "layout");
    if (content.layouts() == null || !content.layouts().containsKey(layout)) {
      throw wrong(where, "there is no layout '" + layout + "'");
    }
    Measure measure =
        or(content.measures(), Map.<String, Measure>of()).get(or(table.measure(), layout));
    List<PaperRow> rows = rows(required(table.rows(), where, "rows"), label);
    return new PaperTable(
        label,
        or(table.id(), label.substring(label.lastIndexOf(' ') + 1)),
        or(table.file(), label.toLowerCase(Locale.ROOT).replace(' ', '-')),
        required(table.section(), where, "section"),
        caption,
        or(table.title(), caption),
        or(table.settings(), Map.of()),
        measure,
        runs(measure, where),
        or(content.texts(), Map.of()),
        rows,
        table.measured() == null ? rows : rows(table.measured(), label),
        texts(table.remarks(), where),
        texts(table.footnotes(), where),
        content.layouts().get(layout));
  }

  private Map<String, Measure.Run> runs(Measure measure, String where) throws BadFile {
    Map<String, Measure.Run> runs = new LinkedHashMap<>();
    for (String name : measure == null ? List.<String>of() : measure.runs()) {
      runs.put(name, required(content.runs().get(name), where, "run " + name));
    }
    return runs;
  }

  private List<PaperRow> rows(String text, String label) throws BadFile {
    List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
    if (lines.size() < 2) {
      throw wrong(", " + label, "rows needs a line with the columns' names, and a row");
    }
    List<String> columns = cells(lines.get(0));
    if (Set.copyOf(columns).size() < columns.size()) {
      throw wrong(", " + label, "rows has two columns of a name: " + columns);
    }
    List<PaperRow> rows = new ArrayList<>();
    for (int i = 1; i < lines.size(); i++) {
      List<String> cells = cells(lines.get(i));
      if (cells.size() != columns.size() || cells.contains("")) {
        throw wrong(
            ", " + label,
            "row %d needs %d cells ('-' for nothing): %s"
                .formatted(i, columns.size(), lines.get(i).strip()));
      }
      Map<String, String> row = new LinkedHashMap<>();
      for (int j = 0; j < columns.size(); j++) {
        row.put(columns.get(j), cells.get(j));
      }
      rows.add(new PaperRow("%s of %s, row %d".formatted(label, file, i), row));
    }
    return rows;
  }

  private static List<String> cells(String line) {
    return List.of(line.strip().split("\\s*\\|\\s*", -1));
  }

  private List<String> texts(List<String> remarks, String where) throws BadFile {
    List<String> texts = new ArrayList<>();
    for (String remark : or(remarks, List.<String>of())) {
      String name = remark.startsWith("$") ? remark.substring(1) : null;
      String text = name == null ? remark : or(content.texts(), Map.<String, String>of()).get(name);
      texts.add(required(text, where, "text " + name));
    }
    return texts;
  }

  private static <T> T or(T value, T otherwise) {
    return value == null ? otherwise : value;
  }

  private <T> T required(T value, String where, String name) throws BadFile {
    if (value == null) {
      throw wrong(where, "there is no " + name);
    }
    return value;
  }

  private BadFile wrong(String where, String sentence) {
    return new BadFile(file + where + ": " + sentence);
  }
}
