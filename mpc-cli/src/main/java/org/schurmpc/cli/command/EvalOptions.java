package org.schurmpc.cli.command;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.cli.compute.ComputationJob;
import org.schurmpc.cli.compute.PartyRun;
import org.schurmpc.cli.config.Counts;
import org.schurmpc.cli.config.JobConfig;
import org.schurmpc.cli.values.InputFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.run.Computation;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Defines the options of {@code eval}; {@link #task} checks all of them, including the files. */
final class EvalOptions implements Withdrawing {
  @Mixin final JobOptions job = new JobOptions();

  @SuppressWarnings("UnusedVariable") // picocli sets its fields
  @Mixin
  private final CircuitChoice circuits = job.circuits;

  @Option(names = "--party", paramLabel = "N", description = "Which of the parties this is.")
  private Integer party;

  @Option(
      names = "--input",
      paramLabel = "FILE",
      description =
          "A line for each lane, with blanks between the input values that this party supplies (its"
              + " own, public ones, its shares), in the circuit's order; or, if the configuration"
              + " names them, a line NAME = VALUE, VALUE, ... for each, with a value for each lane.")
  private Path input;

  @Option(
      names = "--raw",
      description = "Inputs and outputs are bytes, whole ones for each value, not text.")
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
      names = "--report",
      paramLabel = "FILE",
      converter = HtmlFile.class,
      description = "Write them there as a page with tables and charts (HTML), too.")
  Path report;

  @Mixin private final SourceOptions source = new SourceOptions();

  /**
   * Reads and checks all options, before anything connects.
   *
   * @throws Refused naming the option or key that is missing or wrong
   * @throws org.schurmpc.core.abort.BadFile naming the file and the error in it
   */
  EvalTask task() throws MpcException {
    if (party == null) {
      throw new Refused("which party is this? Say --party N, as --party 1");
    }
    JobConfig config = source.applied(job.merged());
    Ranges.range("--party", party, 1, config.parties().size());
    ComputationJob computation = ComputationJob.of(config);
    PartyRun run = new PartyRun(computation, job.line(config, party), source.store());
    run.line().check();
    run.requireStore(plan(run, 1)); // checks protocol and options before looking at files
    if (output != null && !ComputationJob.any(computation.learnt(run.party()))) {
      throw new Refused("party " + party + " learns no output: leave out --output");
    }
    Optional<InputFile> file = inputFile(computation, run.party());
    int lanes = lanes(file, config.lanes());
    return new EvalTask(run, plan(run, lanes), file);
  }

  @Override
  public void withdraw(Exception reason) {
    job.withdraw(party, source.asksDealer(), reason);
  }

  private static Computation.Plan plan(PartyRun run, int lanes) throws Refused {
    return run.store().isPresent() ? run.job().planWithMaterial(lanes) : run.job().plan(lanes);
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
        new InputFile(
            input, raw, sizes, supplied, computation.inputsWritten(), JobConfig.MAX_LANES));
  }

  private int lanes(Optional<InputFile> file, Optional<Integer> said) throws MpcException {
    if (file.isEmpty()) {
      return said.orElseThrow(
          () ->
              new Refused(
                  "party "
                      + party
                      + " supplies no input: say with --lanes for how many lanes the"
                      + " others do"));
    }
    int there = file.get().lanes();
    if (said.isPresent() && said.get() != there) {
      throw new Refused(
          "%s holds %s, and --lanes or the configuration says %,d"
              .formatted(input, Counts.of(there, "lane"), said.get()));
    }
    return there;
  }

  /**
   * Requires that no two of {@code --output}, {@code --json} and {@code --report} write to one
   * file.
   *
   * @throws Refused if two options name one file
   */
  void requireTwoFiles() throws Refused {
    Map<String, Path> files = new LinkedHashMap<>();
    files.put("--output", output);
    files.put("--json", json);
    files.put("--report", report);
    TwoFiles.require(files);
  }
}
