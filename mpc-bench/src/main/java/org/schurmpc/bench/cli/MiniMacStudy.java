package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.reproduce.Dlt14;
import org.schurmpc.bench.reproduce.Effort;
import org.schurmpc.bench.reproduce.InstanceLimit;
import org.schurmpc.bench.reproduce.PaperTable;
import org.schurmpc.bench.reproduce.Reproduction;
import org.schurmpc.bench.reproduce.ResultsFolder;
import org.schurmpc.bench.reproduce.RungOrder;
import org.schurmpc.bench.reproduce.StudyOutput;
import org.schurmpc.bench.reproduce.TableResult;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;

/** Reproduces the tables of DLT14. */
record MiniMacStudy(Reproduction reproduction) implements ReproduceCommand.Study {

  /** Checks the options and prepares the measurements. */
  static MiniMacStudy of(
      ReproduceOptions options, Optional<HeapSize> heap, Reproduction.Runner runner)
      throws MpcException {
    ReproduceOptions.requireNot(options.widths, "--widths", Dlt14.NAME);
    ReproduceOptions.requireNot(options.threads, "--threads", Dlt14.NAME);
    ReproduceOptions.requireNot(options.tables, "--table", Dlt14.NAME);
    ReproduceOptions.requireNot(options.macs, "--mac", Dlt14.NAME);
    ReproduceOptions.requireNot(options.each, "--each", Dlt14.NAME);
    ReproduceOptions.requireNot(options.link, "--link", Dlt14.NAME);
    return new MiniMacStudy(
        new Reproduction(
            figures(options), effort(options), limit(options), heap, runner, System::nanoTime));
  }

  private static List<PaperTable> figures(ReproduceOptions options) throws Refused {
    return options.figures == null ? Dlt14.PAPER.tables() : Dlt14.numbered(options.figures);
  }

  private static Effort effort(ReproduceOptions options) {
    if (options.quick) {
      return Effort.quick(options.runs == null ? 1 : options.runs, options.budget);
    }
    return options.runs == null
        ? Effort.usual(options.budget)
        : Effort.exactly(options.runs, options.budget);
  }

  private static InstanceLimit limit(ReproduceOptions options) {
    if (options.instances != null) {
      return InstanceLimit.upTo(options.instances, "--instances allows " + options.instances);
    }
    return options.quick
        ? InstanceLimit.upTo(1, "--quick runs one")
        : InstanceLimit.ofThisMachine();
  }

  @Override
  public void run(PrintStream out, ResultsFolder results, boolean draws)
      throws MpcException, RunFailed, InterruptedException {
    StudyOutput output = new StudyOutput(Dlt14.PAPER, out, results, draws);
    output.begin(List.of());
    List<TableResult> all = reproduction.run(output);
    RungOrder order = RungOrder.of(all);
    order.print(out);
    output.end(all, order.fields());
    RungOrder.draw(all, results, draws);
  }
}
