package org.schurmpc.service.control;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.crypto.FieldHash;

/**
 * A model of all parties, their disks and lines, in which everything happens in an order that is
 * chosen: messages arrive, lines are forced, workers go on, clients come, parties are killed, lines
 * break. What must always hold is asserted after each event.
 */
final class World {
  static final Sequencer.Times TIMES = new Sequencer.Times(1_000, 60_000, 10);

  private static final Map<String, JobTerms> JOBS =
      Map.of(
          "tag", new JobTerms("tag", "bits", 2, 1, 40, false),
          "sum", new JobTerms("sum", "numbers", 1, 2, 40, false),
          "peek", new JobTerms("peek", "bits", 2, 1, 40, false),
          "redo", new JobTerms("redo", "numbers", 1, 1, 40, true),
          "bid", gathering("bid", Gathering.FULL),
          "late", gathering("late", "00:00"),
          "ask", gathering("ask", Gathering.OPERATOR));

  private static final Map<Message, Message> FRAMED = new ConcurrentHashMap<>(); // of all worlds
  private static final int PATIENCE = 3; // pauses after which a party gives up

  /** Jobs whose evaluation reveals a value before its end. */
  private static final Set<String> REVEALING = Set.of("peek", "redo");

  private static JobTerms gathering(String name, String close) {
    return new JobTerms(name, "numbers", 3, 2, 40, false, Optional.of(new Gathering(2, close)));
  }

  final int parties;
  final Party[] party;
  final Makings makings;
  private final List<Supplier<String>> trace = new ArrayList<>();
  final Map<String, String> jobs = new TreeMap<>(); // of requests
  final Map<String, String[]> inputs = new TreeMap<>(); // hash of a request's inputs, by party
  final Map<String, String> refused = new HashMap<>(); // request to code, at the last party
  int faults;
  int quiet; // events before the first fault
  int liar = -1; // the party that says of each run to be settled what is chosen
  long pause = TIMES.accept(); // what passes when nothing can happen
  private final Choices choices;
  private final Map<Place, Meeting> meetings = new HashMap<>();
  private final Map<Long, String> numbers = new HashMap<>(); // to the run and attempt that uses it
  private final Map<Long, Integer> shown = new HashMap<>(); // runs, to the attempt that revealed
  private final List<String> coming = new ArrayList<>(); // "party request"
  private long now;
  private int lines;
  private boolean connected;

  /** Something that can happen. */
  record Event(Supplier<String> name, Runnable act) {}

  /** A line on its way to the disk, and what follows. */
  private record Forcing(String line, Runnable then) {}

  /** The work of a party on one stock: what waits, and what is under way. */
  private static final class Worker {
    final String stock;
    final ArrayDeque<LogEntry> waiting = new ArrayDeque<>();
    LogEntry entry; // under way
    RunSteps steps;
    RunSteps.Step step;
    boolean waits; // for a disk
    boolean agreeing; // on material
    byte[] said; // of it
    boolean evaluating;
    Place agreedAt; // null if nowhere
    Place closed; // by a refill; null if nowhere
    List<String> agreed = List.of(); // batches

    Worker(String stock) {
      this.stock = stock;
    }

    /** Returns whether a run or a settlement is under way that may wait for other parties. */
    boolean isHeld() {
      return entry != null && !waits && !(entry instanceof LogEntry.Make);
    }
  }

  final class Party {
    final int index;
    List<String> journal = new ArrayList<>();
    final Map<String, RunState> committed = new TreeMap<>(); // request to its run
    final Map<String, String> failed = new TreeMap<>();
    final Set<String> accepted = new HashSet<>();
    final Set<String> shownRequests = new HashSet<>(); // of which this party revealed values
    String stopped;
    String suspended;
    boolean up;
    boolean online;
    LogState log;
    Follower follower;
    Sequencer sequencer; // of the first party
    final ArrayDeque<Forcing> disk = new ArrayDeque<>();
    final Map<String, Worker> workers = new TreeMap<>();
    final Map<Long, String> heads = new HashMap<>(); // of the log at an entry
    final ArrayDeque<Message>[] to; // control messages from this party, by receiver
    final Map<String, Shelf> shelves = new TreeMap<>(); // by stock, on disk
    final Map<String, Makings.Making> makings = new TreeMap<>(); // by stock
    final Map<String, Message.Stock> told = new TreeMap<>(); // likewise

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of queues
    Party(int index) {
      this.index = index;
      this.to = new ArrayDeque[parties];
      Arrays.setAll(to, i -> new ArrayDeque<>());
    }

