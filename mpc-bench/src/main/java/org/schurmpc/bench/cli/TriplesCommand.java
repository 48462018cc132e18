package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.util.concurrent.Callable;
import org.schurmpc.bench.job.ProtocolChoice;
import org.schurmpc.bench.job.TriplesTask;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.cli.config.JobConfig;
import org.schurmpc.cli.launch.CommandName;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.option.ProtocolFlags;
import org.schurmpc.cli.option.Ranges;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Implements {@code triples}: measures a protocol's own preprocessing. */
@Command(
    name = "triples",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Measures how many multiplications a second two or more parties preprocess for without a"
          + " dealer, each in a process of its own; the material is dropped."
    },
    footer = {
      "",
      "Example: java -jar mpc-bench.jar triples --protocol tinyot --sigma 64",
      "Example: java -jar mpc-bench.jar triples --protocol mascot --parties 3 --field gf2_128"
    })
final class TriplesCommand implements Callable<Integer> {
  @Option(
      names = "--protocol",
      paramLabel = "NAME",
      description = "The protocol, as tinyot; info lists all.")
  private String protocol;

  @Option(
      names = "--parties",
      paramLabel = "N",
      description = "How many, where the protocol is for more than 2; default 2.")
  private int parties = 2;

  @Option(
      names = "--kind",
      paramLabel = "NAME",
      description =
          "Material of this kind alone, by the protocol's own names. mascot: triple, bit, input1,"
              + " input2 and so on, and over prime fields square, inverse and bit1, bit2 and so on;"
              + " tinyot: and, input1, input2, random. Default what a multiplication takes.")
  private String kind = "";

  @Option(
      names = "--count",
      paramLabel = "N",
      description = "Multiplications, or items of --kind, in each run; default ${DEFAULT-VALUE}.")
  private long count = 1 << 20;

  @Mixin
  private final ProtocolFlags flags =
      new ProtocolFlags()
          .only(TriplesTask::protocols, "triples are made under")
          .note("field", RunOptions.PAPERS_FIELD);

  @Mixin private final ThroughputRun run;

  TriplesCommand(CommandName program, PrintStream out, PrintStream err) {
    this.run = new ThroughputRun(program, out, err);
  }

  @Override
  public Integer call() throws MpcException, RunFailed, InterruptedException {
    TriplesTask task = task();
    task.demand(task.configured()); // refuses what the protocol does not make
    run.measure(task, heap(task));
    return 0;
  }

  /** Returns the heap that is sufficient for each party. */
  static HeapSize heap(TriplesTask task) {
    return HeapSize.forMaterial(0, ProtocolFlags.threads(task.protocol().options()));
  }

  /** Returns the task that the options describe. */
  TriplesTask task() throws Refused {
    run.options.check();
    if (protocol == null) {
      throw new Refused("which protocol? Say for example --protocol tinyot; see --help");
    }
    Ranges.range("--parties", parties, 2, JobConfig.MAX_PARTIES);
    Ranges.range("--count", count, 1, ThroughputRun.MAX_COUNT);
    return new TriplesTask(
        new ProtocolChoice(protocol, flags.given(protocol), parties),
        kind,
        count,
        run.options.schedule(),
        run.options.line());
  }
}
