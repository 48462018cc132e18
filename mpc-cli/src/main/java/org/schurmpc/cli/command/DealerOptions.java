package org.schurmpc.cli.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.schurmpc.cli.compute.ComputationJob;
import org.schurmpc.cli.compute.DealerRun;
import org.schurmpc.cli.compute.StoreUse;
import org.schurmpc.cli.compute.WorkEstimate;
import org.schurmpc.cli.config.JobConfig;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.run.Computation;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Defines the options of {@code dealer}; {@link #task} checks all of them. */
public final class DealerOptions {
  @Mixin final JobOptions job = new JobOptions();

  @Option(
      names = "--forever",
      description = "Serve one computation after the other, until it is ended.")
  boolean forever;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      arity = "2",
      description =
          "Write the material of party 1 and of party 2 to stores, and listen to nobody; for --lanes"
              + " evaluations.")
  private List<Path> out;

  @Mixin private final StoreOptions storeOptions = new StoreOptions();

  /**
   * Returns the stores to write, by party; empty if the dealer serves parties instead.
   *
   * @throws Refused if both stores are the same folder, or the dealer was asked to serve as well
   */
  List<StoreUse> stores() throws MpcException {
    if (out == null) {
      return List.of();
    }
    if (forever) {
      throw new Refused("--forever serves parties, and --out serves none");
    }
    if (out.get(0).toAbsolutePath().normalize().equals(out.get(1).toAbsolutePath().normalize())) {
      throw new Refused("--out names one folder twice: each party has a store of its own");
    }
    List<StoreUse> uses = new ArrayList<>();
    for (Path folder : out) {
      uses.add(new StoreUse(folder, storeOptions.access(), false));
    }
    return uses;
  }

  /**
   * Describes the work of one call of {@code dealer}.
   *
   * @param run the dealer's side of the computation; null if stores are written
   */
  record Task(DealerRun run, Computation.Plan plan, ComputationJob job) {
    /**
     * Estimates the processor time of the task.
     *
     * @param forever whether the dealer serves one computation after the other
     */
    WorkEstimate work(boolean forever) {
      long shares = (long) plan.passes() * job.parties().size();
      return forever ? WorkEstimate.ENDLESS : WorkEstimate.material(plan.demand(), shares, false);
    }
  }

  /**
   * Reads and checks all options, before the dealer listens.
   *
   * @throws Refused naming the option or key that is missing or wrong
   */
  Task task() throws MpcException {
    JobConfig config = job.merged();
    var listen = job.listenAt();
    if (config.dealer().isEmpty() && listen.isPresent()) {
      config = config.withDealer(listen.get());
    }
    ComputationJob computation = ComputationJob.of(config);
    if (out != null) {
      // Stores are also written for benchmarks, which may run insecure protocols.
      return new Task(null, computation.planToMeasure(lanes(config)), computation);
    }
    DealerRun run = new DealerRun(computation, job.tls.identity(), listen, job.times());
    run.check();
    return new Task(run, computation.planWithMaterial(lanes(config)), computation);
  }

  private static int lanes(JobConfig config) throws Refused {
    return config
        .lanes()
        .orElseThrow(() -> new Refused("for how many lanes is to be dealt? Say it with --lanes N"));
  }
}