    void start() {
      up = true;
      log = new LogState();
      journal.forEach(log::apply);
      Rulebook rules = rules(this);
      follower = new Follower(log, rules);
      sequencer = index == 0 ? new Sequencer(log, rules, parties, TIMES) : null;
      workers.clear();
      for (JobTerms job : JOBS.values()) {
        workers.put(job.stock(), new Worker(job.stock()));
      }
      World.this.makings.start(this, workers.keySet());
      for (String request : accepted) {
        if (!committed.containsKey(request) && !failed.containsKey(request)) {
          follower.seen(seen(index, request));
        }
      }
    }

    /** Writes what is chosen of what waits for the disk, and forgets everything else. */
    void kill() {
      int durable = choices.next(disk.size() + 1);
      for (int i = 0; i < durable; i++) {
        write(disk.poll().line);
      }
      if (durable == 0 && choices.next(4) == 0) {
        List<String> checkpoint = new ArrayList<>();
        log.state().forEachRemaining(checkpoint::add);
        journal = checkpoint;
      }
      disk.clear();
      up = false;
      offline();
      for (Worker worker : workers.values()) {
        if (worker.entry != null) {
          worker.entry.meeting().ifPresent(place -> meeting(place).leave());
        }
      }
      World.this.makings.kill(this);
      workers.clear();
    }

    void offline() {
      online = false;
      follower.lost();
      if (sequencer != null) {
        sequencer.lost();
      }
    }

    private void write(String line) {
      journal.add(line);
      log.apply(line);
      heads.put(log.number(), log.head());
      if (line.startsWith("run ")) {
        noted(RunState.parse(line.substring(4)));
      }
    }

    private void noted(RunState state) {
      for (String request : log.run(state.run()).orElseThrow().requests()) {
        if (state.phase() == RunPhase.REVEALED) {
          shownRequests.add(request);
        } else if (state.phase() == RunPhase.COMMITTED) {
          RunState before = committed.put(request, state);
          assertTrue(before == null, () -> request + " has two results");
        } else if (state.phase() == RunPhase.FAILED) {
          failed.put(request, state.detail());
        }
      }
    }

    void force(String line, Runnable then) {
      disk.add(new Forcing(line, then));
    }
  }

  World(int parties, Choices choices) {
    this.parties = parties;
    this.choices = choices;
    this.party = new Party[parties];
    for (int i = 0; i < parties; i++) {
      party[i] = new Party(i);
    }
    this.makings = new Makings(this, choices);
  }

  private Rulebook rules(Party of) {
    return new Rulebook() {
      @Override
      public Optional<JobTerms> job(String name) {
        return Optional.ofNullable(JOBS.get(name));
      }

      @Override
      public boolean isSuspended(String job) {
        return job.equals(of.suspended);
      }

      @Override
      public Optional<String> refuses(String request, int attempt) {
        return of.index == parties - 1
            ? Optional.ofNullable(refused.get(request))
            : Optional.empty();
      }

      @Override
      public boolean refusesMaterial(LogEntry.Make make) {
        return makings.refuses(of, make);
      }

      @Override
      public boolean makesBesideRuns(String stock) {
        return Makings.isBeside(stock);
      }

      @Override
      public SortedMap<String, LogEntry.Amount> portion(
          String stock, SortedMap<String, LogEntry.Amount> wanted) {
        return makings.portion(of, stock, wanted);
      }

      @Override
      public boolean refusesRefill(LogEntry.Refill refill) {
        return false;
      }
    };
  }

