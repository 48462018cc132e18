package org.schurmpc.bench.cli;

import org.schurmpc.bench.compute.ComputationJob;
import org.schurmpc.bench.compute.DealerRun;
import org.schurmpc.bench.config.JobConfig;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.Computation;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of {@code dealer}; {@link #task} checks them all. */
final class DealerOptions {
  @Mixin final JobOptions job = new JobOptions();

  @Option(
      names = "--forever",
      description = "Serve one computation after the other, until it is ended.")
  boolean forever;

  /** What one call of {@code dealer} does. */
  record Task(DealerRun run, Computation.Plan plan) {}

  /**
   * Reads and checks everything before it listens.
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
    DealerRun run = new DealerRun(computation, job.tls.identity(), listen, job.times());
    run.check();
    int lanes =
        config
            .lanes()
            .orElseThrow(
                () -> new Refused("for how many lanes is to be dealt? Say it with --lanes N"));
    return new Task(run, computation.plan(lanes));
  }
}
