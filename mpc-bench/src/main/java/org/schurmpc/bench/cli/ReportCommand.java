package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.schurmpc.bench.html.ResultReports;
import org.schurmpc.bench.html.StoredResults;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.cli.option.DistinctFiles;
import org.schurmpc.cli.option.HtmlFile;
import org.schurmpc.cli.report.ReportFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Implements {@code report}: makes a page of stored results. */
@Command(
    name = "report",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Makes a page with tables and charts (HTML) of results that were stored as JSON: by --json of"
          + " the main job, ot, triples, mul, eval and program run, and by reproduce in its folder."
          + " The page of one result is that of --report."
    },
    footer = {
      "",
      "Example: java -jar mpc-bench.jar report results/minimac/minimac.json --out dlt14.html",
      "",
      "Exit codes: 0 done, 2 wrong call, 3 a file that is no result or cannot be written."
    })
final class ReportCommand implements Callable<Integer> {
  private final PrintStream out;

  @Parameters(
      paramLabel = "RESULT",
      arity = "1..*",
      description = "The files; those after the first are further sections of the page.")
  private List<Path> results;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      converter = HtmlFile.class,
      description = "Where the page goes: a name that ends in .html.")
  private Path page;

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Mixin
  private final CommonOptions common = new CommonOptions();

  ReportCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() throws MpcException {
    if (page == null) {
      throw new Refused("where does the page go? Say with --out FILE");
    }
    for (Path result : results) {
      Map<String, Path> read = new LinkedHashMap<>();
      read.put("RESULT", result);
      DistinctFiles.requireKept(read, Map.of("--out", page));
    }
    try (ReportFile file = ReportFile.open(page, ResultReports::report)) {
      file.write(StoredResults.report(results));
    }
    out.println("report in " + page);
    return 0;
  }
}
