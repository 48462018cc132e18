package org.schurmpc.cli.command;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.schurmpc.cli.compute.ComputationJob;
import org.schurmpc.cli.compute.Job;
import org.schurmpc.cli.compute.Party;
import org.schurmpc.cli.compute.ProgramJob;
import org.schurmpc.cli.compute.WorkEstimate;
import org.schurmpc.cli.config.Counts;
import org.schurmpc.cli.display.Logs;
import org.schurmpc.cli.display.Progress;
import org.schurmpc.cli.display.RunsByField;
import org.schurmpc.cli.display.RunsLog;
import org.schurmpc.cli.display.Terminal;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.launch.ProgressListener;
import org.schurmpc.cli.option.JobOptions;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.progress.ProgressLog;
import org.schurmpc.core.run.Computation;
import org.schurmpc.core.run.Preparation;
import org.schurmpc.core.run.StockPlan;

/** Makes material ahead of the evaluations, as one party. */
sealed interface PrepareTask extends CommandTask {
  /** The warning of material that a dealer makes. */
  String OF_DEALER =
      "warning: the preprocessing comes from a dealer: what is computed with it is NOT secure"
          + " against the dealer, who could learn all inputs with one party's help or by"
          + " listening in";

  /** Returns the store that is filled. */
  Party party();

  /** Receives the sentence about the result. */
  PrintStream out();

  /**
   * Makes the material.
   *
   * @param progress receives the amount generated so far, in the unit of {@link #progress}
   * @return the sentence about the result, without the store and the time
   */
  String make(Preparation.Progress progress) throws MpcException;

  @Override
  default void run(ProgressListener progress) throws MpcException {
    long start = System.nanoTime();
    long[] stepped = {0};
    String made =
        make(
            (there, wanted) -> {
              for (; stepped[0] < Math.min(there, wanted); stepped[0]++) {
                progress.step();
              }
            });
    double seconds = (System.nanoTime() - start) / 1e9;
    out()
        .println(
            "%s %s made now in %.1f s"
                .formatted(party().store().orElseThrow().folder(), made, seconds));
  }

  /** Returns the warning of a dealer, if there is one. */
  private static Optional<String> warning(Job job) {
    return job.dealer().isPresent() ? Optional.of(OF_DEALER) : Optional.empty();
  }

  /** Returns a heap for one portion of material at a time. */
  private static HeapSize heap(Job job, long unitBytes) {
    return HeapSize.forMaterial(
        Math.max(2 * Preparation.PORTION_BYTES, unitBytes),
        JobOptions.threads(job.options(), job.dealer().isPresent()));
  }

  /** Makes material for evaluations of a circuit. */
  record Blocks(ComputationJob job, Party party, Computation.Plan plan, PrintStream out)
      implements PrepareTask {
    @Override
    public HeapSize heap() {
      return PrepareTask.heap(job, plan.demand().bytes());
    }

    @Override
    public WorkEstimate work() {
      return WorkEstimate.material(plan.demand(), plan.passes(), job.dealer().isEmpty());
    }

    @Override
    public Optional<String> warning() {
      return PrepareTask.warning(job);
    }

    @Override
    public Progress progress() {
      return Progress.of("passes", plan.passes());
    }

    @Override
    public String make(Preparation.Progress progress) throws MpcException {
      long[] before = {-1};
      long passes = plan.passes();
      party.prepare(
          job,
          plan.runPlan(),
          passes,
          (there, wanted) -> {
            before[0] = before[0] < 0 ? there : before[0];
            progress.at(there, wanted);
          });
      int lanes = plan.protocol().lanes();
      return "holds material for %s (%s of up to %,d, %,d bytes each): %s"
          .formatted(
              Counts.of(passes * lanes, "evaluation"),
              Counts.of(passes, "pass", "passes"),
              lanes,
              plan.demand().bytes(),
              Counts.of(Math.max(0, passes - before[0]), "pass", "passes"));
    }
  }

  /** Makes material for runs of a program. */
  record Runs(ProgramJob job, Party party, int runs, PrintStream out) implements PrepareTask {
    @Override
    public HeapSize heap() {
      return PrepareTask.heap(job, job.unitBytes());
    }

    @Override
    public WorkEstimate work() {
      return WorkEstimate.material(job.plan(), runs, job.dealer().isEmpty());
    }

    @Override
    public Optional<String> warning() {
      return PrepareTask.warning(job);
    }

    /** The progress is logged, not displayed. */
    @Override
    public List<String> jvmOptions(HeapSize heap) {
      List<String> options = new ArrayList<>(heap.options());
      options.addAll(Logs.showProgress(Terminal.onStandardError()));
      return options;
    }

    @Override
    public String make(Preparation.Progress progress) throws MpcException {
      Preparation.Progress logged = new RunsLog(new ProgressLog(), progress);
      RunsByField count = new RunsByField(runs, job.plan().parts().size(), logged);
      party.prepare(job, job.plan(), runs, count);
      return "holds material for %s (%,d bytes each): %,d"
          .formatted(Counts.of(runs, "run"), job.unitBytes(), count.made());
    }
  }

  /** Makes material that is not tied to a circuit. */
  record Stock(Party party, StockPlan plan, int threads, PrintStream out) implements PrepareTask {
    private static final int STEP_BITS = 20;

    @Override
    public HeapSize heap() {
      return HeapSize.forMaterial(2 * Preparation.PORTION_BYTES, threads);
    }

    @Override
    public WorkEstimate work() {
      return WorkEstimate.material(plan.demand(), 1, true);
    }

    @Override
    public Progress progress() {
      return Progress.of("MiB", Math.toIntExact(plan.demand().bytes() >> STEP_BITS));
    }

    @Override
    public String make(Preparation.Progress progress) throws MpcException {
      long made =
          party.prepare(
              plan, (there, wanted) -> progress.at(there >> STEP_BITS, wanted >> STEP_BITS));
      String stock =
          plan.demand().quotas().entrySet().stream()
              .map(quota -> "%,d of '%s'".formatted(quota.getValue(), quota.getKey().name()))
              .collect(Collectors.joining(", "));
      return "holds in stock, or more: %s; %,d bytes".formatted(stock, made);
    }
  }
}
