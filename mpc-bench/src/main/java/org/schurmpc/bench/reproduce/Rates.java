package org.schurmpc.bench.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.schurmpc.bench.job.TriplesTask;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.monitor.ThroughputPlan;
import org.schurmpc.bench.report.ThroughputReport;
import org.schurmpc.bench.report.ThroughputResult;
import org.schurmpc.bench.reproduce.Outcome.NotRun;
import org.schurmpc.bench.reproduce.Outcome.Ran;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.launch.ThisJvm;
import org.schurmpc.core.abort.MpcException;

/** Measures preprocessing, cell by cell, as far as memory and time allow. */
public final class Rates {
  private final List<RateTable> tables;
  private final RateEffort effort;
  private final long memoryMegabytes;
  private final Optional<HeapSize> heap;
  private final Runner runner;
  private final LongSupplier nanoTime;

  /** How a cell is run. */
  public interface Runner {
    /**
     * Runs it to its end.
     *
     * @param heap of each child
     * @param what for people
     */
    Measured run(ThroughputPlan plan, HeapSize heap, String what)
        throws MpcException, RunFailed, InterruptedException;
  }

  /**
   * Prepares tables; what cannot be run is refused here.
   *
   * @param heap of each child; empty for what its threads need
   * @param nanoTime {@link System#nanoTime}, or a test's
   */
  public Rates(
      List<RateTable> tables,
      RateEffort effort,
      InstanceLimit limit,
      Optional<HeapSize> heap,
      Runner runner,
      LongSupplier nanoTime)
      throws MpcException {
    this.tables = List.copyOf(tables);
    this.effort = effort;
    this.memoryMegabytes = limit.memoryMegabytes();
    this.heap = heap;
    this.runner = runner;
    this.nanoTime = nanoTime;
    for (RateTable table : tables) {
      for (RateCell cell : table.cells()) {
        if (!cell.field().isEmpty()) {
          TriplesTask task = cell.task(effort);
          task.demand(task.configured());
        }
      }
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
    for (RateTable table : tables) {
      List<Outcome> outcomes = new ArrayList<>();
      for (RateCell cell : table.cells()) {
        Optional<String> obstacle = obstacle(cell, budget);
        outcomes.add(obstacle.isPresent() ? new NotRun(obstacle.get()) : measure(table, cell));
      }
      TableResult result = table.result(outcomes);
      results.add(result);
      taker.take(result);
    }
    return results;
  }

  private HeapSize heap(RateCell cell) {
    return heap.orElse(HeapSize.forMaterial(0, cell.threads()));
  }

  private Optional<String> obstacle(RateCell cell, Budget budget) {
    if (cell.field().isEmpty()) {
      return Optional.of("no field here has more than 256 bits");
    }
    long needed = cell.parties() * heap(cell).megabytes();
    if (needed > memoryMegabytes) {
      return Optional.of(
          "the parties take up to %,d MB, this machine has %,d MB"
              .formatted(needed, memoryMegabytes));
    }
    return budget.secondsLeft() > 0
        ? Optional.empty()
        : Optional.of("the time is up (--budget allows more)");
  }

  private Ran measure(RateTable table, RateCell cell)
      throws MpcException, RunFailed, InterruptedException {
    String what = table.paper().label() + ", " + cell.label();
    TriplesTask task = cell.task(effort);
    try {
      Measured measured = runner.run(new ThroughputPlan(task), heap(cell), what);
      return new Ran(
          ThroughputReport.of(
                  new ThroughputResult(task, task.parameters(), measured, ThisJvm.describe()))
              .fields());
    } catch (RunFailed e) {
      RunFailed named = new RunFailed(e.exitCode(), what + ": " + e.getMessage());
      named.initCause(e);
      throw named;
    }
  }
}
