package org.schurmpc.bench.reproduce;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.schurmpc.bench.job.MaterialSource;
import org.schurmpc.bench.monitor.EvaluationPlan;
import org.schurmpc.bench.monitor.Measured;
import org.schurmpc.bench.monitor.Plan;
import org.schurmpc.bench.monitor.ProgramPlan;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.reproduce.Budget.Forecast;
import org.schurmpc.bench.reproduce.Commands.Command;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;

/**
 * Measures tables of a paper: row by row, each command line once, as far as the machine and the
 * time allow. The {@link Measure} of a table says what its rows run and keep.
 */
public final class Study {
  /** What the processes of a row take to start and to end. */
  private static final double START_SECONDS = 3;

  private static final double NANOS_PER_S = 1e9;
  private static final String TIME_IS_UP = "the time is up (--budget allows more)";

  private final Paper paper;
  private final Effort effort;
  private final Machinery machinery;
  private final Map<PaperTable, List<Sheet>> sheets = new LinkedHashMap<>();
  private final Map<String, Outcome> outcomes = new HashMap<>();
  private final int rows;
  private int rowsLeft;
  private Budget budget;

  /**
   * What a study works with.
   *
   * @param heap of each child; empty for what its command needs
   * @param folder that does not exist, for stores
   * @param nanoTime {@link System#nanoTime}, or a test's
   */
  public record Machinery(
      Commands commands,
      Commands.Runner runner,
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
    int count = 0;
    for (PaperTable table : tables) {
      List<Sheet> all = new ArrayList<>();
      for (PaperRow row : table.measured()) {
        if (!Sheet.of(this, table, row, Map.of()).holds(table.measure().only())) {
          continue;
        }
        for (Map<String, String> point : points(table, row)) {
          all.add(Sheet.of(this, table, row, point));
        }
      }
      sheets.put(table, all);
      for (Sheet sheet : effort.isShared() ? all : List.<Sheet>of()) {
        count += refusal(sheet).isEmpty() ? 1 : 0;
        sheet.forget();
      }
    }
    this.rows = count;
    this.rowsLeft = count;
  }

  Effort effort() {
    return effort;
  }

  InstanceLimit limit() {
    return effort.limit();
  }

  /** Returns the number of rows that share the time: those that the machine has room for. */
  public int rows() {
    return rows;
  }

  /** Returns the combinations of values of the lists for each of which a row is measured. */
  private List<Map<String, String>> points(PaperTable table, PaperRow row) throws MpcException {
    Measure measure = table.measure();
    Sheet sheet = Sheet.of(this, table, row, Map.of());
    List<Map<String, String>> points = List.of(Map.of());
    for (String list : sheet.holds(measure.needs()) ? measure.each() : List.<String>of()) {
      if (row.has(list)) {
        continue;
      }
      List<Map<String, String>> more = new ArrayList<>();
      for (Map<String, String> point : points) {
        for (String value : sheet.value(list).toString().split(",", -1)) {
          if (Integer.parseInt(value) >= measure.least()) {
            Map<String, String> next = new LinkedHashMap<>(point);
            next.put(list, value);
            more.add(next);
          }
        }
      }
      points = more;
    }
    return points;
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
    budget = new Budget(effort.budget(), machinery.nanoTime());
    List<TableResult> results = new ArrayList<>();
    for (PaperTable table : sheets.keySet()) {
      TableResult result = measure(table);
      results.add(result);
      taker.take(result);
    }
    return results;
  }

  private TableResult measure(PaperTable table)
      throws MpcException, RunFailed, InterruptedException {
    Measure measure = table.measure();
    List<RowResult> results = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    Forecast single = null;
    for (Sheet sheet : sheets.get(table)) {
      Optional<Forecast> forecast = measure(sheet, single);
      single = single == null ? forecast.orElse(null) : single;
      String label = sheet.fill(measure.label()).orElse("");
      sheet.give("label", label);
      Map<String, Object> fields = sheet.fields(measure.fields());
      PaperRow printed = sheet.holds(measure.printed()) ? sheet.row() : PaperRow.none();
      String verdict = sheet.fill(measure.verdict()).orElse("");
      results.add(new RowResult(printed, label, verdict, fields));
      notes.addAll(sheet.notes());
      sheet.forget();
    }
    Sheet whole = Sheet.of(this, table, sheets.get(table));
    List<String> settings = new ArrayList<>();
    for (String line : measure.settings()) {
      whole.fill(line).filter(text -> !text.isEmpty()).ifPresent(settings::add);
    }
    Map<String, String> words = new LinkedHashMap<>();
    for (Map.Entry<String, String> word : measure.words().entrySet()) {
      words.put(word.getKey(), whole.fill(word.getValue()).orElseThrow());
    }
    whole.fill(measure.end()).filter(text -> !text.isEmpty()).ifPresent(notes::add);
    return new TableResult(table, whole.fields(measure.table()), settings, words, results, notes);
  }

