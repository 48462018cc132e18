package org.schurmpc.bench.reproduce;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.schurmpc.bench.job.MaterialSource;
import org.schurmpc.bench.job.TriplesTask;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.ProgramPlan;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.monitor.ThroughputPlan;
import org.schurmpc.bench.report.ThroughputReport;
import org.schurmpc.bench.report.ThroughputResult;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.launch.ThisJvm;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;

/**
 * Measures the Vickrey auction of KOS16, section 7.3.1: the online phase with dealt material, and
 * the preprocessing, which the parties make for small auctions. For large ones it is computed: the
 * items that the auction takes, by the rates at which the parties make such items.
 */
public final class Auctions {
  private static final double MS_PER_S = 1e3;
  private static final int RATE_ITEMS = 8192;
  private static final String FIELD = "p128";

  private final PaperTable figure = Kos16.auctions();
  private final RateEffort effort;
  private final boolean quick;
  private final MeasuredPrograms programs;
  private final Rates.Runner runner;
  private final Optional<HeapSize> heap;

  /** Items made in a second, by kind. */
  private final Map<String, Double> rates = new LinkedHashMap<>();

  /**
   * Prepares the figure.
   *
   * @param quick whether to run the smallest auction alone
   * @param runner runs the preprocessing by itself
   * @param heap of each child of {@code runner}; empty for what it needs
   */
  public Auctions(
      RateEffort effort,
      boolean quick,
      MeasuredPrograms programs,
      Rates.Runner runner,
      Optional<HeapSize> heap) {
    this.effort = effort;
    this.quick = quick;
    this.programs = programs;
    this.runner = runner;
    this.heap = heap;
  }

  /**
   * Measures the figure; the first run that fails ends it.
   *
   * @param time what would begin later is not run
   */
  public TableResult run(Duration time, TableResult.Taker taker)
      throws MpcException, RunFailed, InterruptedException {
    Budget budget = new Budget(time, System::nanoTime);
    List<RowResult> rows = new ArrayList<>();
    for (PaperRow row : figure.rows()) {
      String label = row.text("bids");
      if (quick && !rows.isEmpty()) {
        rows.add(RowResult.notRun(row, label, "--quick runs the smallest"));
      } else if (budget.secondsLeft() <= 0) {
        rows.add(RowResult.notRun(row, label, "the time is up (--budget allows more)"));
      } else {
        rows.add(measure(row, label));
      }
    }
    TableResult result = TableResult.of(figure, List.of(), rows);
    taker.take(result);
    return result;
  }

  private RowResult measure(PaperRow row, String label)
      throws MpcException, RunFailed, InterruptedException {
    ReadyCompiler program = ReadyCompiler.of(row).orElseThrow().with("n", bids(row));
    ProgramPlan online = plan(program, new MaterialSource.Dealer());
    Outcome dealt = programs.measure(online, "Figure 11, " + label + " bids, online");
    if (dealt.notRun() != null) {
      return RowResult.notRun(row, label, dealt.notRun());
    }
    Map<String, Object> here = new LinkedHashMap<>();
    here.put("bids", bids(row));
    double millis = dealt.number("median_ms").orElseThrow();
    here.put("online_ms", millis);
    here.put("online_s", millis / MS_PER_S);
    boolean computed = row.text("offline").equals("computed");
    here.put("offline_s", computed ? computed(online) : made(program, label));
    here.put("offline_computed", computed);
    here.put("offline_to_online", ratio(here));
    here.put("items", dealt.value("fields").orElseThrow());
    return RowResult.measured(row, label, here);
  }

  private static int bids(PaperRow row) {
    return row.integer("bids").orElseThrow();
  }

  private static Double ratio(Map<String, Object> here) {
    OptionalDouble offline = RowResult.number(here, "offline_s");
    return offline.isEmpty()
        ? null
        : Double.valueOf(offline.getAsDouble() * MS_PER_S / (double) here.get("online_ms"));
  }

  private ProgramPlan plan(ReadyCompiler program, MaterialSource material) throws MpcException {
    MeasuredPrograms.Times times =
        new MeasuredPrograms.Times(effort.runs(), effort.warmup(), effort.rehearsal());
    return MeasuredPrograms.plan(program.toString(), program.compile(), 1, material, times);
  }

  /** Returns the seconds in which the parties make the material of a run; null if they do not. */
  private Double made(ReadyCompiler program, String label)
      throws MpcException, RunFailed, InterruptedException {
    ProgramPlan plan = plan(program, new MaterialSource.Own());
    Outcome outcome = programs.measure(plan, "Figure 11, " + label + " bids, offline");
    OptionalDouble millis = outcome.number("phases_ms.preprocessing");
    return millis.isEmpty() ? null : Double.valueOf(millis.getAsDouble() / MS_PER_S);
  }

  private double computed(ProgramPlan plan)
      throws MpcException, RunFailed, InterruptedException {
    double seconds = 0;
    Demand demand = plan.work().parts().get(0).unit();
    for (Map.Entry<MaterialKind, Long> quota : demand.quotas().entrySet()) {
      seconds += quota.getValue() / rate(quota.getKey().name());
    }
    return seconds;
  }

  /** Returns the rate of a kind of material, such as "triples" or "inputs of party 1". */
  private double rate(String material) throws MpcException, RunFailed, InterruptedException {
    String kind =
        material.startsWith("inputs of party ")
            ? "input" + material.substring("inputs of party ".length())
            : material.replaceAll("s$", "");
    Double known = rates.get(kind);
    if (known == null) {
      known = measuredRate(kind);
      rates.put(kind, known);
    }
    return known;
  }

  private double measuredRate(String kind) throws MpcException, RunFailed, InterruptedException {
    int items = RATE_ITEMS / effort.divisor();
    OptionalDouble none = OptionalDouble.empty();
    TriplesTask task =
        new RateCell(kind, FIELD, 2, 1, kind, items, items, null, none, none).task(effort);
    Measured measured =
        runner.run(
            new ThroughputPlan(task),
            heap.orElse(HeapSize.forMaterial(0, 1)),
            "Figure 11, rate of " + kind);
    ThroughputReport report =
        ThroughputReport.of(
            new ThroughputResult(task, task.parameters(), measured, ThisJvm.describe()));
    return RowResult.number(report.fields(), "rate_per_s").orElseThrow();
  }
}
