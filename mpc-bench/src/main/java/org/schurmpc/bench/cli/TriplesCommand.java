package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.util.concurrent.Callable;
import org.schurmpc.bench.job.TriplesTask;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures a protocol's own preprocessing. */
@Command(
    name = "triples",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Measures how many multiplications a second two parties preprocess for without a dealer,"
          + " each in a process of its own; the material is dropped."
    },
    footer = {"", "Example: java -jar mpc-bench.jar triples --protocol tinyot --sigma 64"})
final class TriplesCommand implements Callable<Integer> {
  private final PrintStream out;
  private final PrintStream err;

  @Option(
      names = "--protocol",
      paramLabel = "NAME",
      description = "The protocol, as tinyot; info lists all.")
  private String protocol;

  @Option(
      names = "--count",
      paramLabel = "N",
      description = "Multiplications in each run; default ${DEFAULT-VALUE}.")
  private long count = 1 << 20;

  @Mixin private final PreprocessingOptions preprocessing = new PreprocessingOptions();
  @Mixin private final BenchOptions options = new BenchOptions();
  @Mixin private final JvmOptions jvm = new JvmOptions();
  @Mixin private final CommonOptions common = new CommonOptions();

  TriplesCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws MpcException, RunFailed, InterruptedException {
    check();
    TriplesTask task =
        new TriplesTask(
            protocol,
            preprocessing.given(),
            count,
            options.warmup,
            options.runs,
            options.rehearsal.toMillis(),
            options.timeout.toMillis(),
            options.line());
    task.configured().multiplications(count);
    new GenerationRun(options, jvm, out, common.debug ? err : null)
        .measure(task, preprocessing.threadCount());
    return 0;
  }

  private void check() throws Refused {
    options.check();
    if (protocol == null) {
      throw new Refused("which protocol? Say for example --protocol tinyot; see --help");
    }
    BenchOptions.range("--count", count, 1, GenerationRun.MAX_COUNT);
  }
}
