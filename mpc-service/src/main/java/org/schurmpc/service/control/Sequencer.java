package org.schurmpc.service.control;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.schurmpc.core.abort.Disagreement;

/**
 * Party 1's choice of what is next in the log. One entry at a time: it is proposed to this party's
 * own {@link Follower} first, so that no other log is ever ahead of this one, then to all others;
 * when all have forced it, all are told to go on. What a party refuses is declared void by the next
 * entry.
 *
 * <p>Keeps nothing by itself: after a restart, the entries and runs are in {@link LogState}, and
 * all parties say again what requests they have and how far they are.
 *
 * <p>Pure: no I/O; the time is an argument. Used by one thread.
 */
public final class Sequencer {
  private static final int ENDED_TOGETHER = 16;
  private static final long QUIET_MILLIS = 500; // after which the end of one run is declared
  private static final int MOST_REQUESTS = 1 << 18; // of a party, that wait
  private static final int MATERIAL_RETRIES = 10; // pauses before a refused refill is tried again
  private static final String INPUTS_DIFFER = "inputs-differ";

  private final LogState log;
  private final Rulebook rules;
  private final int parties;
  private final Times times;

  private final List<Map<String, Message.Seen>> seen = new ArrayList<>(); // by party
  private final Map<String, Long> since = new LinkedHashMap<>(); // requests, by the first SEEN
  private final TreeMap<Long, RunState[]> states = new TreeMap<>(); // of runs, by party
  private final boolean[] met; // who has greeted on this line
  private final Map<String, Open> sessions = new HashMap<>(); // work sessions by stock
  private final ArrayDeque<Message.Refuse> failing = new ArrayDeque<>();
  private final Map<String, Wanted> wanted = new LinkedHashMap<>(); // refills by job
  private final MaterialPlan material;
  private final Set<String> drops = new LinkedHashSet<>();
  private final Set<String> closing = new LinkedHashSet<>(); // jobs of many clients
  private Optional<String> line = Optional.empty();
  private Proposal proposal; // of the last entry of the log or the next one; null if decided
  private long notBefore;
  private long lastRun; // when all parties began to act on a run
  private long connectedAt; // all parties say again what they have accepted
  private boolean stopping;

  /**
   * How long the sequencer waits, in milliseconds.
   *
   * @param accept for all parties to accept a request that one has accepted
   * @param idle before a work session without runs is closed
   * @param retry after an entry that a party refused as a whole, or a run that was broken off
   */
  public record Times(long accept, long idle, long retry) {}

  private record Open(String job, Place place, long used) {
    Open at(long now) {
      return new Open(job, place, now);
    }
  }

  private record Wanted(String job, int masks) {}

  /** An entry, and what the parties answered. */
  private static final class Proposal {
    private final LogEntry entry;
    private final List<Message.Refuse> refused = new ArrayList<>();
    private final Set<Integer> answered = new LinkedHashSet<>();

    Proposal(LogEntry entry) {
      this.entry = entry;
    }
  }

  /** Creates the sequencer of a service. */
  Sequencer(LogState log, Rulebook rules, int parties, Times times) {
    this.log = log;
    this.rules = rules;
    this.parties = parties;
    this.times = times;
    this.material = new MaterialPlan(rules, parties);
    this.met = new boolean[parties];
    for (int i = 0; i < parties; i++) {
      seen.add(new LinkedHashMap<>());
    }
    // Nobody has said whether the last entry was decided: it is proposed again.
    log.last().ifPresent(entry -> proposal = new Proposal(entry));
  }

  /** Begins with a new line. */
  void connected(String name, long now) {
    lost();
    line = Optional.of(name);
    connectedAt = now;
  }

  /** Ends the line. */
  void lost() {
    line = Optional.empty();
    Arrays.fill(met, false);
    seen.forEach(Map::clear);
    states.clear();
    sessions.clear();
    failing.clear();
    material.lost();
    if (proposal != null) {
      proposal = new Proposal(proposal.entry); // all say again
    }
  }

  /** Proposes no runs and refills from now on. */
  void stop() {
    stopping = true;
  }

  /** Returns whether a run or refill is under way at any party. */
  boolean isBusy() {
    return proposal != null || log.runs().stream().anyMatch(run -> !isKnown(run.entry().run()));
  }

