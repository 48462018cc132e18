package org.schurmpc.cli.command;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.launch.Program;
import org.schurmpc.cli.launch.RelayedChild;
import org.schurmpc.cli.report.EvalReport;
import org.schurmpc.cli.report.ReportFile;
import org.schurmpc.cli.values.ResultFile;
import org.schurmpc.core.abort.MpcException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Implements {@code program run}: runs a program with other parties. */
@Command(
    name = "run",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Runs a program with other parties on the private inputs of all, over TLS with certificates"
          + " on all sides. All start it, each on a machine of their own, with the same"
          + " configuration and the same program. docs/programs.md has the details."
    },
    footer = {
      "",
      "Example: java -jar mpc-bench.jar program run --config job.toml --party 1 --key alice.key"
          + " --cert alice.crt --input alice.txt --output result.txt",
      "",
      "Exit codes: 0 done, 2 wrong call, 3 bad file, 4 connection lost, 5 the parties disagree, 6 a"
          + " party cheated, 7 preprocessing exhausted, 9 another party cannot begin."
    })
final class ProgramRunCommand implements Callable<Integer>, OptionsElsewhere {
  private final Program program;
  private final PrintStream out;
  private final PrintStream err;

  @Spec private CommandSpec spec;
  @Mixin private final ProgramRunOptions options = new ProgramRunOptions();

  @SuppressWarnings("UnusedVariable") // picocli acts on it
  @Mixin
  private final CommonOptions common = new CommonOptions();

  ProgramRunCommand(Program program, PrintStream out, PrintStream err) {
    this.program = program;
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws MpcException, InterruptedException {
    ProgramRunTask task = options.task();
    options.job.requireJvm();
    HeapSize heap = options.job.heapOr(task.heap());
    ResultFile.open(options.json).close();
    ReportFile.open(options.report, EvalReport::report).close();
    task.open(options.output);
    options.job.tls.warn(err);
    if (task.run().store().isEmpty() && task.run().job().dealer().isPresent()) {
      err.println(DealerOptions.WARNING);
    }
    boolean here = options.job.choice(task.work(), heap, err).here();
    List<String> arguments = ChildArguments.of("program-run", spec.commandLine().getParseResult());
    List<String> memory = new ArrayList<>(heap.options());
    memory.addAll(Logs.showProgress(Terminal.onStandardError()));
    if (here) {
      options.job.tls.forget();
      MemoryBound work = () -> new ProgramRunWork(options, out, err).run(task);
      work.run();
      return 0;
    }
    options.job.handOver();
    return new RelayedChild(program, options.job.chosenJvm(), out, err)
        .run(memory, arguments, options.job.tls.forChild(), () -> {});
  }

  @Override
  public Optional<String> why(String option) {
    return CircuitChoice.whyNot(option);
  }
}
