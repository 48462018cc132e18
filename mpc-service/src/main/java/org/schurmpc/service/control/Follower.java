package org.schurmpc.service.control;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A party's side of the log, party 1's own included: checks what party 1 proposes against what this
 * party knows by itself, has it forced, and acts on it once all parties have.
 *
 * <p>Party 1 may be corrupted. It can delay and reorder. It cannot run what this party has not
 * accepted, or with other inputs, or twice; nor use a number twice, nor take back what all have
 * forced. If it tries, the entry is refused, or this party {@linkplain Output.Stop stops} and drops
 * nothing. Logs that differ between parties are found at the start of the next run, at which all
 * compare their {@link LogState#head}.
 *
 * <p>Pure: no I/O, no clock. Used by one thread.
 */
public final class Follower {
  private static final int PARTY_1 = 0;

  private final LogState log;
  private final Rulebook rules;
  private final Map<String, Message.Seen> seen = new LinkedHashMap<>();
  private final Set<Long> working = new HashSet<>(); // runs of acts that are not over

  private Optional<String> line = Optional.empty(); // of the parties; empty without one
  private Optional<LogEntry> forcing = Optional.empty();
  private long decided; // number of the last entry that holds or is void for sure
  private boolean stopped;

  /** Creates the side of a party whose journal was applied to a state. */
  public Follower(LogState log, Rulebook rules) {
    this.log = log;
    this.rules = rules;
    // Party 1 proposes no entry before the last one; what was acted on was decided.
    this.decided = hasActed(log) ? log.number() : Math.max(0, log.number() - 1);
  }

  private static boolean hasActed(LogState log) {
    return log.runs().stream()
        .filter(run -> run.entry().number() == log.number())
        .anyMatch(run -> run.state().phase() != RunPhase.WAITING);
  }

  /**
   * Begins with a new line, after an end of the one before.
   *
   * @param name 32 hex digits, equal at all parties and never used before
   */
  List<Output> connected(String name) {
    if (stopped) {
      return Output.none();
    }
    line = Optional.of(name);
    List<Output> out = new ArrayList<>();
    out.add(send(new Message.Hello(log.number(), log.head())));
    seen.values().forEach(each -> out.add(send(each)));
    for (LogState.OpenRun run : log.runs()) {
      if (!working.contains(run.entry().run()) && isDecided(run.entry().number())) {
        out.add(state(run));
      }
    }
    return out;
  }

  /** Ends the line. */
  void lost() {
    line = Optional.empty();
  }

  /** Announces a request that this party has accepted durably; again after a restart. */
  List<Output> seen(Message.Seen request) {
    seen.put(request.request(), request);
    return line.isPresent() ? List.of(send(request)) : Output.none();
  }

  /** Forgets a request that has ended at this party. */
  void forget(String request) {
    seen.remove(request);
  }

  /** Says that this party's work on an act of a run is over, whatever became of it. */
  List<Output> worked(long run) {
    working.remove(run);
    Optional<LogState.OpenRun> open = log.run(run);
    open.filter(each -> each.state().phase().isFinal())
        .ifPresent(each -> each.requests().forEach(seen::remove));
    return line.isPresent() && open.isPresent() ? List.of(state(open.get())) : Output.none();
  }

  /** Takes a message of party 1. */
  List<Output> on(Message message) {
    if (stopped || line.isEmpty()) {
      return Output.none();
    }
    if (message instanceof Message.Entry entry) {
      try {
        return entry(LogEntry.parse(entry.text()), entry.text());
      } catch (IllegalArgumentException e) {
        return stop("it sent an entry that is none: " + e.getMessage());
      }
    }
    if (message instanceof Message.Go go) {
      return go(go.number());
    }
    return Output.none();
  }

  private List<Output> entry(LogEntry entry, String text) {
    if (forcing.isPresent()) {
      return forcing.get().text().equals(text)
          ? Output.none()
          : stop("it proposed another entry " + entry.number());
    }
    if (entry.number() == log.number() && entry.number() > 0) {
      return log.last().orElseThrow().text().equals(text)
          ? List.of(answer())
          : stop("entry " + entry.number() + " was another one before");
    }
    if (entry.number() != log.number() + 1) {
      return stop("entry " + entry.number() + " does not follow " + log.number());
    }
    return next(entry);
  }

  /** Takes the entry that follows: so the one before was decided, or is void. */
  private List<Output> next(LogEntry entry) {
    boolean voids = entry instanceof LogEntry.Voiding;
    if (entry instanceof LogEntry.Voiding gone
        && (gone.entry() != log.number() || isDecided(log.number()))) {
      return stop("entry " + gone.entry() + " was decided, and it declares it void");
    }
    if (log.refusal().isPresent() && !voids) {
      return stop("this party refused entry " + log.number() + ", and it goes on");
    }
    List<Output> out = new ArrayList<>();
    if (!isDecided(log.number()) && !voids) {
      out.addAll(decide(false));
    }
    Optional<LogState.Refusal> refusal = refusal(entry, out);
    decided = log.number();
    forcing = Optional.of(entry);
    String note = refusal.map(why -> LogState.refused(entry, why)).orElse(LogState.forced(entry));
    out.add(new Output.Force(note, entry.number()));
    return out;
  }

  /** Takes the news that a forced line is durable and applied. */
  List<Output> durable(long number) {
    if (forcing.isEmpty() || forcing.get().number() != number) {
      return Output.none();
    }
    forcing = Optional.empty();
    return stopped || line.isEmpty() ? Output.none() : List.of(answer());
  }

  /** Takes the news that the line that was to be forced is not on disk. */
  List<Output> notDurable() {
    forcing = Optional.empty();
    return Output.none();
  }

  private Output answer() {
    long number = log.number();
    return send(
        log.refusal()
            .<Message>map(why -> new Message.Refuse(number, why.code(), why.requests()))
            .orElse(new Message.Forced(number)));
  }

  private List<Output> go(long number) {
    if (number != log.number()) {
      return stop("it goes on with entry " + number + ", which this party has not forced");
    }
    if (log.refusal().isPresent()) {
      return stop("it goes on with entry " + number + ", which this party refused");
    }
    return isDecided(number) ? Output.none() : decide(true);
  }

  private List<Output> decide(boolean told) {
    LogEntry entry = log.last().orElseThrow();
    decided = entry.number();
    if (log.refusal().isPresent()) {
      return Output.none();
    }
    List<Output> out = new ArrayList<>();
    if (entry instanceof LogEntry.Voiding) {
      out.add(new Output.Voided(entry));
      return out;
    }
    boolean fresh =
        told && (entry.meeting().isEmpty() || entry.meeting().map(Place::line).equals(line));
    if (entry instanceof LogEntry.Fail fail) {
      seen.remove(fail.request());
    }
    Optional<Long> run = runOf(entry);
    if (run.isPresent() && fresh) {
      working.add(run.get());
    }
    out.add(new Output.Act(entry, fresh));
    if (run.isPresent() && !fresh && !working.contains(run.get()) && line.isPresent()) {
      log.run(run.get()).ifPresent(open -> out.add(state(open)));
    }
    return out;
  }

  private static Optional<Long> runOf(LogEntry entry) {
    if (entry instanceof LogEntry.Begin begin) {
      return Optional.of(begin.run());
    }
    return entry instanceof LogEntry.Settle settle ? Optional.of(settle.run()) : Optional.empty();
  }

  private boolean isDecided(long number) {
    return number <= decided;
  }

  private static Output send(Message message) {
    return new Output.Send(PARTY_1, message);
  }

  private static Output state(LogState.OpenRun run) {
    return send(new Message.State(run.state().text()));
  }

  private List<Output> stop(String why) {
    stopped = true;
    return List.of(new Output.Stop("the parties differ in the log: party 1 is wrong, " + why));
  }

  /** Returns whether this party follows no more. */
  boolean isStopped() {
    return stopped;
  }

  // ---------------------------------------------------------------- what is refused

  /** Returns why this party refuses an entry; suspends a job whose entry must not be. */
  private Optional<LogState.Refusal> refusal(LogEntry entry, List<Output> out) {
    if (entry instanceof LogEntry.Begin begin) {
      return begin(begin, out);
    }
    if (entry instanceof LogEntry.Settle settle) {
      return settle.place().session() <= log.highestSession() || log.run(settle.run()).isEmpty()
          ? whole("unknown-run")
          : Optional.empty();
    }
    if (entry instanceof LogEntry.Make make) {
      return make.place().session() <= log.highestSession() || rules.refusesMaterial(make)
          ? whole("refill")
          : Optional.empty();
    }
    if (entry instanceof LogEntry.Fail fail) {
      return log.runOf(fail.request()).isPresent() ? whole("in-a-run") : Optional.empty();
    }
    if (entry instanceof LogEntry.End end) {
      boolean all =
          end.runs().stream()
              .allMatch(
                  run ->
                      !working.contains(run) // its requests may not have ended yet
                          && log.run(run)
                              .filter(open -> open.state().phase().isFinal())
                              .isPresent());
      return all ? Optional.empty() : whole("not-ended");
    }
    return Optional.empty();
  }

  private static Optional<LogState.Refusal> whole(String code) {
    return Optional.of(new LogState.Refusal(code, List.of()));
  }

  private Optional<LogState.Refusal> begin(LogEntry.Begin entry, List<Output> out) {
    if (entry.first() != log.deliveries() + 1) {
      out.add(
          new Output.Suspend(
              entry.job(), "party 1 left numbers of deliveries out, or used some again"));
      return whole("numbers");
    }
    Optional<JobTerms> job = rules.job(entry.job());
    if (job.isEmpty() || rules.isSuspended(entry.job())) {
      return whole("suspended");
    }
    Optional<LogState.OpenRun> open = log.run(entry.run());
    boolean first = entry.attempt() == 1;
    if (first
        ? entry.run() != log.highestRun() + 1
        : open.isEmpty() || !isNext(open.get(), entry)) {
      return whole(first ? "run-used" : "not-settled");
    }
    if (entry.attempt() > job.get().attempts()) {
      return whole("attempts");
    }
    if (entry instanceof LogEntry.Refill refill && rules.refusesRefill(refill)) {
      return whole("refill");
    }
    return entry instanceof LogEntry.Run run ? run(run, job.get(), out) : Optional.empty();
  }

  private static boolean isNext(LogState.OpenRun open, LogEntry.Begin entry) {
    return open.state().phase() == RunPhase.BACK
        && open.state().attempt() == entry.attempt() - 1
        && open.entry() instanceof LogEntry.Run before
        && entry instanceof LogEntry.Run next
        && before.job().equals(next.job())
        && before.requests().equals(next.requests());
  }

  private Optional<LogState.Refusal> run(LogEntry.Run run, JobTerms job, List<Output> out) {
    int lanes = run.requests().size();
    if (lanes < job.least() || lanes > job.lanes() || run.deliveries() != lanes * job.outputs()) {
      return whole("lanes");
    }
    Set<String> keys = new HashSet<>();
    List<String> refused = new ArrayList<>();
    Optional<String> code = Optional.empty();
    Set<String> clients = new HashSet<>();
    for (LogEntry.Item item : run.requests()) {
      boolean again = job.gathering().isPresent() && !clients.add(item.client());
      if (!keys.add(item.request()) || again) {
        return whole("twice");
      }
      Optional<String> why = request(run, item, out);
      if (why.isPresent() && (code.isEmpty() || code.equals(why))) {
        code = why;
        refused.add(item.request());
      }
    }
    return code.map(why -> new LogState.Refusal(why, refused));
  }

  private Optional<String> request(LogEntry.Run run, LogEntry.Item item, List<Output> out) {
    if (run.attempt() == 1) {
      Message.Seen mine = seen.get(item.request());
      if (mine == null || !mine.job().equals(run.job())) {
        return Optional.of("not-accepted");
      }
      if (!mine.hash().equals(item.hash())) {
        out.add(
            new Output.Suspend(
                run.job(), "party 1 proposed a run with inputs that this party did not accept"));
        return Optional.of("inputs-differ");
      }
      if (log.runOf(item.request()).isPresent()) {
        return Optional.of("in-a-run");
      }
    }
    return rules.refuses(item.request(), run.attempt());
  }
}