  /**
   * Wants a refill of a job's masks.
   *
   * @param masks number of masks
   */
  void want(String job, int masks) {
    boolean proposed =
        proposal != null
            && proposal.entry instanceof LogEntry.Refill refill
            && refill.job().equals(job);
    boolean underWay =
        log.runs().stream()
            .anyMatch(
                run ->
                    run.entry() instanceof LogEntry.Refill
                        && run.entry().job().equals(job)
                        && run.state().phase().isOpen());
    if (!proposed && !underWay) {
      wanted.put(job, new Wanted(job, masks));
    }
  }

  /** Wants a kept set to be dropped. */
  void drop(String set) {
    drops.add(set);
  }

  /**
   * Closes a job of many clients that waits for an operator: it runs once it can.
   *
   * @return whether enough requests wait
   */
  boolean close(String job, long now) {
    boolean enough =
        rules
            .job(job)
            .filter(terms -> terms.gathering().isPresent())
            .filter(
                terms ->
                    gathered(ready().getOrDefault(job, List.of()), terms, now).size()
                        >= terms.least())
            .isPresent();
    if (enough) {
      closing.add(job);
    }
    return enough;
  }

  /**
   * Takes a message of a party, this one's own included.
   *
   * @throws Disagreement if the party's log is another one
   */
  List<Output> on(int from, Message message, long now) throws Disagreement {
    if (line.isEmpty()) {
      return Output.none();
    }
    if (message instanceof Message.Hello hello) {
      return hello(from, hello);
    }
    if (message instanceof Message.Seen request) {
      if (seen.get(from).size() < MOST_REQUESTS) {
        seen.get(from).put(request.request(), request);
        since.putIfAbsent(request.request(), now);
      }
    } else if (message instanceof Message.Stock stock) {
      material.told(from, stock);
    } else if (message instanceof Message.State state) {
      state(from, RunState.parse(state.text()), now);
    } else if (message instanceof Message.Forced forced) {
      return answer(from, forced.number(), Optional.empty(), now);
    } else if (message instanceof Message.Refuse refuse) {
      return answer(from, refuse.number(), Optional.of(refuse), now);
    }
    return Output.none();
  }

  private List<Output> hello(int from, Message.Hello hello) throws Disagreement {
    boolean same = hello.number() == log.number() && hello.head().equals(log.head());
    boolean behind =
        proposal != null
            && hello.number() == log.number() - 1
            && hello.head().equals(log.headBefore());
    if (!same && !behind) {
      throw new Disagreement(
          "the parties differ in the log: %d entries here, %d at party %d, or others"
              .formatted(log.number(), hello.number(), from + 1));
    }
    met[from] = true;
    if (proposal == null) {
      return log.number() == 0
          ? Output.none()
          : List.of(new Output.Send(from, new Message.Go(log.number())));
    }
    // To others only once it is durable here.
    return from == 0 || proposal.entry.number() == log.number()
        ? List.of(propose(from))
        : Output.none();
  }

  private Output propose(int to) {
    return new Output.Send(to, new Message.Entry(proposal.entry.text()));
  }

  private void state(int from, RunState state, long now) {
    Optional<LogState.OpenRun> run = log.run(state.run());
    if (run.isEmpty()) {
      return;
    }
    states.computeIfAbsent(state.run(), id -> new RunState[parties])[from] = state;
    String job = run.get().entry().job();
    if (state.phase() == RunPhase.COMMITTED) {
      sessions.replaceAll((stock, open) -> open.job().equals(job) ? open.at(now) : open);
    } else {
      sessions.values().removeIf(open -> open.job().equals(job));
    }
    if (state.phase().isOpen()) {
      notBefore = Math.max(notBefore, now + times.retry()); // something was broken off
    }
  }

  private List<Output> answer(int from, long number, Optional<Message.Refuse> refused, long now)
      throws Disagreement {
    if (proposal == null || number != proposal.entry.number() || !proposal.answered.add(from)) {
      return Output.none();
    }
    refused.ifPresent(proposal.refused::add);
    List<Output> out = new ArrayList<>();
    if (from == 0) {
      for (int to = 1; to < parties; to++) {
        if (met[to]) {
          out.add(propose(to));
        }
      }
    }
    if (proposal.answered.size() == parties) {
      out.addAll(decide(now));
    }
    return out;
  }

