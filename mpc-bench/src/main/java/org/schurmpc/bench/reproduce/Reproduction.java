package org.schurmpc.bench.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.schurmpc.bench.monitor.EvaluationPlan;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.report.JsonReport;
import org.schurmpc.bench.report.Result;
import org.schurmpc.bench.reproduce.Budget.Forecast;
import org.schurmpc.bench.reproduce.Outcome.NotRun;
import org.schurmpc.bench.reproduce.Outcome.Ran;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.launch.ThisJvm;
import org.schurmpc.core.abort.MpcException;

/** Runs the rows of tables, one after the other, as far as the machine and the time allow. */
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

  /**
   * Prepares tables; whatever cannot be run is refused here.
   *
   * @param heap of each child; empty for what its material needs
   * @param nanoTime {@link System#nanoTime}, or a test's
   */
  public Reproduction(
      List<PaperTable> tables,
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
    this.experiments = Experiment.of(tables, effort);
    int count = 0;
    for (Experiment experiment : experiments) {
      List<PaperRow> all = experiment.table().rows();
      count += (int) all.stream().filter(row -> refusal(experiment, row).isEmpty()).count();
    }
    this.rows = count;
    this.rowsLeft = count;
  }

  private Optional<String> refusal(Experiment experiment, PaperRow row) {
    return limit.refusal(Dlt14.instances(row), heap.orElse(experiment.heap()));
  }

  /** Rows that the machine has room for. */
  public int rows() {
    return rows;
  }

  /**
   * Runs everything; the first row that fails ends it.
   *
   * @return the results, table by table
   */
  public List<TableResult> run(TableResult.Taker taker)
      throws MpcException, RunFailed, InterruptedException {
    Budget budget = new Budget(effort.budget(), nanoTime);
    List<TableResult> results = new ArrayList<>();
    for (Experiment experiment : experiments) {
      TableResult result = run(experiment, budget);
      results.add(result);
      taker.take(result);
    }
    return results;
  }

  private TableResult run(Experiment experiment, Budget budget)
      throws MpcException, RunFailed, InterruptedException {
    List<Outcome> outcomes = new ArrayList<>();
    Forecast single = null;
    for (PaperRow row : experiment.table().rows()) {
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
                  single.times(limit.crowding(Dlt14.instances(row))),
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
    return Dlt14.result(experiment.table(), outcomes);
  }

  private Forecast forecast(double seconds, int runs) {
    double fixed = START_SECONDS + effort.rehearsal().toMillis() / 1e3;
    return new Forecast(fixed, Math.max(0, seconds - fixed) / (runs + effort.warmup()));
  }

  private Outcome measure(Experiment experiment, PaperRow row, int runs)
      throws MpcException, RunFailed, InterruptedException {
    int instances = Dlt14.instances(row);
    String what =
        experiment.table().label()
            + (instances == 1 ? ", 1 instance" : ", " + instances + " instances");
    EvaluationPlan plan = experiment.plan(row, runs);
    String remark =
        runs < effort.runs()
            ? "%d of %d runs, since it is slow".formatted(runs, effort.runs())
            : "";
    try {
      String progress = "%s (%d of %d rows)".formatted(what, rows - rowsLeft, rows);
      Measured measured = runner.run(plan, heap.orElse(experiment.heap()), progress);
      return new Ran(
          JsonReport.fields(new Result(plan, measured, true, ThisJvm.describe())), remark);
    } catch (RunFailed e) {
      RunFailed named = new RunFailed(e.exitCode(), what + ": " + e.getMessage());
      named.initCause(e);
      throw named;
    }
  }
}
