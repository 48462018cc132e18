package org.schurmpc.bench.reproduce;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.schurmpc.bench.monitor.EvaluationPlan;
import org.schurmpc.bench.monitor.Plan;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.reproduce.Budget.Forecast;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.core.abort.MpcException;

/**
 * Measures tables of a paper, row by row. The {@link Measure} of a table says what its rows run and
 * keep; a {@link Sheet} has the values of a row.
 */
public final class Study {
  /** What the processes of a row take to start and to end. */
  private static final double START_SECONDS = 3;

  private static final double NANOS_PER_S = 1e9;

  private final Paper paper;
  private final Effort effort;
  private final Machinery machinery;
  private final StudyRuns runs;
  private final Map<PaperTable, List<Sheet>> sheets = new LinkedHashMap<>();
  private final int rows;
  private int rowsLeft;

  /**
   * What a study works with.
   *
   * @param heap of each child; empty for what its command needs
   * @param folder that does not exist, for stores
   * @param nanoTime {@link System#nanoTime}, or a test's
   */
  public record Machinery(
      StudyCommands commands,
      StudyCommands.Runner runner,
      Stores stores,
      Path folder,
      Optional<HeapSize> heap,
      LongSupplier nanoTime) {}

  /** Fills stores for runs. */
  public interface Stores {
    /** Fills a store for each party, in a folder, with the material of all runs of a plan. */
    void fill(EvaluationPlan plan, Path folder) throws MpcException;

    /** Destroys the stores in a folder, and the folder. */
    void destroy(EvaluationPlan plan, Path folder) throws MpcException;
  }

  /**
   * Prepares tables.
   *
   * @param tables of the paper
   */
  public Study(Paper paper, List<PaperTable> tables, Effort effort, Machinery machinery)
      throws MpcException {
    this.paper = paper;
    this.effort = effort;
    this.machinery = machinery;
    this.runs = new StudyRuns(paper, effort, machinery);
    int count = 0;
    for (PaperTable table : tables) {
      List<Sheet> all = Sheet.of(table, effort, runs);
      sheets.put(table, all);
      for (Sheet sheet : all) {
        runs.check(sheet);
        count += effort.isShared() && refusal(sheet).isEmpty() ? 1 : 0;
        sheet.forget();
      }
    }
    this.rows = count;
    this.rowsLeft = count;
  }

  /** Returns the number of rows that share the time: those that the machine has room for. */
  public int rows() {
    return rows;
  }

  /**
   * Measures everything, prints it and stores it.
   *
   * @param draws whether plots are written as PNG beside SVG
   */
  public void write(PrintStream out, ResultsFolder folder, boolean draws)
      throws MpcException, RunFailed, InterruptedException {
    StudyOutput output = new StudyOutput(paper, out, folder, draws);
    boolean hurried = effort.quick() && paper.hurried() != null;
    output.begin(hurried ? List.of(paper.hurried()) : List.of());
    output.end(run(output));
  }

  /**
   * Measures everything; the first run that fails ends it.
   *
   * @return the results, table by table
   */
  public List<TableResult> run(TableResult.Taker taker)
      throws MpcException, RunFailed, InterruptedException {
    Budget budget = runs.start();
    List<TableResult> results = new ArrayList<>();
    for (Map.Entry<PaperTable, List<Sheet>> table : sheets.entrySet()) {
      List<RowResult> rowResults = new ArrayList<>();
      List<String> notes = new ArrayList<>();
      Forecast single = null;
      for (Sheet sheet : table.getValue()) {
        Optional<Forecast> forecast = measure(sheet, budget, single);
        single = single == null ? forecast.orElse(null) : single;
        rowResults.add(RowResult.of(sheet));
        notes.addAll(sheet.notes());
        sheet.forget();
      }
      Sheet whole = Sheet.of(table.getKey(), effort, runs, table.getValue());
      TableResult result = TableResult.of(whole, rowResults, notes);
      results.add(result);
      taker.take(result);
    }
    return results;
  }

  /**
   * Runs the command lines of a row.
   *
   * @param single how long the table's first row took, or null
   * @return how long a run took, if rows share the time and this one was run
   */
  private Optional<Forecast> measure(Sheet sheet, Budget budget, Forecast single)
      throws MpcException, RunFailed, InterruptedException {
    Optional<String> skipped = skipped(sheet);
    if (skipped.isEmpty() && effort.isShared()) {
      int counted = sharedRuns(sheet, budget, single);
      sheet.give("runs", Integer.toString(counted));
      if (counted < effort.integer("runs")) {
        String fewer = "%d of %d runs, since it is slow";
        sheet.give("fewer", fewer.formatted(counted, effort.integer("runs")));
      }
      skipped = counted == 0 ? Optional.of(StudyRuns.TIME_IS_UP) : Optional.empty();
    }
    if (skipped.isPresent()) {
      sheet.skip(skipped.get());
      return Optional.empty();
    }
    long start = machinery.nanoTime().getAsLong();
    runs.run(sheet, effort.isShared() ? " (%d of %d rows)".formatted(rows - rowsLeft, rows) : "");
    if (!effort.isShared() || sheet.value("reason") != null) {
      return Optional.empty();
    }
    double seconds = (machinery.nanoTime().getAsLong() - start) / NANOS_PER_S;
    Plan plan = sheet.first().plan();
    double fixed = START_SECONDS + plan.task().schedule().rehearsalMillis() / 1e3;
    return Optional.of(new Forecast(fixed, Math.max(0, seconds - fixed) / plan.task().allRuns()));
  }

  private Optional<String> skipped(Sheet sheet) throws MpcException {
    Measure measure = sheet.measure();
    if (!sheet.holds(measure.needs())) {
      return Optional.of(measure.lacking());
    }
    if (effort.quick() && !sheet.holds(measure.quick())) {
      sheet.give("skipped", "yes");
      return Optional.of(measure.otherwise());
    }
    return effort.isShared() ? refusal(sheet) : Optional.empty();
  }

  /** Returns why the machine has no room for the instances of a row. */
  private Optional<String> refusal(Sheet sheet) throws MpcException {
    int instances = sheet.integer("instances");
    boolean possible = instances > 1 && instances <= effort.limit().most();
    HeapSize heap = new HeapSize(1);
    if (possible) {
      heap = machinery.heap().isPresent() ? machinery.heap().get() : sheet.first().heap();
    }
    return effort.limit().refusal(instances, heap);
  }

  /** Returns the number of counted runs that a row gets of the time; 0 for none. */
  private int sharedRuns(Sheet sheet, Budget budget, Forecast single) throws MpcException {
    int left = rowsLeft--;
    int wanted = effort.integer("runs");
    if (single == null) {
      return budget.runs(wanted);
    }
    Forecast forecast = single.times(effort.limit().crowding(sheet.integer("instances")));
    return budget.runs(wanted, effort.integer("fewest"), effort.integer("warmup"), forecast, left);
  }
}
