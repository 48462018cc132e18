package org.schurmpc.bench.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.schurmpc.bench.monitor.EvaluationPlan;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.report.Result;
import org.schurmpc.bench.reproduce.Budget.Forecast;
import org.schurmpc.bench.reproduce.Outcome.Measurement;
import org.schurmpc.bench.reproduce.Outcome.NotRun;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.launch.ThisJvm;
import org.schurmpc.core.abort.MpcException;

/** Runs the rows of figures, one after the other, as far as the machine and the time allow. */
public final class Reproduction {
  /** What the processes of a row take to start and to end. */
  private static final double START_SECONDS = 3;

  private static final double NANOS_PER_S = 1e9;

  private final Effort effort;
  private final InstanceLimit limit;
  private final Optional<HeapSize> heap;
  private final Runner runner;
  private final LongSupplier nanoTime;
  private final List<Experiment> experiments;
  private final int rows;
  private int rowsLeft;

  /** How a row is run. */
  public interface Runner {
    /**
     * Runs it to its end.
     *
     * @param heap of each child
     * @param what for people, as "Figure 5, 2 instances (2 of 23 rows)"
     */
    Measured run(EvaluationPlan plan, HeapSize heap, String what)
        throws MpcException, RunFailed, InterruptedException;
  }

  /** Who takes a figure's result as soon as it is there. */
  public interface Taker {
    /** Takes it. */
    void take(FigureResult result) throws MpcException;
  }

  /**
   * Prepares figures; whatever cannot be run is refused here.
   *
   * @param heap of each child; empty for what its material needs
   * @param nanoTime {@link System#nanoTime}, or a test's
   */
  public Reproduction(
      List<Figure> figures,
      Effort effort,
      InstanceLimit limit,
      Optional<HeapSize> heap,
      Runner runner,
      LongSupplier nanoTime)
      throws MpcException {
    this.effort = effort;
    this.limit = limit;
    this.heap = heap;
    this.runner = runner;
    this.nanoTime = nanoTime;
    this.experiments = Experiment.of(figures, effort);
    int count = 0;
    for (Experiment experiment : experiments) {
      List<Row> all = experiment.figure().rows();
      count += (int) all.stream().filter(row -> refusal(experiment, row).isEmpty()).count();
    }
    this.rows = count;
    this.rowsLeft = count;
  }

  private Optional<String> refusal(Experiment experiment, Row row) {
    return limit.refusal(row.instances(), heap.orElse(experiment.heap()));
  }

  /** Rows that the machine has room for. */
  public int rows() {
    return rows;
  }

  /**
   * Runs everything; the first row that fails ends it.
   *
   * @return the results, figure by figure
   */
  public List<FigureResult> run(Taker taker) throws MpcException, RunFailed, InterruptedException {
    Budget budget = new Budget(effort.budget(), nanoTime);
    List<FigureResult> results = new ArrayList<>();
    for (Experiment experiment : experiments) {
      FigureResult result = run(experiment, budget);
      results.add(result);
      taker.take(result);
    }
    return results;
  }

  private FigureResult run(Experiment experiment, Budget budget)
      throws MpcException, RunFailed, InterruptedException {
    List<Outcome> outcomes = new ArrayList<>();
    Forecast single = null;
    for (Row row : experiment.figure().rows()) {
      Optional<String> refusal = refusal(experiment, row);
      if (refusal.isPresent()) {
        outcomes.add(new NotRun(refusal.get()));
        continue;
      }
      int runs =
          single == null
              ? budget.runs(effort.runs())
              : budget.runs(
                  effort.runs(),
                  effort.fewestRuns(),
                  effort.warmup(),
                  single.times(limit.crowding(row.instances())),
                  rowsLeft);
      rowsLeft--;
      if (runs == 0) {
        outcomes.add(new NotRun("the time is up (--budget allows more)"));
        continue;
      }
      long start = nanoTime.getAsLong();
      outcomes.add(measure(experiment, row, runs));
      if (single == null) {
        single = forecast((nanoTime.getAsLong() - start) / NANOS_PER_S, runs);
      }
    }
    return new FigureResult(experiment.figure(), outcomes);
  }

  private Forecast forecast(double seconds, int runs) {
    double fixed = START_SECONDS + effort.rehearsal().toMillis() / 1e3;
    return new Forecast(fixed, Math.max(0, seconds - fixed) / (runs + effort.warmup()));
  }

  private Measurement measure(Experiment experiment, Row row, int runs)
      throws MpcException, RunFailed, InterruptedException {
    String what =
        experiment.figure().label()
            + (row.instances() == 1 ? ", 1 instance" : ", " + row.instances() + " instances");
    EvaluationPlan plan = experiment.plan(row, runs);
    String remark =
        runs < effort.runs()
            ? "%d of %d runs, since it is slow".formatted(runs, effort.runs())
            : "";
    try {
      String progress = "%s (%d of %d rows)".formatted(what, rows - rowsLeft, rows);
      Measured measured = runner.run(plan, heap.orElse(experiment.heap()), progress);
      return Measurement.of(new Result(plan, measured, true, ThisJvm.describe()), remark);
    } catch (RunFailed e) {
      RunFailed named = new RunFailed(e.exitCode(), what + ": " + e.getMessage());
      named.initCause(e);
      throw named;
    }
  }
}
