package org.schurmpc.bench.reproduce;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.schurmpc.bench.job.MaterialSource;
import org.schurmpc.bench.monitor.EvaluationPlan;
import org.schurmpc.bench.monitor.Plan;
import org.schurmpc.bench.monitor.ProgramPlan;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.reproduce.StudyCommands.Command;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.core.abort.MpcException;

/** Runs the command lines of rows, each once, as far as the machine and the time allow. */
final class StudyRuns {
  static final String TIME_IS_UP = "the time is up (--budget allows more)";

  /** The command of lines that generate material. */
  private static final String GENERATION = "triples ";

  private final Paper paper;
  private final Effort effort;
  private final Study.Machinery machinery;
  private final Map<String, RowOutcome> outcomes = new HashMap<>();
  private Budget budget;

  StudyRuns(Paper paper, Effort effort, Study.Machinery machinery) {
    this.paper = paper;
    this.effort = effort;
    this.machinery = machinery;
  }

  /** Starts the time for all rows. */
  Budget start() {
    budget = new Budget(effort.budget(), machinery.nanoTime());
    return budget;
  }

  /** Refuses what a protocol does not generate, before anything is run. */
  void check(Sheet sheet) throws MpcException {
    for (Map.Entry<String, Measure.Run> each : sheet.table().runs().entrySet()) {
      Measure.Run run = each.getValue();
      if (run.line().startsWith(GENERATION)
          && sheet.holds(sheet.measure().needs())
          && sheet.holds(run.only())) {
        sheet.command(each.getKey(), Map.of());
      }
    }
  }

  /**
   * Runs the command lines of a row.
   *
   * @param progress what follows the name of a run for people
   */
  void run(Sheet sheet, String progress) throws MpcException, RunFailed, InterruptedException {
    for (Map.Entry<String, Measure.Run> each : sheet.table().runs().entrySet()) {
      String name = each.getKey();
      Measure.Run run = each.getValue();
      if (run.planned() || !sheet.holds(run.only())) {
        continue;
      }
      if (run.kindsOf() == null) {
        sheet.keep(name, run.text(), run(sheet, name, run, progress));
        continue;
      }
      Plan plan = sheet.command(run.kindsOf(), Map.of()).plan();
      for (String kind : ProgramFormulas.kinds((ProgramPlan) plan).keySet()) {
        sheet.give("kind", kind);
        sheet.keep(name + " " + kind, run.text(), run(sheet, name, run, progress));
      }
    }
  }

  private RowOutcome run(Sheet sheet, String name, Measure.Run run, String progress)
      throws MpcException, RunFailed, InterruptedException {
    if (!effort.isShared() && budget.secondsLeft() <= 0) {
      return RowOutcome.notRun(TIME_IS_UP);
    }
    if (effort.quick() && !sheet.holds(run.quick())) {
      return RowOutcome.notRun(run.otherwise());
    }
    if (!sheet.holds(run.needs())) {
      return RowOutcome.notRun(run.lacking());
    }
    String key = name + ": " + line(sheet, name, Map.of());
    if (!outcomes.containsKey(key)) {
      Command command = sheet.command(name, Map.of());
      outcomes.put(key, run(sheet, run, command, progress));
    }
    return outcomes.get(key);
  }

  private RowOutcome run(Sheet sheet, Measure.Run run, Command command, String progress)
      throws MpcException, RunFailed, InterruptedException {
    HeapSize heap = machinery.heap().orElse(command.heap());
    long needed = command.plan().roles().size() * heap.megabytes();
    long there = effort.limit().memoryMegabytes();
    if (!effort.isShared() && needed > there) {
      return RowOutcome.notRun(
          "the processes take up to %,d MB, this machine has %,d MB".formatted(needed, there));
    }
    sheet.give("run", run.text());
    String what = run.what() == null ? sheet.measure().what() : run.what();
    return run(command, heap, sheet.fill(what).orElseThrow(), progress);
  }

  private RowOutcome run(Command command, HeapSize heap, String what, String progress)
      throws MpcException, RunFailed, InterruptedException {
    EvaluationPlan stored =
        command.plan() instanceof EvaluationPlan plan
                && plan.job().material() instanceof MaterialSource.Store
            ? plan
            : null;
    if (stored != null) {
      machinery.stores().fill(stored, machinery.folder());
    }
    try {
      return RowOutcome.ran(
          command.report().apply(machinery.runner().run(command.plan(), heap, what + progress)));
    } catch (RunFailed e) {
      RunFailed named = new RunFailed(e.exitCode(), what + ": " + e.getMessage());
      named.initCause(e);
      throw named;
    } finally {
      if (stored != null) {
        machinery.stores().destroy(stored, machinery.folder());
      }
    }
  }

  /** Returns the command line of one of a row's runs, with values in place of the row's. */
  String line(Sheet sheet, String name, Map<String, String> values) throws MpcException {
    Measure.Run run = sheet.table().runs().get(name);
    return Template.fill(
            run.line() + " " + paper.schedule(),
            each -> {
              String given = values.getOrDefault(each, run.with().get(each));
              return given == null ? sheet.value(each) : sheet.fill(given).orElse(null);
            })
        .orElseThrow(
            () ->
                new IllegalStateException(
                    sheet.row().where() + ": a value is missing in " + run.line()))
        .strip();
  }

  /** Parses a command line; {@code store:STORES} in it is that of stores for this run alone. */
  Command parse(String line) throws MpcException {
    String stores = "store:" + machinery.folder();
    List<String> words =
        Arrays.stream(line.split(" +", -1))
            .map(word -> word.equals("store:STORES") ? stores : word)
            .toList();
    return machinery.commands().parse(words);
  }
}
