package org.schurmpc.cli.option;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.schurmpc.cli.report.EvalReport;
import org.schurmpc.cli.report.ReportFile;
import org.schurmpc.cli.values.ResultFile;
import org.schurmpc.core.abort.BadFile;
import picocli.CommandLine.Option;

/** Defines the options for where times, bytes and rounds of a run go. */
public final class FiguresOptions {
  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write times, bytes and rounds there as JSON, no inputs or outputs.")
  private Path json;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      converter = HtmlFile.class,
      description = "Write them there as a page with tables and charts (HTML), too.")
  private Path report;

  /** Returns the files by option; null for those that were not given. */
  public Map<String, Path> files() {
    Map<String, Path> files = new LinkedHashMap<>();
    files.put("--json", json);
    files.put("--report", report);
    return files;
  }

  /** Opens the files, before the run. */
  public Files open() throws BadFile {
    ResultFile opened = ResultFile.open(json);
    try {
      return new Files(opened, ReportFile.open(report, EvalReport::report));
    } catch (BadFile e) {
      opened.close();
      throw e;
    }
  }

  /** The files of a run, each of which can be written. */
  public record Files(ResultFile json, ReportFile report) implements AutoCloseable {
    /**
     * Writes figures to the files that were asked for.
     *
     * @param fields returns the figures by name, which may take a while
     */
    public void write(Supplier<Map<String, Object>> fields) throws BadFile {
      if (!json.isNone() || !report.isNone()) {
        Map<String, Object> figures = fields.get();
        json.write(figures);
        report.write(figures);
      }
    }

    /** Removes the files that were made and not written. */
    @Override
    public void close() {
      json.close();
      report.close();
    }
  }
}
