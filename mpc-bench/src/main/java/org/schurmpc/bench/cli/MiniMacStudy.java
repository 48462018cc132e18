package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.util.List;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.reproduce.Effort;
import org.schurmpc.bench.reproduce.InstanceLimit;
import org.schurmpc.bench.reproduce.Paper;
import org.schurmpc.bench.reproduce.PaperTable;
import org.schurmpc.bench.reproduce.Study;
import org.schurmpc.bench.reproduce.StudyOutput;
import org.schurmpc.cli.command.Ranges;
import org.schurmpc.cli.launch.Program;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Implements {@code reproduce minimac}. */
@Command(
    name = "minimac",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Measures the figures of DLT14 again, from MiniMac to MiniTrix, and TinyOT, and prints the"
          + " paper's beside ours."
    },
    footer = {
      "",
      "Example: java -jar mpc-bench.jar reproduce minimac --figure 5 13 4.6 --report dlt14.html",
      "Example: java -jar mpc-bench.jar reproduce minimac --end-to-end",
      "",
      StudyCommand.EXIT_CODES
    })
final class MiniMacStudy extends StudyCommand {
  private static final int MAX_RUNS = 1000;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "Runs that count, of each row; default 5, or fewer of slow rows.")
  private Integer runs;

  @ArgGroup private final What what = new What();

  /** Defines what is measured. */
  private static final class What {
    @ArgGroup(exclusive = false)
    private final Rows rows = new Rows();

    @Option(
        names = "--end-to-end",
        description =
            "In place of the figures: MiniTrix and TinyOT with material from oblivious transfer,"
                + " preprocessing and evaluation beside each other.")
    private boolean endToEnd;
  }

  /** Defines which rows of figures are measured. */
  private static final class Rows {
    @Option(
        names = "--figure",
        paramLabel = "N",
        arity = "1..*",
        split = ",",
        description = "Those with these numbers: 5 to 13, 4.1, 4.6; default all.")
    private List<String> figures;

    @Option(
        names = "--instances",
        paramLabel = "N",
        description = "Rows of more are not run; default one for each processor.")
    private Integer instances;
  }

  MiniMacStudy(Program program, PrintStream out, PrintStream err) {
    super(program, out, err);
  }

  @Override
  Paper paper() {
    return what.endToEnd ? Paper.END_TO_END : Paper.DLT14;
  }

  @Override
  List<PaperTable> tables() throws Refused {
    return paper().numbered(null, what.rows.figures);
  }

  @Override
  Effort effort(Effort usual) throws Refused {
    Ranges.range("--runs", runs == null ? 1 : runs, 1, MAX_RUNS);
    Integer most = what.rows.instances;
    Ranges.range("--instances", most == null ? 1 : most, 1, RunOptions.MAX_INSTANCES);
    Effort effort = usual;
    if (runs != null) {
      effort = effort.with("runs", runs).with("fewest", runs);
    }
    if (most != null) {
      return effort.with(InstanceLimit.upTo(most, "--instances allows " + most));
    }
    return isQuick() ? effort.with(InstanceLimit.upTo(1, "--quick runs one")) : effort;
  }

  @Override
  void measure(Study study, StudyOutput output)
      throws MpcException, RunFailed, InterruptedException {
    if (what.endToEnd) {
      output.reports(study.run(table -> {}).get(0));
    } else {
      output.begin(List.of());
      output.endOfRungs(study.run(output));
    }
  }
}