  static String stockOf(String job) {
    return JOBS.get(job).stock();
  }

  long now() {
    return now;
  }

  static String hash(String text) {
    return HexFormat.of().formatHex(new FieldHash("test").add(text).digest());
  }

  private Message.Seen seen(int at, String request) {
    return new Message.Seen(request, jobs.get(request), inputs.get(request)[at]);
  }

  /** A request that its client brings to each party in turn, or in an order that is chosen. */
  void request(String name, String job) {
    jobs.put(name, job);
    String[] hashes = new String[parties];
    Arrays.fill(hashes, hash(name));
    inputs.put(name, hashes);
    for (int i = 0; i < parties; i++) {
      coming.add(i + " " + name);
    }
  }

  /** The client never comes to a party: "party request". */
  void missing(String event) {
    coming.remove(event);
  }

  /** Returns what has happened. */
  String trace() {
    return trace.stream().map(Supplier::get).collect(Collectors.joining("\n"));
  }

  /** Runs until nothing more happens. */
  void run() {
    for (Party each : party) {
      each.start();
    }
    int idle = 0;
    int waits = 0;
    for (int events = 0; idle < 3; events++) {
      if (liar >= 0 && events == 5_000) {
        return; // whoever lies of a run can have it settled again and again
      }
      assertTrue(events < 20_000, "no end");
      List<Event> enabled = events();
      if (enabled.isEmpty()) {
        now += pause;
        long time = now;
        trace.add(() -> "time " + time);
        int before = trace.size();
        if (party[0].up) {
          party[0].sequencer.close("ask", now);
        }
        poll();
        waits++;
        if ((events().isEmpty() || waits % PATIENCE == 0) && giveUp()) {
          idle = 0;
        } else if (events().isEmpty() && !makings.isPausing()) {
          idle++;
        } else if (trace.size() > before) {
          idle = 0;
        }
        continue;
      }
      idle = 0;
      Event event = enabled.get(choices.next(enabled.size()));
      trace.add(event.name);
      event.act.run();
      poll();
      check();
    }
  }

  private void poll() {
    Party first = party[0];
    if (first.up && first.stopped == null) {
      apply(first, first.sequencer.poll(now));
    }
  }

  /** A worker that waits for parties which never come loses its line. */
  private boolean giveUp() {
    for (Party each : party) {
      Optional<String> refill = makings.waiting(each);
      if (refill.isPresent()) {
        trace.add(() -> "time-out at " + each.index + " of a refill");
        makings.lose(each, refill.get());
        return true;
      }
      for (Worker worker : each.workers.values()) {
        if (worker.isHeld()) {
          trace.add(() -> "time-out at " + each.index);
          lose(each, worker);
          return true;
        }
      }
    }
    return false;
  }

  private List<Event> events() {
    List<Event> events = new ArrayList<>();
    for (Party each : party) {
      int i = each.index;
      if (!each.up) {
        events.add(new Event(() -> "start " + i, each::start));
        continue;
      }
      for (int to = 0; to < parties; to++) {
        Party receiver = party[to];
        ArrayDeque<Message> queue = each.to[to];
        if (!queue.isEmpty() && receiver.up && receiver.online) {
          Message head = queue.peek();
          events.add(event(i, to, head, () -> arrive(i, receiver, queue)));
        }
      }
      if (!each.disk.isEmpty()) {
        String line = each.disk.peek().line;
        events.add(new Event(() -> "disk " + i + ": " + line, () -> disk(each)));
      }
      each.workers.forEach((stock, worker) -> work(each, stock, worker, events));
      makings.events(each, events);
      if (each.online && !connected) {
        events.add(new Event(() -> "line lost at " + i, each::offline));
      }
    }
    for (String each : coming) {
      int at = Integer.parseInt(each.substring(0, 1));
      if (party[at].up) {
        events.add(new Event(() -> "client " + each, () -> comes(each)));
      }
    }
    if (!connected && Arrays.stream(party).allMatch(each -> each.up && !each.online)) {
      events.add(new Event(() -> "connect", this::connect));
    }
    if (faults > 0 && trace.size() >= quiet && choices.faulty()) {
      faults(events);
    }
    return events;
  }

