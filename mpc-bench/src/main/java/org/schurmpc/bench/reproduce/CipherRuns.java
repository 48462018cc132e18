package org.schurmpc.bench.reproduce;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.schurmpc.bench.monitor.EvaluationPlan;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.report.JsonReport;
import org.schurmpc.bench.report.Result;
import org.schurmpc.bench.reproduce.Outcome.NotRun;
import org.schurmpc.bench.reproduce.Outcome.Ran;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.launch.ThisJvm;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.prep.Demand;

/**
 * Measures ciphers, each measurement once for all tables that show it, as far as memory and time
 * allow.
 */
public final class CipherRuns {
  static final String TIME_IS_UP = "the time is up (--budget allows more)";

  private final LutEffort effort;
  private final CipherPlans plans;
  private final long memoryMegabytes;
  private final Optional<HeapSize> heap;
  private final Reproduction.Runner runner;
  private final Stores stores;
  private final Budget budget;
  private final Map<String, Outcome> outcomes = new HashMap<>();

  /** Fills stores for runs. */
  public interface Stores {
    /**
     * Fills a store for each party with the material of all runs.
     *
     * @param plan a plan of any stores, in place of which those in the folder are filled
     * @param folder for the stores
     */
    void fill(EvaluationPlan plan, Path folder) throws MpcException;

    /** Destroys the stores in a folder, and the folder. */
    void destroy(EvaluationPlan plan, Path folder) throws MpcException;
  }

  /** A measurement of a setting. */
  enum Kind {
    /** Blocks one after the other. */
    LATENCY("one after the other"),
    /** Many blocks at once. */
    ONLINE("many at once"),
    /** Many blocks at once, with material of stores. */
    STORED("from a store"),
    /** Blocks with material that the parties generate. */
    OWN("preprocessing");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** Returns the measurement for people. */
    String text() {
      return text;
    }
  }

  /**
   * Starts the budget.
   *
   * @param heap of each child; empty for what its material needs
   * @param nanoTime {@link System#nanoTime}, or a test's
   */
  public CipherRuns(
      LutEffort effort,
      InstanceLimit limit,
      Optional<HeapSize> heap,
      Reproduction.Runner runner,
      Stores stores,
      LongSupplier nanoTime) {
    this.effort = effort;
    this.plans = new CipherPlans(effort);
    this.memoryMegabytes = limit.memoryMegabytes();
    this.heap = heap;
    this.runner = runner;
    this.stores = stores;
    this.budget = new Budget(effort.budget(), nanoTime);
  }

  LutEffort effort() {
    return effort;
  }

  boolean isTimeUp() {
    return budget.secondsLeft() <= 0;
  }

  /** Returns the material of one block with public inputs. */
  Demand demand(CipherSetting setting) throws MpcException {
    return plans.demand(setting);
  }

  /**
   * Measures a setting, unless it has been measured.
   *
   * @param folder for stores
   */
  Outcome measure(CipherSetting setting, Kind kind, Path folder)
      throws MpcException, RunFailed, InterruptedException {
    String key = kind + ": " + setting.key();
    Outcome known = outcomes.get(key);
    if (known == null) {
      known = measureNow(setting, kind, folder);
      outcomes.put(key, known);
    }
    return known;
  }

  private Outcome measureNow(CipherSetting setting, Kind kind, Path folder)
      throws MpcException, RunFailed, InterruptedException {
    if (isTimeUp()) {
      return new NotRun(TIME_IS_UP);
    }
    if (effort.quick() && kind != Kind.ONLINE && !setting.isQuick()) {
      return new NotRun("--quick measures this of AES-LT between two parties alone");
    }
    EvaluationPlan plan;
    try {
      plan =
          switch (kind) {
            case LATENCY -> plans.latency(setting);
            case ONLINE -> plans.online(setting);
            case STORED -> plans.stored(setting, folder);
            case OWN -> plans.own(setting);
          };
    } catch (Refused e) {
      return new NotRun(e.getMessage());
    }
    HeapSize size = heap.orElse(plan.heap());
    long needed = (plan.job().parties() + (plan.hasDealer() ? 1 : 0)) * size.megabytes();
    if (needed > memoryMegabytes) {
      return new NotRun(
          "the processes take up to %,d MB, this machine has %,d MB"
              .formatted(needed, memoryMegabytes));
    }
    String what = what(setting, kind);
    return kind == Kind.STORED ? stored(plan, size, what, folder) : run(plan, size, what);
  }

  private static String what(CipherSetting setting, Kind kind) {
    int parties = setting.protocol().parties();
    String many = parties == 2 ? "" : ", %d parties".formatted(parties);
    return setting.label() + ", " + kind.text + many;
  }

  private Outcome stored(EvaluationPlan plan, HeapSize size, String what, Path folder)
      throws MpcException, RunFailed, InterruptedException {
    stores.fill(plan, folder);
    try {
      return run(plan, size, what);
    } finally {
      stores.destroy(plan, folder);
    }
  }

  private Outcome run(EvaluationPlan plan, HeapSize size, String what)
      throws MpcException, RunFailed, InterruptedException {
    try {
      Measured measured = runner.run(plan, size, what);
      return new Ran(JsonReport.fields(new Result(plan, measured, false, ThisJvm.describe())));
    } catch (RunFailed e) {
      RunFailed named = new RunFailed(e.exitCode(), what + ": " + e.getMessage());
      named.initCause(e);
      throw named;
    }
  }
}