  private List<Output> decide(long now) throws Disagreement {
    Proposal over = proposal;
    if (!over.refused.isEmpty()) {
      if (over.entry instanceof LogEntry.Voiding) {
        throw new Disagreement("a party does not declare void what a party refused");
      }
      if (over.entry instanceof LogEntry.Make make) {
        material.refused(make.stock(), now + MATERIAL_RETRIES * times.retry()); // runs go on
      } else if (over.refused.stream().allMatch(each -> each.requests().isEmpty())) {
        notBefore = now + times.retry();
      }
      over.refused.stream().filter(each -> !each.requests().isEmpty()).forEach(failing::add);
      return next(new LogEntry.Voiding(log.number() + 1, over.entry.number()));
    }
    proposal = null;
    begun(over.entry, now);
    List<Output> out = new ArrayList<>();
    for (int to = 0; to < parties; to++) {
      out.add(new Output.Send(to, new Message.Go(over.entry.number())));
    }
    return out;
  }

  /** Notes that all parties act on an entry. */
  private void begun(LogEntry entry, long now) {
    boolean fresh = entry.meeting().map(Place::line).equals(line);
    if (entry instanceof LogEntry.Begin begin && fresh) {
      states.remove(begin.run());
      Optional<JobTerms> job = rules.job(begin.job());
      if (begin instanceof LogEntry.Run) {
        lastRun = now;
        closing.remove(begin.job());
        job.ifPresent(
            each -> sessions.put(each.stock(), new Open(each.name(), begin.place(), now)));
      } else {
        job.ifPresent(each -> sessions.remove(each.stock())); // closed by the refill
      }
    } else if (entry instanceof LogEntry.Make make && fresh) {
      material.begun(make);
      if (!rules.makesBesideRuns(make.stock())) {
        sessions.remove(make.stock()); // closed by the refill
      }
    } else if (entry instanceof LogEntry.Settle settle && fresh) {
      states.remove(settle.run());
    } else if (entry instanceof LogEntry.Fail fail) {
      since.remove(fail.request());
      seen.forEach(each -> each.remove(fail.request()));
    } else if (entry instanceof LogEntry.End end) {
      end.runs().forEach(states::remove);
    }
  }

  private List<Output> next(LogEntry entry) {
    proposal = new Proposal(entry);
    return List.of(propose(0));
  }

  // ---------------------------------------------------------------- what is next

  /** Proposes what is next, if anything is. Called after each message, and as time passes. */
  List<Output> poll(long now) {
    if (line.isEmpty() || proposal != null || !allMet()) {
      return Output.none();
    }
    return choose(now).map(this::next).orElse(Output.none());
  }

  private boolean allMet() {
    for (boolean each : met) {
      if (!each) {
        return false;
      }
    }
    return true;
  }

  private long number() {
    return log.number() + 1;
  }

  private Optional<LogEntry> choose(long now) {
    return failed(now)
        .or(() -> now < notBefore ? Optional.empty() : settle())
        .or(() -> stopping ? Optional.empty() : material(now, this::isUrgent))
        .or(() -> now < notBefore || stopping ? Optional.empty() : again())
        .or(() -> now < notBefore || stopping ? Optional.empty() : run(now))
        .or(() -> ended(ENDED_TOGETHER))
        .or(() -> stopping ? Optional.empty() : material(now, stock -> true))
        .or(() -> now < notBefore || stopping ? Optional.empty() : refill())
        .or(this::dropped)
        .or(() -> now - lastRun < QUIET_MILLIS ? Optional.empty() : ended(1))
        .or(() -> idle(now));
  }

  private Optional<LogEntry> failed(long now) {
    while (!failing.isEmpty()) {
      Message.Refuse refuse = failing.peek();
      for (String request : refuse.requests()) {
        if (since.containsKey(request) && log.runOf(request).isEmpty()) {
          return fail(request, refuse.code());
        }
      }
      failing.remove();
    }
    for (Map.Entry<String, Long> each : since.entrySet()) {
      String request = each.getKey();
      if (log.runOf(request).isPresent()) {
        continue;
      }
      if (isSeenByAll(request)) {
        if (!isSame(request)) {
          return fail(request, INPUTS_DIFFER);
        }
      } else if (now - Math.max(each.getValue(), connectedAt) >= times.accept()) {
        return fail(request, "expired");
      }
    }
    return Optional.empty();
  }

  private Optional<LogEntry> fail(String request, String code) {
    return Optional.of(new LogEntry.Fail(number(), request, code));
  }

  private boolean isSeenByAll(String request) {
    return seen.stream().allMatch(each -> each.containsKey(request));
  }