  private static Event event(int from, int to, Message message, Runnable act) {
    return new Event(() -> from + " to " + to + ": " + message, act);
  }

  private void faults(List<Event> events) {
    if (connected) {
      events.add(fault("line breaks", () -> connected = false));
    }
    for (Party each : party) {
      if (each.up) {
        Event kill = fault("kill " + each.index, () -> kill(each));
        events.add(kill);
        if (makings.isKeeping(each)) {
          events.addAll(Collections.nCopies(2, kill)); // others may have kept what it has not
        }
        for (Worker worker : each.workers.values()) {
          if (worker.isHeld()) {
            events.add(fault("session lost at " + each.index, () -> lose(each, worker)));
          }
        }
        makings
            .waiting(each)
            .ifPresent(
                stock ->
                    events.add(
                        fault("refill lost at " + each.index, () -> makings.lose(each, stock))));
      }
    }
  }

  private void kill(Party at) {
    at.kill();
    connected = false;
  }

  private Event fault(String name, Runnable act) {
    return new Event(
        () -> name,
        () -> {
          faults--;
          act.run();
        });
  }

  private void comes(String event) {
    coming.remove(event);
    Party at = party[Integer.parseInt(event.substring(0, 1))];
    String request = event.substring(2);
    if (at.failed.containsKey(request)) {
      return; // its id has ended here
    }
    at.accepted.add(request);
    apply(at, at.follower.seen(seen(at.index, request)));
  }

  private void connect() {
    connected = true;
    String line = hash("line " + ++lines).substring(0, 32);
    for (Party each : party) {
      each.online = true;
      for (ArrayDeque<Message> queue : each.to) {
        queue.clear();
      }
      if (each.sequencer != null) {
        each.sequencer.connected(line, now);
      }
    }
    for (Party each : party) {
      apply(each, each.follower.connected(line));
      each.to[0].addAll(each.told.values());
    }
  }

  private void arrive(int from, Party to, ArrayDeque<Message> queue) {
    Message message = framed(queue.poll());
    boolean toFollower = message instanceof Message.Entry || message instanceof Message.Go;
    if (toFollower) {
      apply(to, to.follower.on(message));
    } else if (to.stopped == null) {
      try {
        apply(to, to.sequencer.on(from, message, now));
      } catch (Disagreement e) {
        to.stopped = e.getMessage();
      }
    }
  }

  /** Returns a message as it comes out of its frame. */
  private static Message framed(Message message) {
    if (FRAMED.size() > 10_000) {
      FRAMED.clear();
    }
    return FRAMED.computeIfAbsent(message, each -> Message.parse(each.frame(7), 7));
  }

  private void disk(Party at) {
    Forcing next = at.disk.poll();
    at.write(next.line);
    next.then.run();
  }

  private void apply(Party at, List<Output> outputs) {
    for (Output output : outputs) {
      if (output instanceof Output.Send send) {
        if (at.online) {
          at.to[send.to()].add(send.message());
        }
      } else if (output instanceof Output.Force force) {
        at.force(force.line(), () -> apply(at, at.follower.durable(force.number())));
      } else if (output instanceof Output.Act act) {
        act(at, act);
      } else if (output instanceof Output.Stop stop) {
        at.stopped = stop.sentence();
      } else if (output instanceof Output.Suspend suspend) {
        at.suspended = suspend.job();
      }
    }
  }

