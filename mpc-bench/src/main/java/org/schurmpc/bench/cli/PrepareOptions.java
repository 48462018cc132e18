package org.schurmpc.bench.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.schurmpc.bench.compute.ComputationJob;
import org.schurmpc.bench.compute.PartyRun;
import org.schurmpc.bench.compute.StoreUse;
import org.schurmpc.bench.config.JobConfig;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.Computation;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of {@code prepare}; {@link #task} checks them all. */
final class PrepareOptions {
  @Mixin final JobOptions job = new JobOptions();

  @Option(names = "--party", paramLabel = "1|2", description = "Which of the parties this is.")
  private Integer party;

  @Option(
      names = "--store",
      paramLabel = "DIR",
      description = "Where the material goes: a store of this party, or a folder to be made.")
  private Path store;

  @Option(
      names = "--blocks",
      paramLabel = "N",
      description =
          "Evaluations of the circuit for which there shall be material; what there is counts."
              + " Default --lanes.")
  private Integer blocks;

  @Mixin private final StoreOptions storeOptions = new StoreOptions();

  /** What one call of {@code prepare} does. */
  record Task(PartyRun run, Computation.Plan plan) {}

  /**
   * Reads and checks everything before anything connects.
   *
   * @throws Refused naming the option or key that is missing or wrong
   */
  Task task() throws MpcException {
    if (party == null) {
      throw new Refused("which party is this? Say --party 1 or --party 2");
    }
    BenchOptions.range("--party", party, 1, JobConfig.PARTIES);
    if (store == null) {
      throw new Refused("where does the material go? Say --store DIR");
    }
    if (blocks != null) {
      BenchOptions.range("--blocks", blocks, 1, JobConfig.MAX_LANES);
    }
    JobConfig config = job.merged();
    ComputationJob computation = ComputationJob.of(config);
    StoreUse use = new StoreUse(store, storeOptions.access(), false);
    PartyRun run =
        new PartyRun(
            computation,
            party - 1,
            job.tls.identity(),
            job.listenAt(),
            job.times(),
            Optional.of(use));
    run.check();
    int instances =
        Optional.ofNullable(blocks)
            .or(config::lanes)
            .orElseThrow(
                () -> new Refused("material for how many evaluations? Say it with --blocks N"));
    return new Task(run, computation.preparation(instances, config.lanes().orElse(instances)));
  }
}
