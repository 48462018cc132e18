package org.schurmpc.bench.html;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.schurmpc.bench.reproduce.StudyReport;
import org.schurmpc.cli.report.Block;
import org.schurmpc.cli.report.EvalReport;
import org.schurmpc.cli.report.Report;
import org.schurmpc.cli.report.Section;
import org.schurmpc.core.abort.BadFile;

/** Lays out results of every kind that the commands write as JSON. */
public final class ResultReports {
  private ResultReports() {}

  /**
   * Returns the report of a result.
   *
   * @throws BadFile if no command writes such a result
   */
  public static Report report(JsonNode result) throws BadFile {
    if (StudyReport.suits(result)) {
      return StudyReport.report(result);
    }
    if (EvalReport.suits(result)) {
      return EvalReport.report(result);
    }
    if (result.path("rows").isArray() && result.path("rows").size() > 0) {
      return BlocksReport.report(result);
    }
    if (RateSection.suits(result)) {
      return alone(RateSection.section(result));
    }
    if (RunSection.suits(result)) {
      return alone(RunSection.section(result));
    }
    throw new BadFile("this is no result of a run, of a measurement of rates or of a study");
  }

  private static Report alone(Section section) {
    return new Report(section.heading(), List.of(), List.of(section));
  }

  /**
   * Returns one report of several.
   *
   * @param reports the reports, one at least
   */
  static Report joined(List<Report> reports) {
    if (reports.size() == 1) {
      return reports.get(0);
    }
    List<Section> sections = new ArrayList<>();
    for (Report report : reports) {
      if (!report.lead().isEmpty()) {
        List<Block> notes =
            report.lead().stream().map(text -> (Block) new Block.Note(text)).toList();
        sections.add(new Section(report.title(), notes));
      }
      sections.addAll(report.sections());
    }
    return new Report(reports.size() + " results", List.of(), sections);
  }
}
