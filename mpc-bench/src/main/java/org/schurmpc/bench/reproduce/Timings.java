package org.schurmpc.bench.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.schurmpc.bench.job.Line;
import org.schurmpc.bench.monitor.EvaluationPlan;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.report.JsonReport;
import org.schurmpc.bench.report.Result;
import org.schurmpc.bench.reproduce.Outcome.NotRun;
import org.schurmpc.bench.reproduce.Outcome.Ran;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.launch.ThisJvm;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Link;

/** Measures tables of times, cell by cell: one AES after the other, then many at once. */
public final class Timings {
  private final TimeEffort effort;
  private final Optional<Link> link;
  private final InstanceLimit limit;
  private final Optional<HeapSize> heap;
  private final Reproduction.Runner runner;
  private final LongSupplier nanoTime;
  private final List<TimedExperiment> experiments = new ArrayList<>();

  /**
   * Prepares tables; what cannot be run is refused here.
   *
   * @param line what the parties' connection imitates, or null
   * @param heap of each child; empty for what its material needs
   */
  public Timings(
      List<PaperTable> tables,
      TimeEffort effort,
      Line line,
      InstanceLimit limit,
      Optional<HeapSize> heap,
      Reproduction.Runner runner)
      throws MpcException {
    this(tables, effort, line, limit, heap, runner, System::nanoTime);
  }

  /** With another clock, for tests. */
  Timings(
      List<PaperTable> tables,
      TimeEffort effort,
      Line line,
      InstanceLimit limit,
      Optional<HeapSize> heap,
      Reproduction.Runner runner,
      LongSupplier nanoTime)
      throws MpcException {
    this.effort = effort;
    this.link = Optional.ofNullable(line).map(Line::link);
    this.limit = limit;
    this.heap = heap;
    this.runner = runner;
    this.nanoTime = nanoTime;
    for (PaperTable table : tables) {
      experiments.add(new TimedExperiment(table, effort, line));
    }
  }

  /**
   * Runs everything; the first cell that fails ends it.
   *
   * @return the results, table by table
   */
  public List<TableResult> run(TableResult.Taker taker)
      throws MpcException, RunFailed, InterruptedException {
    Budget budget = new Budget(effort.budget(), nanoTime);
    List<TableResult> results = new ArrayList<>();
    for (TimedExperiment experiment : experiments) {
      List<Outcome> latency = new ArrayList<>();
      List<Outcome> amortised = new ArrayList<>();
      for (PaperRow row : experiment.table().rows()) {
        Dnnr17.MacChoice mac = Dnnr17.MacChoice.of(row);
        latency.add(measure(experiment, mac, 1, "one after the other", budget));
        amortised.add(measure(experiment, mac, effort.lanes(), "many at once", budget));
      }
      TableResult result = Dnnr17.times(experiment.table(), link, latency, amortised);
      results.add(result);
      taker.take(result);
    }
    return results;
  }

  private Outcome measure(
      TimedExperiment experiment, Dnnr17.MacChoice mac, int lanes, String how, Budget budget)
      throws MpcException, RunFailed, InterruptedException {
    if (budget.secondsLeft() <= 0) {
      return new NotRun("the time is up (--budget allows more)");
    }
    Optional<EvaluationPlan> found = experiment.largest(mac, lanes, limit);
    if (found.isEmpty()) {
      return new NotRun("this machine has too little memory");
    }
    EvaluationPlan plan = found.get();
    String what = "%s, %s, %s".formatted(experiment.table().label(), mac.label(), how);
    try {
      HeapSize size = heap.orElse(TimedExperiment.heap(plan));
      var measured = runner.run(plan, size, what);
      return new Ran(JsonReport.fields(new Result(plan, measured, true, ThisJvm.describe())));
    } catch (RunFailed e) {
      RunFailed named = new RunFailed(e.exitCode(), what + ": " + e.getMessage());
      named.initCause(e);
      throw named;
    }
  }
}