  private void act(Party at, Output.Act act) {
    if (act.entry() instanceof LogEntry.Fail fail) {
      assertTrue(!at.committed.containsKey(fail.request()), "a result is taken back");
      at.failed.putIfAbsent(fail.request(), fail.code()); // the book keeps the first reason
    } else if (act.fresh() && act.entry() instanceof LogEntry.Make make) {
      makings.act(at, make);
      if (!Makings.isBeside(make.stock())) {
        Worker worker = at.workers.get(make.stock());
        assertTrue(worker.entry == null && worker.waiting.isEmpty(), "a refill waits for a run");
        worker.waiting.add(make);
      }
    } else if (act.fresh() && act.entry() instanceof LogEntry.Begin begin) {
      makings.requireBetween(at, stockOf(begin.job()), begin.place());
      at.workers.get(stockOf(begin.job())).waiting.add(begin);
    } else if (act.fresh() && act.entry() instanceof LogEntry.Settle settle) {
      String job = at.log.run(settle.run()).orElseThrow().entry().job();
      at.workers.get(JOBS.get(job).stock()).waiting.add(settle);
    }
  }

  // ---------------------------------------------------------------- work

  Meeting meeting(Place place) {
    return meetings.computeIfAbsent(place, at -> new Meeting(parties));
  }

  private void work(Party at, String stock, Worker worker, List<Event> events) {
    if (worker.waits) {
      return;
    }
    String who = "worker " + at.index + " " + stock;
    if (worker.entry == null) {
      if (!worker.waiting.isEmpty()) {
        events.add(new Event(() -> who + " begins", () -> begin(at, worker)));
      }
      return;
    }
    boolean exchanges = worker.step instanceof RunSteps.Step.Exchange;
    if (exchanges || worker.agreeing || worker.evaluating) {
      Meeting meeting = meeting(worker.entry.meeting().orElseThrow());
      if (meeting.canHear(at.index)) {
        events.add(new Event(() -> who + " hears", () -> hear(at, worker, meeting)));
      }
      if (meeting.someLeft()) {
        events.add(new Event(() -> who + " loses a peer", () -> lose(at, worker)));
      }
    }
  }

  private void begin(Party at, Worker worker) {
    worker.entry = worker.waiting.poll();
    if (worker.entry instanceof LogEntry.Make make) {
      worker.closed = worker.agreedAt;
      makings.meet(at, make.stock());
      return;
    }
    LogState.OpenRun run =
        at.log
            .run(
                worker.entry instanceof LogEntry.Settle settle
                    ? settle.run()
                    : ((LogEntry.Begin) worker.entry).run())
            .orElseThrow();
    String head = at.heads.get(worker.entry.number());
    if (worker.entry instanceof LogEntry.Settle) {
      JobTerms job = JOBS.get(run.entry().job());
      worker.steps = RunSteps.settle(parties, head, run.state(), job.attempts(), job.rerun());
    } else {
      worker.steps = RunSteps.run(parties, head, run.state());
      LogEntry.Begin begin = (LogEntry.Begin) worker.entry;
      assertTrue(!begin.place().equals(worker.closed), "a run in a session that was closed");
      for (int i = 0; i < begin.deliveries(); i++) {
        String use = begin.run() + " " + begin.attempt();
        String before = numbers.putIfAbsent(begin.first() + i, use);
        assertTrue(before == null || before.equals(use), "a number is used twice");
      }
    }
    next(at, worker, worker.steps.begin());
  }

  private void next(Party at, Worker worker, RunSteps.Step step) {
    worker.step = step;
    if (step instanceof RunSteps.Step.Exchange exchange) {
      send(at, worker, said(at, worker, exchange.mine()));
    } else if (step instanceof RunSteps.Step.Note note) {
      worker.waits = true;
      at.force(
          LogState.noted(note.state()),
          () -> {
            worker.waits = false;
            next(at, worker, worker.steps.noted());
          });
    } else if (step instanceof RunSteps.Step.Work) {
      LogEntry.Run run = (LogEntry.Run) worker.entry;
      requireUnseen(run);
      if (!makings.isTaken()
          || (run.place().equals(worker.agreedAt) && makings.take(at, worker.agreed, run))) {
        evaluate(at, worker);
      } else {
        worker.agreeing = true;
        worker.said = at.shelves.get(worker.stock).said();
        send(at, worker, worker.said);
      }
    } else {
      over(at, worker);
    }
  }

