package org.schurmpc.bench.reproduce;

import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.schurmpc.core.abort.BadFile;

/**
 * The output of a study: each table as text, JSON and plots; and JSON of all tables. The names of
 * JSON's fields are fixed: programs read them.
 */
final class StudyOutput implements TableResult.Taker {
  private final Paper paper;
  private final PrintStream out;
  private final ResultsFolder folder;
  private final boolean draws;
  private final Instant started;
  private List<String> remarks = List.of();

  /**
   * Starts the output now.
   *
   * @param draws whether to write plots as PNG beside SVG
   */
  StudyOutput(Paper paper, PrintStream out, ResultsFolder folder, boolean draws) {
    this(paper, out, folder, draws, Instant.now());
  }

  /** Starts the output at another time, for tests. */
  StudyOutput(Paper paper, PrintStream out, ResultsFolder folder, boolean draws, Instant started) {
    this.paper = paper;
    this.out = out;
    this.folder = folder;
    this.draws = draws;
    this.started = started;
  }

  /** Prints the citation, the paper's machines and remarks on the study. */
  void begin(List<String> remarks) {
    this.remarks = List.copyOf(remarks);
    if (paper.citation() != null) {
      out.println(paper.citation() + "; " + paper.machines());
      remarks.forEach(out::println);
      out.println();
    }
  }

  /** Prints a table, and writes its files. */
  @Override
  public void take(TableResult result) throws BadFile {
    new TableText(paper, out).print(result);
    if (paper.citation() != null) {
      folder.json(result.table().file() + ".json", result.allFields());
      Plots.draw(result, folder, draws);
    }
  }

  /** Writes all tables to one file, and compares the rungs of DLT14. */
  void end(List<TableResult> results) throws BadFile {
    if (paper.citation() == null) {
      List<Object> reports = new ArrayList<>();
      for (RowResult row : results.get(0).rows()) {
        row.value("report").ifPresent(reports::add);
      }
      folder.end(paper.name() + ".json", Map.of(paper.list(), reports));
    } else if (paper.equals(Paper.DLT14)) {
      RungOrder order = RungOrder.of(results);
      order.print(out);
      end(results, order.fields());
      Plots.draw(RungOrder.chart(results), "rungs", folder, draws);
    } else {
      end(results, Map.of());
    }
  }

  /**
   * Writes all tables to one file.
   *
   * @param summary further fields, which come before the tables
   */
  void end(List<TableResult> results, Map<String, Object> summary) throws BadFile {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("paper", paper.citation());
    fields.put("paper_machines", paper.machines());
    fields.put("started", started.toString());
    fields.put("processors", Runtime.getRuntime().availableProcessors());
    fields.put("remarks", remarks);
    fields.putAll(summary);
    fields.put(paper.list(), results.stream().map(TableResult::allFields).toList());
    folder.end(paper.name() + ".json", fields);
  }
}
