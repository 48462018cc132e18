package org.schurmpc.cli.command;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedMap;
import org.schurmpc.cli.compute.ComputationJob;
import org.schurmpc.cli.compute.Party;
import org.schurmpc.cli.compute.ProgramJob;
import org.schurmpc.cli.compute.StoreUse;
import org.schurmpc.cli.config.JobConfig;
import org.schurmpc.cli.option.CircuitChoice;
import org.schurmpc.cli.option.JobOptions;
import org.schurmpc.cli.option.ProgramChoice;
import org.schurmpc.cli.option.Ranges;
import org.schurmpc.cli.option.StockAmounts;
import org.schurmpc.cli.option.StoreOptions;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.run.StockPlan;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Defines the options of {@code prepare}; {@link #task} checks all of them. */
final class PrepareOptions implements TaskOptions, Withdrawing {
  @Mixin private final JobOptions job = new JobOptions();

  @SuppressWarnings("UnusedVariable") // picocli sets its fields
  @Mixin
  private final CircuitChoice circuits = job.circuits;

  @SuppressWarnings("UnusedVariable") // picocli sets its fields
  @Mixin
  private final ProgramChoice programs = job.programs;

  @Option(names = "--party", paramLabel = "N", description = "Which of the parties this is.")
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
          "Evaluations of the circuit for which there shall be material, of as many lanes each as"
              + " --lanes says or else all at once; or runs of the program. What there is counts."
              + " Default --lanes.")
  private Integer blocks;

  @Option(
      names = {"--demand", "--stock"},
      paramLabel = "NAME=N,...",
      description =
          "Instead of --blocks: material for no circuit in particular, if the protocol has any."
              + " tinyot: and (gates), input1 and input2 (bits of each party), random (bits), all"
              + " times lanes. minitrix: these and output (bits). mascot, spdz: triple, bit, input1,"
              + " input2 and so on, and over prime fields square, inverse and bit1, bit2 and so on"
              + " (bits that a party inputs). What there is counts.")
  private String demand;

  @Mixin private final StoreOptions storeOptions = new StoreOptions();

  @Override
  public JobOptions job() {
    return job;
  }

  @Override
  public PrepareTask task(PrintStream out, PrintStream err) throws MpcException {
    if (party == null) {
      throw new Refused("which party is this? Say --party N, as --party 1");
    }
    JobConfig config = job.merged();
    Ranges.range("--party", party, 1, config.parties().size());
    if (store == null) {
      throw new Refused("where does the material go? Say --store DIR");
    }
    if (blocks != null && demand != null) {
      throw new Refused(
          "--blocks and --demand exclude each other: material for a circuit, or for any?");
    }
    if (blocks != null) {
      Ranges.range("--blocks", blocks, 1, JobConfig.MAX_LANES);
    }
    StoreUse use = new StoreUse(store, storeOptions.access(), false);
    if (demand != null) {
      return stock(config, use, out);
    }
    return config.program().isPresent() ? runs(config, use, out) : blocks(config, use, out);
  }

  @Override
  public void withdraw(Exception reason) {
    job.withdraw(party, demand == null, reason);
  }

  private PrepareTask runs(JobConfig config, StoreUse use, PrintStream out) throws MpcException {
    ProgramJob program = ProgramJob.of(config);
    Party side = party(config, use);
    program.stores(use);
    if (blocks == null) {
      throw new Refused("material for how many runs? Say it with --blocks N");
    }
    return new PrepareTask.Runs(program, side, blocks, out);
  }

  private PrepareTask blocks(JobConfig config, StoreUse use, PrintStream out) throws MpcException {
    ComputationJob computation = ComputationJob.of(config);
    Party side = party(config, use);
    int instances =
        Optional.ofNullable(blocks)
            .or(config::lanes)
            .orElseThrow(
                () -> new Refused("material for how many evaluations? Say it with --blocks N"));
    return new PrepareTask.Blocks(
        computation,
        side,
        computation.preparation(instances, config.lanes().orElse(instances)),
        out);
  }

  private PrepareTask stock(JobConfig config, StoreUse use, PrintStream out) throws MpcException {
    SortedMap<String, Long> amounts = StockAmounts.parse(demand);
    String protocol =
        config
            .protocol()
            .orElseThrow(() -> new Refused("which protocol? Say for example --protocol tinyot"));
    StockPlan plan = StockPlan.of(protocol, config.parties().size(), amounts, config.options());
    if (config.dealer().isPresent()) {
      throw new Refused(
          "a dealer deals for a circuit: with --demand the parties make the material themselves,"
              + " so leave the dealer out");
    }
    return new PrepareTask.Stock(
        party(config, use), plan, JobOptions.threads(config.options(), false), out);
  }

  private Party party(JobConfig config, StoreUse use) throws MpcException {
    Party side = new Party(job.line(config, party), Optional.of(use), Optional.empty());
    side.line().check();
    return side;
  }
}
