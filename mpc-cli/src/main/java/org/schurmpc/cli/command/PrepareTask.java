package org.schurmpc.cli.command;

import org.schurmpc.cli.compute.PartyRun;
import org.schurmpc.cli.compute.ProgramRun;
import org.schurmpc.cli.compute.StockRun;
import org.schurmpc.cli.compute.WorkEstimate;
import org.schurmpc.cli.config.Counts;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.progress.ProgressLog;
import org.schurmpc.core.run.Computation;
import org.schurmpc.core.run.Preparation;
import org.schurmpc.core.run.StockPlan;

/** Describes the work of one call of {@code prepare}. */
sealed interface PrepareTask {
  /** Returns a sufficient heap size: only one portion of material is in memory at a time. */
  HeapSize heap();

  /** Estimates the processor time of the task. */
  WorkEstimate work();

  /** Returns whether a dealer generates the material. */
  boolean dealt();

  /** Returns whether the progress is logged, not displayed. */
  default boolean logsProgress() {
    return false;
  }

  /** Creates the progress display, which knows the unit and the total. */
  Progress progress();

  /**
   * Generates the material.
   *
   * @param progress receives the amount generated so far, in the unit of {@link #progress}
   * @return a sentence for the user about the result
   */
  String run(Preparation.Progress progress) throws MpcException;

  /** Generates material for evaluations of a circuit. */
  record Blocks(PartyRun run, Computation.Plan plan) implements PrepareTask {
    @Override
    public HeapSize heap() {
      return HeapSize.forMaterial(
          Math.max(2 * Preparation.PORTION_BYTES, plan.demand().bytes()),
          JobOptions.threads(run.job().options(), dealt()));
    }

    @Override
    public WorkEstimate work() {
      return WorkEstimate.material(plan.demand(), plan.passes(), !dealt());
    }

    @Override
    public boolean dealt() {
      return run.job().dealer().isPresent();
    }

    @Override
    public Progress progress() {
      return Progress.of("passes", plan.passes());
    }

    @Override
    public String run(Preparation.Progress progress) throws MpcException {
      long start = System.nanoTime();
      long[] before = {-1};
      run.prepare(
          plan,
          (there, wanted) -> {
            before[0] = before[0] < 0 ? there : before[0];
            progress.at(there, wanted);
          });
      long passes = plan.passes();
      int lanes = plan.protocol().lanes();
      return "%s holds material for %s (%s of up to %,d, %,d bytes each): %s made now in %.1f s"
          .formatted(
              run.store().orElseThrow().folder(),
              Counts.of(passes * lanes, "evaluation"),
              Counts.of(passes, "pass", "passes"),
              lanes,
              plan.demand().bytes(),
              Counts.of(Math.max(0, passes - before[0]), "pass", "passes"),
              (System.nanoTime() - start) / 1e9);
    }
  }

  /** Generates material for runs of a program. */
  record Runs(ProgramRun run, int runs) implements PrepareTask {
    @Override
    public HeapSize heap() {
      return HeapSize.forMaterial(
          Math.max(2 * Preparation.PORTION_BYTES, run.job().unitBytes()),
          JobOptions.threads(run.job().options(), dealt()));
    }

    @Override
    public WorkEstimate work() {
      return WorkEstimate.material(run.job().plan(), runs, !dealt());
    }

    @Override
    public boolean dealt() {
      return run.job().dealer().isPresent();
    }

    @Override
    public boolean logsProgress() {
      return true;
    }

    @Override
    public Progress progress() {
      return Progress.none();
    }

    @Override
    public String run(Preparation.Progress progress) throws MpcException {
      long start = System.nanoTime();
      Preparation.Progress logged = new RunsLog(new ProgressLog(), progress);
      RunsByField count = new RunsByField(runs, run.job().plan().parts().size(), logged);
      run.prepare(runs, count);
      return "%s holds material for %s (%,d bytes each): %,d made now in %.1f s"
          .formatted(
              run.store().orElseThrow().folder(),
              Counts.of(runs, "run"),
              run.job().unitBytes(),
              count.made(),
              (System.nanoTime() - start) / 1e9);
    }
  }

  /** Generates material that is not tied to a circuit. */
  record Stock(StockRun run, StockPlan plan, int threads) implements PrepareTask {
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
    public boolean dealt() {
      return false;
    }

    @Override
    public Progress progress() {
      return Progress.of("MiB", Math.toIntExact(plan.demand().bytes() >> STEP_BITS));
    }

    @Override
    public String run(Preparation.Progress progress) throws MpcException {
      long start = System.nanoTime();
      long made =
          run.prepare(
              plan, (there, wanted) -> progress.at(there >> STEP_BITS, wanted >> STEP_BITS));
      StringBuilder stock = new StringBuilder();
      plan.demand()
          .quotas()
          .forEach(
              (kind, items) ->
                  stock
                      .append(stock.length() == 0 ? "" : ", ")
                      .append("%,d of '%s'".formatted(items, kind.name())));
      return "%s holds in stock, or more: %s; %,d bytes made now in %.1f s"
          .formatted(run.store().folder(), stock, made, (System.nanoTime() - start) / 1e9);
    }
  }
}
