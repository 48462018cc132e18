package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.util.Map;
import java.util.concurrent.Callable;
import org.schurmpc.bench.job.MulTask;
import org.schurmpc.bench.job.ProtocolChoice;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.cli.config.JobConfig;
import org.schurmpc.cli.launch.CommandName;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.option.ProtocolFlags;
import org.schurmpc.cli.option.Ranges;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.prep.Demand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Implements {@code mul}: measures products of secret values. */
@Command(
    name = "mul",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Measures how many products of secret values two or more parties make in a second, each in a"
          + " process of its own, MAC checks included. A dealer (trusted, INSECURE) makes the"
          + " material before each run. Each batch multiplies the one before by random factors"
          + " again; at the end of each run the last one is opened and held against clear"
          + " arithmetic."
    },
    footer = {
      "",
      "Example: java -jar mpc-bench.jar mul --count 1000000 --batch 10000 --field p128",
      "Example: java -jar mpc-bench.jar mul --count 10000 --batch 1 --parties 3"
    })
final class MulCommand implements Callable<Integer> {
  private static final int MAX_BATCH = 1 << 22;
  private static final String FIELD = "field";
  private static final String DEFAULT_FIELD = "p128";

  @Option(
      names = "--protocol",
      paramLabel = "NAME",
      description = "The protocol; default ${DEFAULT-VALUE}.")
  private String protocol = "spdz";

  @Option(
      names = "--parties",
      paramLabel = "N",
      description = "How many; default ${DEFAULT-VALUE}.")
  private int parties = 2;

  @Option(
      names = "--count",
      paramLabel = "N",
      description = "Products in each run, rounded up to batches; default ${DEFAULT-VALUE}.")
  private long count = 1 << 20;

  @Option(
      names = "--batch",
      paramLabel = "N",
      description =
          "Products in one exchange; with 1 they are made one after the other; default"
              + " ${DEFAULT-VALUE}.")
  private int batch = 1 << 12;

  /**
   * The protocols' options, without those of their own preprocessing, which the dealer replaces.
   */
  @Mixin
  private final ProtocolFlags flags =
      new ProtocolFlags()
          .only(MulTask::protocols, "products are made under")
          .without("a dealer makes the material", ProtocolFlags.THREADS, "ot-k")
          .note(FIELD, "Default here %s.".formatted(DEFAULT_FIELD));

  @Mixin private final ThroughputRun run;

  MulCommand(CommandName program, PrintStream out, PrintStream err) {
    this.run = new ThroughputRun(program, out, err);
  }

  @Override
  public Integer call() throws MpcException, RunFailed, InterruptedException {
    MulTask task = task();
    Demand demand = task.demand(task.protocol().configured());
    run.measure(
        task, HeapSize.forMaterial(demand.bytes(), 0).atLeast(HeapSize.forDealer(demand, parties)));
    return 0;
  }

  private MulTask task() throws Refused {
    run.options.check();
    Ranges.range("--parties", parties, 2, JobConfig.MAX_PARTIES);
    Ranges.range("--count", count, 1, Integer.MAX_VALUE);
    Ranges.range("--batch", batch, 1, MAX_BATCH);
    Map<String, String> given = flags.given();
    given.putIfAbsent(FIELD, DEFAULT_FIELD);
    return new MulTask(
        new ProtocolChoice(protocol, given, parties),
        (int) ((count + batch - 1) / batch),
        batch,
        run.options.schedule(),
        run.options.line());
  }
}
