package org.schurmpc.cli.command;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.cli.compute.ComputationJob;
import org.schurmpc.cli.compute.Party;
import org.schurmpc.cli.config.Counts;
import org.schurmpc.cli.config.JobConfig;
import org.schurmpc.cli.launch.Printable;
import org.schurmpc.cli.option.CircuitChoice;
import org.schurmpc.cli.option.DistinctFiles;
import org.schurmpc.cli.option.FiguresOptions;
import org.schurmpc.cli.option.JobOptions;
import org.schurmpc.cli.option.Ranges;
import org.schurmpc.cli.option.SourceOptions;
import org.schurmpc.cli.values.InputFile;
import org.schurmpc.cli.values.OutputFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.run.Computation;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Defines the options of {@code eval}; {@link #task} checks all of them, including the files. */
final class EvalOptions implements TaskOptions, Withdrawing {
  @Mixin private final JobOptions job = new JobOptions();

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
  private boolean raw;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "Where the outputs go; default standard output.")
  private Path output;

  @Mixin private final FiguresOptions figures = new FiguresOptions();

  @Mixin private final SourceOptions source = new SourceOptions();

  @Override
  public JobOptions job() {
    return job;
  }

  @Override
  public EvalTask task(PrintStream out, PrintStream err) throws MpcException {
    if (party == null) {
      throw new Refused("which party is this? Say --party N, as --party 1");
    }
    JobConfig config = source.applied(job.merged());
    Ranges.range("--party", party, 1, config.parties().size());
    ComputationJob computation = ComputationJob.of(config);
    Party side = new Party(job.line(config, party), source.store(), Optional.empty());
    side.line().check();
    requireStore(computation, side); // checks protocol and options before looking at files
    if (output != null && !ComputationJob.any(computation.learnt(side.index()))) {
      throw new Refused("party " + party + " learns no output: leave out --output");
    }
    Optional<InputFile> file = inputFile(computation, side.index());
    Computation.Plan plan = plan(computation, side, lanes(file, config.lanes()));
    return new EvalTask(
        computation,
        side,
        plan,
        file,
        output,
        raw,
        figures,
        out,
        job.verbose ? Optional.of(err) : Optional.empty());
  }

  private static void requireStore(ComputationJob computation, Party side) throws MpcException {
    Computation.Plan plan = plan(computation, side, 1);
    if (side.store().isPresent()) {
      side.stores(computation, plan.runPlan());
      side.store().get().requireThere();
      if (side.store().get().refill()) {
        plan.requireOwnMaterial();
      }
    }
  }

  /** Requires that no two options write to one file, and that each file can be written. */
  @Override
  public void requireWritable() throws MpcException {
    Map<String, Path> files = new LinkedHashMap<>();
    files.put("--output", output);
    files.putAll(figures.files());
    DistinctFiles.require(files);
    figures.open().close();
    if (output != null) {
      OutputFile.open(output);
    }
  }

  @Override
  public PrintStream output(PrintStream out) {
    return raw ? Printable.bytes(out) : out;
  }

  @Override
  public void withdraw(Exception reason) {
    job.withdraw(party, source.asksDealer(), reason);
  }

  private static Computation.Plan plan(ComputationJob computation, Party side, int lanes)
      throws Refused {
    return side.store().isPresent() ? computation.planWithMaterial(lanes) : computation.plan(lanes);
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
}
