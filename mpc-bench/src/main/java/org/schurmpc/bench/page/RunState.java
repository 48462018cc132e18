package org.schurmpc.bench.page;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.schurmpc.bench.control.Contact;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.control.RunFigures;
import org.schurmpc.bench.job.Schedule;
import org.schurmpc.bench.monitor.Failure;
import org.schurmpc.bench.monitor.Plan;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.bench.monitor.Watcher;

/** Collects the events of a run, in microseconds each. Figures are computed when they are read. */
final class RunState implements Watcher {
  private static final double NANOS_PER_MS = 1e6;
  private static final double MS_PER_S = 1e3;

  /** Between two computations of median and interval, which takes milliseconds. */
  private static final long FIGURES_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final PlanText text;
  private final Schedule schedule;
  private final Runnable progress;
  private final Runnable changed;
  private final PartyRows parties;
  private final RunTimes times = new RunTimes();
  private final long startNanos = System.nanoTime();
  private volatile PageState.Verdict verdict = new PageState.Verdict("running", null, null, null);
  private volatile long endNanos;
  private volatile int warmup;
  private RunTimes.Figures figures = RunTimes.Figures.NONE;
  private long figuresNanos;

  /**
   * Creates the state of a run that has not begun.
   *
   * @param progress called after each pass
   * @param changed called after each event that the page shows
   */
  RunState(Plan plan, Runnable progress, Runnable changed) {
    this.text = PlanText.of(plan);
    this.schedule = plan.task().schedule();
    this.progress = progress;
    this.changed = changed;
    this.parties = new PartyRows(plan.roles(), plan.instances());
  }

  @Override
  public void passEnded() {
    progress.run();
  }

  @Override
  public void called(Role role, Contact contact) {
    parties.called(role, contact);
    changed.run();
  }

  @Override
  public void prepared(Role role) {
    parties.move(role, PartyState.READY);
    changed.run();
  }

  @Override
  public void established(Role role) {
    parties.move(role, PartyState.RUNNING);
    parties.move(Role.dealer(), PartyState.RUNNING); // it serves the parties from now on
    changed.run();
  }

  @Override
  public void runEnded(int run, long nanos) {
    if (run < schedule.warmup()) {
      warmup = run + 1;
    } else {
      times.add(nanos / NANOS_PER_MS);
    }
    changed.run();
  }

  @Override
  public void reported(Role role, int run, RunFigures figures) {
    parties.reported(role, figures);
    changed.run();
  }

  @Override
  public void finished(Role role) {
    parties.move(role, PartyState.DONE);
    changed.run();
  }

  @Override
  public void failed(Failure failure) {
    if (verdict.state().equals("running")) {
      parties.failed(failure);
      changed.run();
    }
  }

  @Override
  public void ended(Optional<RunFailed> failure) {
    endNanos = System.nanoTime();
    verdict =
        failure
            .map(f -> new PageState.Verdict("failed", f.getMessage(), f.exitCode().code(), null))
            .orElseGet(
                () -> {
                  String seed = text.seed().map(String::valueOf).orElse(null);
                  return new PageState.Verdict("verified", null, null, seed);
                });
    changed.run();
  }

  /**
   * Returns the present state.
   *
   * @param last whether the process ends, so that no verdict will come any more
   */
  PageState now(boolean last) {
    PageState.Verdict shown = verdict;
    boolean running = shown.state().equals("running");
    if (running && last) {
      shown = new PageState.Verdict("ended", null, null, null);
    }
    long end = running ? System.nanoTime() : endNanos;
    List<PageState.Party> rows = parties.states();
    return new PageState(
        text.title(),
        text.facts(),
        TimeUnit.NANOSECONDS.toSeconds(end - startNanos),
        shown,
        rows,
        parties.count() - rows.size(),
        runs(!running || last),
        parties.phases(),
        last);
  }

  private synchronized PageState.Runs runs(boolean last) {
    List<Double> millis = times.last();
    int done = times.count();
    long now = System.nanoTime();
    boolean due = figures.count() == 0 || last || now - figuresNanos >= FIGURES_NANOS;
    if (figures.count() != done && due) {
      figures = times.figures();
      figuresNanos = now;
    }
    Double mean = figures.mean();
    return new PageState.Runs(
        warmup,
        schedule.warmup(),
        done,
        schedule.runs(),
        millis,
        figures,
        text.unit(),
        mean == null || mean == 0 ? null : text.items() * MS_PER_S / mean);
  }

  /** Returns the state before any run. */
  static PageState none(boolean last) {
    String state = last ? "ended" : "running";
    return new PageState(
        null,
        Map.of(),
        0,
        new PageState.Verdict(state, null, null, null),
        List.of(),
        0,
        new PageState.Runs(0, 0, 0, 0, List.of(), RunTimes.Figures.NONE, "runs", null),
        List.of(),
        last);
  }
}