  private void evaluate(Party at, Worker worker) {
    worker.evaluating = true;
    send(at, worker, prepared(at, worker).getBytes(UTF_8));
  }

  /** Agrees on material; whoever finds none has it settled. */
  private void agree(Party at, Worker worker, byte[][] said) {
    LogEntry.Run run = (LogEntry.Run) worker.entry;
    worker.agreeing = false;
    worker.agreedAt = run.place();
    worker.agreed = at.shelves.get(worker.stock).agree(at.index, said);
    if (makings.take(at, worker.agreed, run)) {
      evaluate(at, worker);
    } else {
      lose(at, worker);
    }
  }

  /** What all parties compute of a run: a function of the attempt and of its inputs. */
  private String prepared(Party at, Worker worker) {
    LogEntry.Run run = (LogEntry.Run) worker.entry;
    StringBuilder all = new StringBuilder(run.text());
    run.requests().forEach(each -> all.append(inputs.get(each.request())[at.index]));
    return hash(all.toString());
  }

  /** Requires that no attempt before has shown a value, unless the job allows that. */
  private void requireUnseen(LogEntry.Run run) {
    Integer before = shown.get(run.run());
    assertTrue(
        before == null || before == run.attempt() || JOBS.get(run.job()).rerun(),
        () -> "run %d is evaluated again, and has revealed values".formatted(run.run()));
  }

  /** Notes that a value is revealed, and then sends it. */
  private void reveal(Party at, Worker worker, RunState state) {
    worker.waits = true;
    at.force(
        LogState.noted(state),
        () -> {
          worker.waits = false;
          worker.steps.revealed();
          shown.putIfAbsent(state.run(), state.attempt());
          send(at, worker, new byte[1]);
        });
  }

  /** What a party says; the liar says what it likes of a run to be settled. */
  private byte[] said(Party at, Worker worker, byte[] mine) {
    if (at.index != liar
        || !(worker.entry instanceof LogEntry.Settle)
        || mine.length != RunState.MAX_BYTES) {
      return mine;
    }
    RunState own = at.log.run(runOf(worker.entry)).orElseThrow().state();
    List<RunState> lies = new ArrayList<>(List.of(own));
    for (RunPhase phase : List.of(RunPhase.WAITING, RunPhase.TAKEN, RunPhase.BACK)) {
      lies.add(new RunState(own.run(), own.attempt(), phase, RunState.NONE));
    }
    for (String code : List.of("attempts", "no-stock", "expired", "inputs-differ", "fault")) {
      lies.add(new RunState(own.run(), own.attempt(), RunPhase.FAILED, code));
    }
    lies.add(new RunState(own.run(), own.attempt(), RunPhase.PREPARED, hash("a lie")));
    byte[] text = lies.get(choices.next(lies.size())).text().getBytes(UTF_8);
    return Arrays.copyOf(text, RunState.MAX_BYTES);
  }

  private void send(Party at, Worker worker, byte[] bytes) {
    meeting(worker.entry.meeting().orElseThrow()).send(at.index, bytes);
  }

  private void hear(Party at, Worker worker, Meeting meeting) {
    if (worker.agreeing) {
      agree(at, worker, meeting.hear(at.index, worker.said));
      return;
    }
    try {
      if (worker.evaluating) {
        meeting.hear(at.index, new byte[0]);
        String job = ((LogEntry.Run) worker.entry).job();
        Optional<RunState> revealing =
            REVEALING.contains(job) ? worker.steps.revealing() : Optional.empty();
        if (revealing.isPresent()) {
          reveal(at, worker, revealing.get());
          return;
        }
        worker.evaluating = false;
        next(at, worker, worker.steps.worked(prepared(at, worker)));
      } else {
        byte[] mine = ((RunSteps.Step.Exchange) worker.step).mine();
        next(at, worker, worker.steps.heard(meeting.hear(at.index, mine)));
      }
    } catch (Disagreement e) {
      at.suspended = at.log.run(runOf(worker.entry)).orElseThrow().entry().job();
      lose(at, worker);
    }
  }

