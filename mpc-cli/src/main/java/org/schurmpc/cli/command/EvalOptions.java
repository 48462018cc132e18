package org.schurmpc.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.schurmpc.cli.compute.ComputationJob;
import org.schurmpc.cli.compute.PartyRun;
import org.schurmpc.cli.compute.StoreUse;
import org.schurmpc.cli.config.JobConfig;
import org.schurmpc.cli.values.InputFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.run.Computation;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Defines the options of {@code eval}; {@link #task} checks all of them, including the files. */
final class EvalOptions {
  @Mixin final JobOptions job = new JobOptions();

  @Option(names = "--party", paramLabel = "1|2", description = "Which of the parties this is.")
  private Integer party;

  @Option(
      names = "--input",
      paramLabel = "FILE",
      description =
          "A line for each lane: in hex, with blanks between them, the input values that this party"
              + " supplies (its own, public ones, its shares), in the circuit's order.")
  private Path input;

  @Option(
      names = "--raw",
      description = "Inputs and outputs are bytes, whole ones for each value, not hex.")
  boolean raw;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "Where the outputs go; default standard output.")
  Path output;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write times, bytes and rounds there as JSON, no inputs or outputs.")
  Path json;

  @Option(
      names = "--preprocessing",
      paramLabel = "SOURCE",
      description =
          "store:DIR for material that 'prepare' made ahead; default the dealer, if there is one,"
              + " else the protocol's own.")
  private String preprocessing;

  @Option(
      names = "--refill",
      paramLabel = "ot",
      description =
          "When the store has run out go on with the protocol's own; both parties say it.")
  private String refill;

  @Mixin private final StoreOptions storeOptions = new StoreOptions();

  /**
   * Reads and checks all options, before anything connects.
   *
   * @throws Refused naming the option or key that is missing or wrong
   * @throws org.schurmpc.core.abort.BadFile naming the file and the error in it
   */
  EvalTask task() throws MpcException {
    if (party == null) {
      throw new Refused("which party is this? Say --party 1 or --party 2");
    }
    Ranges.range("--party", party, 1, JobConfig.PARTIES);
    JobConfig config = job.merged();
    ComputationJob computation = ComputationJob.of(config);
    PartyRun run =
        new PartyRun(
            computation, party - 1, job.tls.identity(), job.listenAt(), job.times(), store());
    run.line().check();
    plan(run, 1); // check protocol and options before reading a long file
    if (output != null && !ComputationJob.any(computation.learnt(run.party()))) {
      throw new Refused("party " + party + " learns no output: leave out --output");
    }
    Optional<InputFile> file = inputFile(computation, run.party());
    int lanes = lanes(file, config.lanes());
    return new EvalTask(run, plan(run, lanes), file);
  }

  private static Computation.Plan plan(PartyRun run, int lanes) throws Refused {
    return run.store().isPresent() ? run.job().planWithMaterial(lanes) : run.job().plan(lanes);
  }

  private Optional<StoreUse> store() throws MpcException {
    if (refill != null && !refill.equals("ot")) {
      throw new Refused("--refill is ot, not '" + refill + "'");
    }
    if (preprocessing == null) {
      if (refill != null) {
        throw new Refused("--refill is for a store: say --preprocessing store:DIR");
      }
      return Optional.empty();
    }
    return Optional.of(
        new StoreUse(StoreOptions.folder(preprocessing), storeOptions.access(), refill != null));
  }

  private Optional<InputFile> inputFile(ComputationJob computation, int index) throws Refused {
    boolean[] supplied = computation.supplied(index);
    if (!ComputationJob.any(supplied)) {
      if (input != null) {
        throw new Refused(
            "party " + party + " supplies no input value: leave out --input and say --lanes N");
      }
      return Optional.empty();
    }
    if (input == null) {
      throw new Refused("party " + party + " supplies input values: name their file with --input");
    }
    int[] sizes = computation.circuit().inputSizes();
    return Optional.of(
        new InputFile(input, raw, sizes, supplied, computation.order(), JobConfig.MAX_LANES));
  }

  private int lanes(Optional<InputFile> file, Optional<Integer> said) throws MpcException {
    if (file.isEmpty()) {
      return said.orElseThrow(
          () ->
              new Refused(
                  "party "
                      + party
                      + " supplies no input: say with --lanes for how many lanes the"
                      + " other does"));
    }
    int there = file.get().lanes();
    if (said.isPresent() && said.get() != there) {
      throw new Refused(
          "%s holds %,d lanes, and --lanes or the configuration says %,d"
              .formatted(input, there, said.get()));
    }
    return there;
  }

  /**
   * Requires that {@code --json} and {@code --output} do not write to one file.
   *
   * @throws Refused if both options name one file
   */
  void requireTwoFiles() throws Refused {
    if (json != null && output != null && sameFile(json, output)) {
      throw new Refused("--output and --json name the same file: " + output);
    }
  }

  private static boolean sameFile(Path a, Path b) {
    try {
      return Files.isSameFile(a, b);
    } catch (IOException e) {
      // One of the files does not exist yet.
      return a.toAbsolutePath().normalize().equals(b.toAbsolutePath().normalize());
    }
  }
}
