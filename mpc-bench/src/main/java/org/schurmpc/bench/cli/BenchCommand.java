package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.schurmpc.bench.job.MaterialSource;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.page.MonitorPage;
import org.schurmpc.cli.launch.CommandName;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.launch.Jvm;
import org.schurmpc.cli.option.CommonOptions;
import org.schurmpc.cli.option.HelpSection;
import org.schurmpc.cli.page.PageAccess;
import org.schurmpc.core.abort.MpcException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Implements the main command: evaluates a circuit with a protocol or runs a program, measures the
 * time, and checks every output.
 */
@Command(
    name = "mpc-bench",
    versionProvider = VersionProvider.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Evaluates a circuit, or runs a program, between two parties or more, each in a process of"
          + " its own, and times it as DLT14 does: from the Monitor's go to the last party to be"
          + " done."
    },
    footer = {
      "",
      "Example: java -jar mpc-bench.jar --protocol minitrix --json out.json",
      "Example: java -jar mpc-bench.jar --program salaries.vm --tapes 4 --link 100mbit,5ms",
      "",
      "Exit codes: 0 done and verified, 2 wrong call, 3 bad file, 4 connection lost, 5 the parties"
          + " disagree, 6 a party cheated, 7 preprocessing exhausted."
    })
final class BenchCommand implements Callable<Integer> {
  private final CommandName program;
  private final PrintStream out;
  private final PrintStream err;

  @Mixin private final RunOptions options = new RunOptions();

  @SuppressWarnings("UnusedVariable") // picocli sets its field
  @Mixin
  private final LinkOption link = options.bench.link;

  @Mixin private final PageOptions page = new PageOptions();
  @Mixin private final JvmOptions jvm = new JvmOptions();
  @Mixin private final CommonOptions common = new CommonOptions();

  @HelpSection.In(HelpSection.PROCESS)
  @picocli.CommandLine.Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version and exit.")
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private boolean version;

  BenchCommand(CommandName program, PrintStream out, PrintStream err) {
    this.program = program;
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws MpcException, RunFailed, InterruptedException {
    options.check();
    if (options.material() instanceof MaterialSource.Store store) {
      store.requireThere(options.parties());
    }
    Jvm chosen = jvm.chosen();
    Optional<HeapSize> heap = Optional.ofNullable(jvm.heapOr(null));
    Optional<PageAccess> access = page.access();
    MainRun run = MainRun.of(options);
    PrintStream echo = common.debug() ? err : null;
    try (MonitorPage shown = PageOptions.open(access, program, err)) {
      PlanRun runner = new PlanRun(program, chosen, echo, Optional.ofNullable(shown));
      run.measure(out, (plan, usual) -> runner.of(plan, heap.orElse(usual)));
    }
    return 0;
  }
}