  private boolean isSame(String request) {
    return seen.stream().map(each -> each.get(request)).distinct().count() == 1;
  }

  /** Returns whether all parties have said how far they are in a run, so that none works on it. */
  private boolean isKnown(long run) {
    RunState[] all = states.get(run);
    return all != null && Arrays.stream(all).allMatch(each -> each != null);
  }

  private Optional<LogEntry> settle() {
    for (LogState.OpenRun run : log.runs()) {
      long id = run.entry().run();
      if (isKnown(id)
          && Arrays.stream(states.get(id)).anyMatch(each -> each.phase().isOpen())
          && !isDenied(id)) {
        return Optional.of(new LogEntry.Settle(number(), id, newPlace()));
      }
    }
    return Optional.empty();
  }

  /** Returns whether the parties' states fit no decision. An operator looks at them. */
  private boolean isDenied(long run) {
    List<RunState> all = List.of(states.get(run));
    return RunTable.decide(all, Integer.MAX_VALUE, true).outcome() == RunTable.Outcome.DENIED;
  }

  private Optional<LogEntry> again() {
    for (LogState.OpenRun run : log.runs()) {
      long id = run.entry().run();
      if (run.entry() instanceof LogEntry.Run before
          && isKnown(id)
          && Arrays.stream(states.get(id)).allMatch(each -> each.phase() == RunPhase.BACK)) {
        Optional<JobTerms> job = open(before.job());
        if (job.isPresent() && isIdle(job.get().stock()) && !material.isLacking(job.get())) {
          return Optional.of(
              new LogEntry.Run(
                  number(),
                  id,
                  before.attempt() + 1,
                  before.job(),
                  log.deliveries() + 1,
                  before.deliveries(),
                  place(job.get()),
                  before.requests(),
                  before.sets()));
        }
      }
    }
    return Optional.empty();
  }

  private Optional<JobTerms> open(String job) {
    return rules.isSuspended(job) ? Optional.empty() : rules.job(job);
  }

  private boolean isIdle(String stock) {
    return (rules.makesBesideRuns(stock) || !material.isMaking(stock)) && hasNoRun(stock);
  }

  private boolean hasNoRun(String stock) {
    return log.runs().stream()
        .filter(run -> stockOf(run.entry().job()).filter(stock::equals).isPresent())
        .allMatch(run -> isKnown(run.entry().run()));
  }

  private Optional<String> stockOf(String job) {
    return rules.job(job).map(JobTerms::stock);
  }

  /** Returns the requests that all parties have accepted and no run has, by job, oldest first. */
  private Map<String, List<LogEntry.Item>> ready() {
    Map<String, List<LogEntry.Item>> ready = new LinkedHashMap<>();
    for (String request : since.keySet()) {
      if (isSeenByAll(request) && isSame(request) && log.runOf(request).isEmpty()) {
        Message.Seen first = seen.get(0).get(request);
        ready
            .computeIfAbsent(first.job(), job -> new ArrayList<>())
            .add(new LogEntry.Item(request, first.hash()));
      }
    }
    return ready;
  }

  /** Returns the requests that a job of many clients would run with now, one of each client. */
  private List<LogEntry.Item> gathered(List<LogEntry.Item> ready, JobTerms job, long now) {
    Gathering gathering = job.gathering().orElseThrow();
    long before = gathering.hasTime() ? gathering.closedLast(now) : Long.MAX_VALUE;
    Map<String, LogEntry.Item> places = new LinkedHashMap<>();
    for (LogEntry.Item item : ready) {
      if (places.size() < job.lanes() && since.get(item.request()) < before) {
        places.putIfAbsent(item.client(), item);
      }
    }
    return List.copyOf(places.values());
  }

  /** Returns the requests of the next run of a job; none if it does not run now. */
  private List<LogEntry.Item> lanes(List<LogEntry.Item> ready, JobTerms job, long now) {
    if (job.gathering().isEmpty()) {
      return ready.subList(0, Math.min(ready.size(), job.lanes()));
    }
    List<LogEntry.Item> places = gathered(ready, job, now);
    boolean closed =
        switch (job.gathering().get().close()) {
          case Gathering.FULL -> places.size() == job.lanes();
          case Gathering.OPERATOR -> closing.contains(job.name());
          default -> true; // at its time, with those of before
        };
    return closed && places.size() >= job.least() ? places : List.of();
  }