  private static long runOf(LogEntry entry) {
    return entry instanceof LogEntry.Settle settle ? settle.run() : ((LogEntry.Begin) entry).run();
  }

  private void lose(Party at, Worker worker) {
    meeting(worker.entry.meeting().orElseThrow()).leave();
    worker.agreeing = false;
    worker.evaluating = false;
    over(at, worker);
  }

  private void over(Party at, Worker worker) {
    long run = runOf(worker.entry);
    worker.entry = null;
    worker.steps = null;
    worker.step = null;
    makings.tell(at, worker.stock); // before what may follow
    apply(at, at.follower.worked(run));
  }

  /** Takes the end of a refill. */
  void refilled(Party at, String stock) {
    Worker worker = at.workers.get(stock);
    if (worker.entry instanceof LogEntry.Make) {
      worker.entry = null;
    }
  }

  // ---------------------------------------------------------------- what must hold

  private void check() {
    for (Party one : party) {
      for (Map.Entry<String, RunState> result : one.committed.entrySet()) {
        for (Party other : party) {
          if (one.index == liar || other.index == liar) {
            continue; // what it holds itself is its own affair
          }
          RunState there = other.committed.get(result.getKey());
          if (there != null) {
            assertEquals(result.getValue(), there, () -> result.getKey() + " has two results");
            continue;
          }
          Optional<LogState.OpenRun> open = other.log.run(result.getValue().run());
          assertTrue(
              open.isPresent()
                  && open.get()
                      .state()
                      .equals(
                          new RunState(
                              result.getValue().run(),
                              result.getValue().attempt(),
                              RunPhase.PREPARED,
                              result.getValue().detail(),
                              result.getValue().revealed())),
              () -> "party " + other.index + " cannot commit " + result);
        }
      }
    }
  }

  /** Requires that each request has one result, or one reason why it has none, at all parties. */
  void requireAllEnded(Set<String> codes) {
    for (String request : jobs.keySet()) {
      for (Party each : party) {
        String code = each.failed.get(request);
        assertTrue(
            each.committed.containsKey(request) != (code != null),
            () -> request + " has no end at " + each.index);
        assertTrue(code == null || codes.contains(code), () -> request + " failed with " + code);
        assertEquals(party[0].failed.get(request), code);
        assertEquals(party[0].committed.get(request), each.committed.get(request));
      }
    }
    for (Party each : party) {
      assertTrue(each.stopped == null && each.suspended == null, each.stopped + each.suspended);
      assertTrue(each.log.runs().isEmpty(), () -> "runs are left: " + each.log.runs());
    }
  }

  /** Returns whether a run of a request has revealed values and failed at a party, with a code. */
  boolean failedAfterReveal(String request, Set<String> codes) {
    return Arrays.stream(party)
        .anyMatch(
            each ->
                each.index != liar
                    && each.shownRequests.contains(request)
                    && each.failed.containsKey(request)
                    && codes.contains(each.failed.get(request)));
  }

  /** Requires that all requests of a job have their results of one run. */
  void requireTogether(String job) {
    List<RunState> runs =
        jobs.keySet().stream()
            .filter(request -> jobs.get(request).equals(job))
            .map(party[0].committed::get)
            .distinct()
            .toList();
    assertEquals(1, runs.size(), () -> job + " has the results " + runs);
  }

  /** Requires that each request has a result at all parties, one and the same. */
  void requireAllDone() {
    for (String request : jobs.keySet()) {
      for (Party each : party) {
        assertTrue(
            each.committed.containsKey(request), () -> request + " has no result at " + each.index);
        assertEquals(party[0].committed.get(request), each.committed.get(request));
      }
    }
    for (Party each : party) {
      assertTrue(each.stopped == null && each.suspended == null, each.stopped + each.suspended);
      assertEquals(party[0].log.head(), each.log.head());
      assertTrue(each.log.runs().isEmpty(), () -> "runs are left: " + each.log.runs());
    }
  }
}
