package org.schurmpc.bench.cli;

import java.io.PrintStream;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.schurmpc.bench.job.OtTask;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.cli.launch.CommandName;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.option.Ranges;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.field.Field;
import org.schurmpc.core.field.Fields;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Implements {@code ot}: measures the extension of correlated OTs and of VOLE. */
@Command(
    name = "ot",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Measures how many correlated OTs two parties make in a second, each in a process of its"
          + " own, one as the sender and one as the receiver; all of them checked. From LPN, and"
          + " of VOLE, half of all are made in each direction."
    },
    footer = {
      "",
      "Example: java -jar mpc-bench.jar ot --count 10000000 --k 4 --json out.json",
      "Example: java -jar mpc-bench.jar ot --cot silent --link 50mbit,20ms",
      "Example: java -jar mpc-bench.jar ot --vole p128"
    })
final class OtCommand implements Callable<Integer> {
  private static final Set<Integer> TRADE_OFFS = Set.of(1, 2, 4, 8);
  private static final String SOFTSPOKEN = "softspoken";
  private static final long COUNT = 10_000_000;
  private static final long COPE_COUNT = 100_000;

  @Option(
      names = "--count",
      paramLabel = "N",
      description = "Correlations in each run; default 10000000, and with --cope 100000.")
  private Long count;

  @Option(
      names = "--k",
      paramLabel = "1|2|4|8",
      description = "128/k - 1 bits are sent for each OT; default ${DEFAULT-VALUE}.")
  private int k = 4;

  @Option(
      names = "--cot",
      paramLabel = "softspoken|silent",
      description = "How OTs are made: by extension, or from LPN; default ${DEFAULT-VALUE}.")
  private String cot = SOFTSPOKEN;

  @Option(
      names = "--vole",
      paramLabel = "FIELD",
      description = "Values of VOLE from LPN over this prime field, as p128, in place of OTs.")
  private String vole;

  @Option(
      names = "--cope",
      paramLabel = "FIELD",
      description = "The products that COPE makes of OTs, unchecked, in place of values of VOLE.")
  private String cope;

  @Mixin private final ThroughputRun run;

  OtCommand(CommandName program, PrintStream out, PrintStream err) {
    this.run = new ThroughputRun(program, out, err);
  }

  @Override
  public Integer call() throws MpcException, RunFailed, InterruptedException {
    run.measure(task(), HeapSize.forMaterial(0, 1));
    return 0;
  }

  /** Returns the task that the options describe. */
  OtTask task() throws Refused {
    run.options.check();
    OtTask.Kind kind = kind();
    long all = count != null ? count : kind == OtTask.Kind.COPE ? COPE_COUNT : COUNT;
    Ranges.range("--count", all, 1, ThroughputRun.MAX_COUNT);
    if (!TRADE_OFFS.contains(k)) {
      throw new Refused("--k is 1, 2, 4 or 8, not " + k);
    }
    String field = vole != null ? vole : cope;
    String name = kind.hasField() ? prime(field) : "";
    OtTask task = new OtTask(all, k, kind, name, run.options.schedule(), run.options.line());
    if (kind.hasField()) {
      task.products(); // refuses fields that are too small
    }
    return task;
  }

  private OtTask.Kind kind() throws Refused {
    boolean silent = cot.equals("silent");
    if (!silent && !cot.equals(SOFTSPOKEN)) {
      throw new Refused("--cot is softspoken or silent, not '%s'".formatted(cot));
    }
    if (Stream.of(silent, vole != null, cope != null).filter(given -> given).count() > 1) {
      throw new Refused("--cot silent, --vole and --cope exclude each other: each is a run's own");
    }
    if (vole != null) {
      return OtTask.Kind.VOLE;
    }
    if (cope != null) {
      return OtTask.Kind.COPE;
    }
    return silent ? OtTask.Kind.SILENT : OtTask.Kind.SOFTSPOKEN;
  }

  private static String prime(String name) throws Refused {
    Field field = Fields.named(name);
    if (field.isBinary()) {
      throw new Refused("VOLE is over a prime field, not " + name);
    }
    return field.name();
  }
}