  /**
   * Runs the command lines of a row.
   *
   * @param single how long the table's first row took, or null
   * @return how long a run took, if rows share the time and this one was run
   */
  private Optional<Forecast> measure(Sheet sheet, Forecast single)
      throws MpcException, RunFailed, InterruptedException {
    Optional<String> skipped = skipped(sheet);
    if (skipped.isEmpty() && effort.isShared()) {
      int runs = sharedRuns(sheet, single);
      sheet.give("runs", Integer.toString(runs));
      skipped = runs == 0 ? Optional.of(TIME_IS_UP) : Optional.empty();
      if (runs > 0 && runs < effort.integer("runs")) {
        sheet.give(
            "fewer", "%d of %d runs, since it is slow".formatted(runs, effort.integer("runs")));
      }
    }
    long start = machinery.nanoTime().getAsLong();
    for (Map.Entry<String, Measure.Run> each : sheet.measure().runs().entrySet()) {
      Measure.Run run = each.getValue();
      if (!run.planned() && sheet.holds(run.only())) {
        if (skipped.isPresent()) {
          sheet.keep(each.getKey(), "all", Outcome.notRun(skipped.get()));
        } else if (run.kindsOf() == null) {
          sheet.keep(each.getKey(), run.text(), run(sheet, each.getKey(), Map.of()));
        } else {
          Plan plan = command(sheet, run.kindsOf(), Map.of()).plan();
          for (String kind : ProgramFormulas.kinds((ProgramPlan) plan).keySet()) {
            Outcome outcome = run(sheet, each.getKey(), Map.of("kind", kind));
            sheet.keep(each.getKey() + " " + kind, run.text(), outcome);
          }
        }
      }
    }
    if (skipped.isPresent() || !effort.isShared() || sheet.value("reason") != null) {
      return Optional.empty();
    }
    double seconds = (machinery.nanoTime().getAsLong() - start) / NANOS_PER_S;
    Plan plan = command(sheet, sheet.measure().runs().keySet().iterator().next(), Map.of()).plan();
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
    if (instances <= 1 || instances > limit().most()) {
      return limit().refusal(instances, new HeapSize(1));
    }
    HeapSize heap =
        machinery.heap().isPresent()
            ? machinery.heap().get()
            : command(sheet, sheet.measure().runs().keySet().iterator().next(), Map.of()).heap();
    return limit().refusal(instances, heap);
  }

  /** Returns the number of counted runs that a row gets of the time; 0 for none. */
  private int sharedRuns(Sheet sheet, Forecast single) throws MpcException {
    int left = rowsLeft--;
    return single == null
        ? budget.runs(effort.integer("runs"))
        : budget.runs(
            effort.integer("runs"),
            effort.integer("fewest"),
            effort.integer("warmup"),
            single.times(limit().crowding(sheet.integer("instances"))),
            left);
  }

  /** Returns the command line of one of a row's runs, with values in place of the row's. */
  private String line(Sheet sheet, String name, Map<String, String> values) throws MpcException {
    Measure.Run run = sheet.measure().runs().get(name);
    return Template.fill(
            run.line() + " " + paper.schedule(),
            each -> {
              String given = values.getOrDefault(each, run.with().get(each));
              return given == null ? sheet.value(each) : sheet.fill(given).orElse(null);
            })
        .orElseThrow(
            () ->
                new IllegalStateException(
                    sheet.row().where() + ": a value is missing in " + run.line()));
  }

  /** Returns the command of one of a row's runs, with values in place of the row's. */
  Command command(Sheet sheet, String name, Map<String, String> values) throws MpcException {
    String line = line(sheet, name, values);
    Optional<Command> known = sheet.command(line);
    if (known.isPresent()) {
      return known.get();
    }
    List<String> words = new ArrayList<>();
    for (String word : line.strip().split(" +", -1)) {
      words.add(word.equals("store:STORES") ? "store:" + machinery.folder() : word);
    }
    Command command = machinery.commands().parse(words);
    sheet.remember(line, command);
    return command;
  }

  /** Runs one of a row's command lines, unless it was run, or something speaks against it. */
  Outcome run(Sheet sheet, String name, Map<String, String> values)
      throws MpcException, RunFailed, InterruptedException {
    Measure.Run run = sheet.measure().runs().get(name);
    if (!effort.isShared() && budget.secondsLeft() <= 0) {
      return Outcome.notRun(TIME_IS_UP);
    }
    if (effort.quick() && !sheet.holds(run.quick())) {
      return Outcome.notRun(run.otherwise());
    }
    Command command;
    String line;
    try {
      line = line(sheet, name, values);
      command = command(sheet, name, values);
    } catch (Refused e) {
      return Outcome.notRun(e.getMessage());
    }
    String key = name + ": " + line;
    Outcome known = outcomes.get(key);
    if (known != null) {
      return known;
    }
    HeapSize heap = machinery.heap().orElse(command.heap());
    long needed = command.plan().roles().size() * heap.megabytes();
    if (!effort.isShared() && needed > limit().memoryMegabytes()) {
      return Outcome.notRun(
          "the processes take up to %,d MB, this machine has %,d MB"
              .formatted(needed, limit().memoryMegabytes()));
    }
    sheet.give("run", run.text());
    sheet.give("label", sheet.fill(sheet.measure().label()).orElse(""));
    values.forEach(sheet::give);
    String what = run.what() == null ? sheet.measure().what() : run.what();
    known = run(command, heap, sheet.fill(what).orElseThrow());
    outcomes.put(key, known);
    return known;
  }

  private Outcome run(Command command, HeapSize heap, String what)
      throws MpcException, RunFailed, InterruptedException {
    String progress =
        effort.isShared() ? "%s (%d of %d rows)".formatted(what, rows - rowsLeft, rows) : what;
    boolean stored =
        command.plan() instanceof EvaluationPlan plan
            && plan.job().material() instanceof MaterialSource.Store;
    if (stored) {
      machinery.stores().fill((EvaluationPlan) command.plan(), machinery.folder());
    }
    try {
      Measured measured = machinery.runner().run(command.plan(), heap, progress);
      return Outcome.ran(command.report().apply(measured));
    } catch (RunFailed e) {
      RunFailed named = new RunFailed(e.exitCode(), what + ": " + e.getMessage());
      named.initCause(e);
      throw named;
    } finally {
      if (stored) {
        machinery.stores().destroy((EvaluationPlan) command.plan(), machinery.folder());
      }
    }
  }
}
