package org.schurmpc.cli.command;

import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.launch.HugePages;
import org.schurmpc.cli.launch.Printable;
import org.schurmpc.cli.launch.Program;
import org.schurmpc.cli.launch.RelayedChild;
import org.schurmpc.cli.report.EvalReport;
import org.schurmpc.cli.report.ReportFile;
import org.schurmpc.cli.values.OutputFile;
import org.schurmpc.cli.values.ResultFile;
import org.schurmpc.core.abort.MpcException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Implements {@code eval}: evaluates a circuit with other parties, each on its own machine. */
@Command(
    name = "eval",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Evaluates a circuit with other parties on the private inputs of all, over TLS with"
          + " certificates on all sides. All start it, each on a machine of their own, with the"
          + " same configuration; parties call those before them. docs/running.md has the details."
    },
    footer = {
      "",
      "Example: java -jar mpc-bench.jar eval --config job.toml --party 1 --key alice.key"
          + " --cert alice.crt --input key.hex",
      "",
      "Exit codes: 0 done, 2 wrong call, 3 bad file, 4 connection lost, 5 the parties disagree, 6 a"
          + " party cheated, 7 preprocessing exhausted, 9 another party cannot begin."
    })
final class EvalCommand implements Callable<Integer>, OptionsElsewhere {
  private final Program program;
  private final PrintStream out;
  private final PrintStream err;

  @Spec private CommandSpec spec;
  @Mixin private final EvalOptions options = new EvalOptions();

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Mixin
  private final CommonOptions common = new CommonOptions();

  EvalCommand(Program program, PrintStream out, PrintStream err) {
    this.program = program;
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws MpcException, InterruptedException {
    EvalTask task = options.task();
    options.job.requireJvm();
    HeapSize heap = options.job.heapOr(task.heap());
    options.requireTwoFiles();
    ResultFile.open(options.json).close();
    ReportFile.open(options.report, EvalReport::report).close();
    if (options.output != null) {
      OutputFile.open(options.output);
    }
    options.job.tls.warn(err);
    if (task.run().job().dealer().isPresent()) {
      err.println(DealerOptions.WARNING);
    }
    boolean here = options.job.choice(task.work(), heap, err).here();
    List<String> arguments = ChildArguments.of("eval", spec.commandLine().getParseResult());
    PrintStream outputs = options.raw ? Printable.bytes(out) : out;
    try (Progress progress = Progress.of(task.plan().passes())) {
      if (here) {
        options.job.tls.forget();
        MemoryBound work = () -> new EvalWork(options, outputs, err).run(task, progress);
        work.run();
        return 0;
      }
      List<String> memory =
          HugePages.suit(task.plan().demand())
              ? HugePages.ofThisMachine().options(heap)
              : heap.options();
      options.job.handOver();
      return new RelayedChild(program, options.job.chosenJvm(), outputs, err)
          .run(memory, arguments, options.job.tls.forChild(), progress);
    }
  }

  @Override
  public Optional<String> why(String option) {
    return ProgramChoice.whyNot(option);
  }
}
