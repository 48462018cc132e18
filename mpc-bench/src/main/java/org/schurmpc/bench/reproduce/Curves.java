package org.schurmpc.bench.reproduce;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.schurmpc.bench.job.MaterialSource;
import org.schurmpc.bench.monitor.ProgramPlan;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.reproduce.Outcome.NotRun;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.program.CompiledProgram;

/**
 * Measures latency and throughput of programs with dealt material (KSS13, section 6): the latency
 * is the time of a batch of n elements in each thread, the throughput the number of elements of all
 * threads by this time. Timed is the computation, from the end of the inputs to the begin of the
 * outputs.
 */
public final class Curves {
  private static final double MS_PER_S = 1e3;

  /** Rounds and bytes of material of a run, above which it has fewer batches. */
  private static final long MOST_ROUNDS = 10_000;

  private static final long MOST_MATERIAL = 64 << 20;

  private final List<PaperTable> figures;
  private final CurveEffort effort;
  private final MeasuredPrograms programs;
  private final LongSupplier nanoTime;

  /**
   * Prepares figures. Their rows are curves, or points that the paper states and no program is
   * named for.
   *
   * @param nanoTime {@link System#nanoTime}, or a test's
   */
  public Curves(
      List<PaperTable> figures,
      CurveEffort effort,
      MeasuredPrograms programs,
      LongSupplier nanoTime) {
    this.figures = List.copyOf(figures);
    this.effort = effort;
    this.programs = programs;
    this.nanoTime = nanoTime;
  }

  /**
   * A point of a curve.
   *
   * @param threads of each party
   * @param width the number of elements that a thread handles at once
   */
  private record Point(PaperRow row, ReadyCompiler program, int threads, int width) {
    String label() {
      return row.text("curve");
    }

    String series() {
      return "%s, %d thread%s".formatted(label(), threads, threads == 1 ? "" : "s");
    }
  }

  /** Measures all figures; the first point that fails ends it. */
  public List<TableResult> run(TableResult.Taker taker)
      throws MpcException, RunFailed, InterruptedException {
    Budget budget = new Budget(effort.budget(), nanoTime);
    List<TableResult> results = new ArrayList<>();
    for (PaperTable figure : figures) {
      TableResult result = run(figure, budget);
      results.add(result);
      taker.take(result);
    }
    return results;
  }

  private TableResult run(PaperTable figure, Budget budget)
      throws MpcException, RunFailed, InterruptedException {
    List<RowResult> rows = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    for (PaperRow row : figure.rows()) {
      Optional<ReadyCompiler> program = ReadyCompiler.of(row);
      if (program.isEmpty()) {
        rows.add(RowResult.notRun(row, row.text("curve"), "a point of the paper"));
        continue;
      }
      for (Point point : points(figure, row, program.get())) {
        Outcome outcome =
            budget.secondsLeft() > 0
                ? measure(figure, point)
                : new NotRun("the time is up (--budget allows more)");
        rows.add(row(point, outcome));
        if (outcome.notRun() != null) {
          notes.add(
              "not run, %s, n = %d: %s".formatted(point.series(), point.width(), outcome.notRun()));
        }
      }
    }
    TableResult result = TableResult.of(figure, List.of(), rows);
    return new TableResult(figure, result.fields(), List.of(), Map.of(), rows, notes);
  }

  private List<Point> points(PaperTable figure, PaperRow row, ReadyCompiler program) {
    List<Integer> widths = effort.widths();
    if (widths.isEmpty()) {
      widths = Numbers.list(figure.setting("widths"));
    }
    List<Point> points = new ArrayList<>();
    for (int threads : inBatches(figure) ? effort.threads() : List.of(1)) {
      for (int width : widths) {
        if (inBatches(figure) || width > 1) { // there is no list of 1
          points.add(new Point(row, program, threads, width));
        }
      }
    }
    return points;
  }

  /** Whether programs of a figure repeat their work, and have threads. */
  private static boolean inBatches(PaperTable figure) {
    return !figure.settings().containsKey("once");
  }

  private Outcome measure(PaperTable figure, Point point)
      throws MpcException, RunFailed, InterruptedException {
    ReadyCompiler program = point.program().with("n", point.width());
    int batches = 1;
    if (inBatches(figure)) {
      program = program.with("threads", point.threads());
      batches = batches(program.compile(), point);
      program = program.with("batches", batches);
    }
    ProgramPlan plan = plan(program.compile(), program, point);
    String what = "%s, %s, n = %d".formatted(figure.label(), point.series(), point.width());
    Outcome outcome = programs.measure(plan, what);
    return outcome instanceof Outcome.Ran ran ? timed(ran, point, batches) : outcome;
  }

  private ProgramPlan plan(CompiledProgram compiled, ReadyCompiler program, Point point)
      throws MpcException {
    MeasuredPrograms.Times times =
        new MeasuredPrograms.Times(effort.runs(), effort.warmup(), effort.rehearsal());
    return MeasuredPrograms.plan(
        program.toString(), compiled, point.threads(), new MaterialSource.Dealer(), times);
  }

  /** Returns how many batches a run has. */
  private int batches(CompiledProgram one, Point point) throws MpcException {
    long byRounds = MOST_ROUNDS / Math.max(1, one.totalCost().rounds());
    long bytes = plan(one, point.program(), point).work().materialBytes();
    long batches = Math.min(byRounds, MOST_MATERIAL / Math.max(1, bytes));
    return (int) Math.max(1, Math.min(effort.batches(), batches));
  }

  /** Returns an outcome with latency and throughput. */
  private static Outcome timed(Outcome.Ran ran, Point point, int batches) {
    double latency = ran.number("phases_ms.compute").orElseThrow() / batches;
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("latency_ms", latency);
    report.put("per_second", point.width() * (double) point.threads() * MS_PER_S / latency);
    report.put("batches", batches);
    report.put("report", ran.report());
    return new Outcome.Ran(report);
  }

  private static RowResult row(Point point, Outcome outcome) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("label", point.label());
    fields.put("series", point.series());
    fields.put("threads", point.threads());
    fields.put("n", point.width());
    fields.put("paper", null);
    fields.put("here", outcome.report());
    fields.put("not_run", outcome.notRun());
    return new RowResult(PaperRow.none(), point.label(), "", fields);
  }
}