  /** Requests that wait together become lanes of one run, the oldest one first. */
  private Optional<LogEntry> run(long now) {
    for (Map.Entry<String, List<LogEntry.Item>> each : ready().entrySet()) {
      Optional<JobTerms> job = open(each.getKey());
      if (job.isEmpty() || !isIdle(job.get().stock()) || material.isLacking(job.get())) {
        continue; // a request waits for material that is being made
      }
      List<LogEntry.Item> lanes = lanes(each.getValue(), job.get(), now);
      if (!lanes.isEmpty()) {
        return Optional.of(
            new LogEntry.Run(
                number(),
                log.highestRun() + 1,
                1,
                each.getKey(),
                log.deliveries() + 1,
                lanes.size() * job.get().outputs(),
                place(job.get()),
                lanes,
                new TreeMap<>()));
      }
    }
    return Optional.empty();
  }

  /** Returns whether material of a stock is made before the next run. */
  private boolean isUrgent(String stock) {
    return rules.makesBesideRuns(stock)
        || ready().keySet().stream()
            .flatMap(job -> rules.job(job).stream())
            .anyMatch(job -> job.stock().equals(stock) && material.isLacking(job));
  }

  /** Makes material of a stock, beside its runs or between them. */
  private Optional<LogEntry> material(long now, Predicate<String> which) {
    for (String stock : material.stocks()) {
      if (which.test(stock) && (rules.makesBesideRuns(stock) || isIdle(stock))) {
        Optional<SortedMap<String, LogEntry.Amount>> more = material.next(stock, now);
        if (more.isPresent()) {
          return Optional.of(new LogEntry.Make(number(), stock, newPlace(), more.get()));
        }
      }
    }
    return Optional.empty();
  }

  private Optional<LogEntry> refill() {
    for (Wanted each : List.copyOf(wanted.values())) {
      Optional<JobTerms> job = open(each.job());
      if (job.isPresent() && isIdle(job.get().stock()) && !material.isLacking(job.get())) {
        wanted.remove(each.job());
        sessions.remove(job.get().stock());
        return Optional.of(
            new LogEntry.Refill(
                number(),
                log.highestRun() + 1,
                each.job(),
                log.deliveries() + 1,
                each.masks(),
                newPlace()));
      }
    }
    return Optional.empty();
  }

  private Optional<LogEntry> dropped() {
    if (log.runs().stream().anyMatch(run -> !isOver(run.entry().run()))) {
      return Optional.empty(); // a run may read the set, or have prepared its next version
    }
    Optional<String> set = drops.stream().findFirst();
    set.ifPresent(drops::remove);
    return set.map(name -> new LogEntry.Drop(number(), name));
  }

  /** Returns whether all parties have said that an attempt has ended. */
  private boolean isOver(long run) {
    return isKnown(run) && Arrays.stream(states.get(run)).noneMatch(each -> each.phase().isOpen());
  }

  private Optional<LogEntry> ended(int least) {
    List<Long> runs = new ArrayList<>();
    for (LogState.OpenRun run : log.runs()) {
      long id = run.entry().run();
      if (runs.size() < LogEntry.MOST
          && isKnown(id)
          && Arrays.stream(states.get(id)).allMatch(each -> each.phase().isFinal())
          && Arrays.stream(states.get(id)).map(RunState::detail).distinct().count() == 1) {
        runs.add(id);
      }
    }
    if (runs.size() < least) {
      return Optional.empty();
    }
    for (long id : runs) {
      log.run(id).ifPresent(run -> run.requests().forEach(this::forget));
    }
    return Optional.of(new LogEntry.End(number(), runs));
  }

  private void forget(String request) {
    since.remove(request);
    seen.forEach(each -> each.remove(request));
  }

  private Optional<LogEntry> idle(long now) {
    for (Map.Entry<String, Open> each : sessions.entrySet()) {
      if (isIdle(each.getKey()) && now - each.getValue().used() >= times.idle()) {
        sessions.remove(each.getKey());
        return Optional.of(new LogEntry.Close(number(), each.getValue().place()));
      }
    }
    return Optional.empty();
  }

  /** Returns the work session that is open for a job if its last run was right, or a new one. */
  private Place place(JobTerms job) {
    Open open = sessions.get(job.stock());
    return open != null && open.job().equals(job.name()) ? open.place() : newPlace();
  }

  private Place newPlace() {
    return new Place(line.orElseThrow(), log.highestSession() + 1);
  }
}
