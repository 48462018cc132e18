package org.schurmpc.cli.command;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.schurmpc.cli.compute.ComputationJob;
import org.schurmpc.cli.compute.DealerRun;
import org.schurmpc.cli.compute.Dealing;
import org.schurmpc.cli.compute.Job;
import org.schurmpc.cli.compute.ProgramJob;
import org.schurmpc.cli.compute.Roster;
import org.schurmpc.cli.compute.StoreUse;
import org.schurmpc.cli.compute.Times;
import org.schurmpc.cli.config.Counts;
import org.schurmpc.cli.config.JobConfig;
import org.schurmpc.cli.config.Participant;
import org.schurmpc.cli.option.CircuitChoice;
import org.schurmpc.cli.option.JobOptions;
import org.schurmpc.cli.option.ProgramChoice;
import org.schurmpc.cli.option.Ranges;
import org.schurmpc.cli.option.StoreOptions;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.run.Computation;
import org.schurmpc.core.run.RunPlan;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Defines the options of {@code dealer}; {@link #task} checks all of them. */
public final class DealerOptions implements TaskOptions {
  private static final String WARNING =
      "warning: the preprocessing comes from a dealer: the computation is NOT secure against the"
          + " dealer, who could learn all inputs with one party's help or by listening in";

  @Mixin private final JobOptions job = new JobOptions();

  @SuppressWarnings("UnusedVariable") // picocli sets its fields
  @Mixin
  private final CircuitChoice circuits = job.circuits;

  @SuppressWarnings("UnusedVariable") // picocli sets its fields
  @Mixin
  private final ProgramChoice programs = job.programs;

  @Option(
      names = "--forever",
      description = "Serve one computation after the other, until it is ended.")
  private boolean forever;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      arity = "2..*",
      description =
          "Write the material of party 1, of party 2 and so on to stores, and listen to nobody; for"
              + " --lanes evaluations, or --blocks runs of a program.")
  private List<Path> out;

  @Option(
      names = "--blocks",
      paramLabel = "N",
      description = "With --out: runs of the program; default 1.")
  private Integer blocks;

  @Mixin private final StoreOptions storeOptions = new StoreOptions();

  /**
   * Returns the stores to write, by party; empty if the dealer serves parties instead.
   *
   * @param parties the number of parties
   * @throws Refused if two stores are the same folder, parties lack one, or the dealer was asked to
   *     serve as well
   */
  List<StoreUse> stores(int parties) throws MpcException {
    if (out == null) {
      return List.of();
    }
    if (forever) {
      throw new Refused("--forever serves parties, and --out serves none");
    }
    if (out.size() != parties) {
      throw new Refused(
          "--out names %s for %d parties: each has a store of its own"
              .formatted(Counts.of(out.size(), "folder"), parties));
    }
    List<StoreUse> uses = new ArrayList<>();
    Set<Path> seen = new HashSet<>();
    for (Path folder : out) {
      if (!seen.add(folder.toAbsolutePath().normalize())) {
        throw new Refused("--out names one folder twice: each party has a store of its own");
      }
      uses.add(new StoreUse(folder, storeOptions.access(), false));
    }
    return uses;
  }

  /** Returns the warning that each party of a dealer prints, if the job has one. */
  static Optional<String> warning(Job job, Optional<StoreUse> store) {
    return store.isEmpty() && job.dealer().isPresent() ? Optional.of(WARNING) : Optional.empty();
  }

  @Override
  public JobOptions job() {
    return job;
  }

  @Override
  public boolean alone() {
    return out != null;
  }

  @Override
  public CommandTask task(PrintStream output, PrintStream err) throws MpcException {
    JobConfig config = job.merged();
    Optional<Endpoint> listen = job.listenAt();
    if (config.dealer().isEmpty() && listen.isPresent()) {
      config = config.withDealer(listen.get());
    }
    if (config.program().isPresent()) {
      return program(ProgramJob.of(config), listen, err);
    }
    if (blocks != null) {
      throw new Refused("--blocks is for programs: say --lanes N");
    }
    ComputationJob computation = ComputationJob.of(config);
    int parties = computation.parties().size();
    if (out != null) {
      // Stores are also written for benchmarks, which may run insecure protocols.
      Computation.Plan plan = computation.planToMeasure(lanes(config));
      String what = Counts.of(plan.instances(), "evaluation");
      return new DealerTask.Writing(
          List.of(Dealing.of(plan)), what, computation.parties(), List.of(stores(parties)), err);
    }
    DealerRun run = run(computation.roster(), listen);
    Computation.Plan plan = computation.planWithMaterial(lanes(config));
    return new DealerTask.Serving(List.of(Dealing.of(plan)), parties, run, forever, err);
  }

  private CommandTask program(ProgramJob program, Optional<Endpoint> listen, PrintStream err)
      throws MpcException {
    List<Participant> parties = program.parties();
    List<RunPlan.Part> parts = program.plan().parts();
    if (out == null) {
      if (blocks != null) {
        throw new Refused("--blocks is for stores: say --out, too");
      }
      DealerRun run = run(program.roster(), listen);
      List<Dealing> once = parts.stream().map(part -> Dealing.of(part, 1)).toList();
      return new DealerTask.Serving(once, parties.size(), run, forever, err);
    }
    int runs = blocks == null ? 1 : blocks;
    Ranges.range("--blocks", runs, 1, JobConfig.MAX_LANES);
    List<Dealing> dealings = parts.stream().map(part -> Dealing.of(part, runs)).toList();
    List<List<StoreUse>> stores = new ArrayList<>();
    parts.forEach(part -> stores.add(new ArrayList<>()));
    for (StoreUse store : stores(parties.size())) {
      List<StoreUse> byPart = program.stores(store);
      for (int part = 0; part < parts.size(); part++) {
        stores.get(part).add(byPart.get(part));
      }
    }
    return new DealerTask.Writing(dealings, Counts.of(runs, "run"), parties, stores, err);
  }

  private DealerRun run(Roster roster, Optional<Endpoint> listen) throws MpcException {
    Times times = job.times();
    if (times.link().isPresent()) {
      throw new Refused("--link is for parties: connections to a dealer imitate no line");
    }
    DealerRun run = new DealerRun(roster, job.tls.identity(), listen, times);
    run.check();
    return run;
  }

  private static int lanes(JobConfig config) throws Refused {
    return config
        .lanes()
        .orElseThrow(() -> new Refused("for how many lanes is to be dealt? Say it with --lanes N"));
  }
}
