package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.util.Set;
import java.util.concurrent.Callable;
import org.schurmpc.bench.job.OtTask;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.cli.launch.CommandName;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.option.Ranges;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Implements {@code ot}: measures the extension of correlated OTs. */
@Command(
    name = "ot",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Measures how many correlated OTs two parties make in a second, each in a process of its"
          + " own, one as the sender and one as the receiver; all of them checked."
    },
    footer = {"", "Example: java -jar mpc-bench.jar ot --count 10000000 --k 4 --json out.json"})
final class OtCommand implements Callable<Integer> {
  private static final Set<Integer> TRADE_OFFS = Set.of(1, 2, 4, 8);

  @Option(
      names = "--count",
      paramLabel = "N",
      description = "OTs in each run; default ${DEFAULT-VALUE}.")
  private long count = 10_000_000;

  @Option(
      names = "--k",
      paramLabel = "1|2|4|8",
      description = "128/k - 1 bits are sent for each OT; default ${DEFAULT-VALUE}.")
  private int k = 4;

  @Mixin private final ThroughputRun run;

  OtCommand(CommandName program, PrintStream out, PrintStream err) {
    this.run = new ThroughputRun(program, out, err);
  }

  @Override
  public Integer call() throws MpcException, RunFailed, InterruptedException {
    run.options.check();
    Ranges.range("--count", count, 1, ThroughputRun.MAX_COUNT);
    if (!TRADE_OFFS.contains(k)) {
      throw new Refused("--k is 1, 2, 4 or 8, not " + k);
    }
    OtTask task = new OtTask(count, k, run.options.schedule(), run.options.line());
    run.measure(task, HeapSize.forMaterial(0, 1));
    return 0;
  }
}
