package org.schurmpc.service.control;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.schurmpc.core.crypto.FieldHash;

/**
 * Holds what a party's journal says of the log and of the runs in it: a function of the lines
 * applied, each of which was durable before. So a party that was killed continues from the same
 * state.
 *
 * <p>Safe for use by several threads.
 */
public final class LogState {
  private static final String START = "0".repeat(2 * FieldHash.BYTES);

  private Optional<LogEntry> last = Optional.empty();
  private Optional<Refusal> refusal = Optional.empty(); // of the last entry
  private String before = START; // the head without the last entry
  private String head = START;
  private long deliveries; // the highest number of a delivery in the log
  private long highestRun;
  private int highestSession;
  private final TreeMap<Long, OpenRun> runs = new TreeMap<>();
  private Map<String, OpenRun> runOfRequest; // null after a change of the runs

  /**
   * Why this party refused an entry.
   *
   * @param code the reason
   * @param requests those for which it holds; empty if for the entry as a whole
   */
  record Refusal(String code, List<String> requests) {
    Refusal {
      requests = List.copyOf(requests);
    }
  }

  /**
   * A run that has not ended at all parties, as far as this party knows.
   *
   * @param entry of the last attempt in the log
   * @param state of this party in that attempt
   * @param previous the attempt before, which holds if the entry is voided
   */
  record OpenRun(LogEntry.Begin entry, RunState state, Optional<OpenRun> previous) {
    List<String> requests() {
      return entry instanceof LogEntry.Run run
          ? run.requests().stream().map(LogEntry.Item::request).toList()
          : List.of();
    }

    OpenRun in(RunState next) {
      return new OpenRun(entry, next, previous);
    }
  }

  /** Returns whether a line belongs to this state. */
  public static boolean knows(String line) {
    return line.startsWith("log ") || line.startsWith("run ");
  }

  /** Returns the line that notes an entry. */
  static String forced(LogEntry entry) {
    return "log forced " + entry.text();
  }

  /** Returns the line that notes an entry that this party refuses. */
  static String refused(LogEntry entry, Refusal why) {
    StringBuilder line = new StringBuilder("log refused ").append(why.code());
    line.append(' ').append(why.requests().size());
    why.requests().forEach(each -> line.append(' ').append(each));
    return line.append(' ').append(entry.text()).toString();
  }

  /** Returns the line that notes how far this party is in a run. */
  public static String noted(RunState state) {
    return "run " + state.text();
  }

  /**
   * Applies a line, once it is durable.
   *
   * @throws IllegalArgumentException if the line is none, or does not follow
   */
  public synchronized void apply(String line) {
    runOfRequest = null;
    Words words = new Words(line);
    if (words.word().equals("run")) {
      applyRun(line.substring("run ".length()));
      return;
    }
    switch (words.word()) {
      case "forced" -> {
        LogEntry entry = LogEntry.parse(line.substring("log forced ".length()));
        append(entry, Optional.empty());
        enter(entry);
      }
      case "refused" -> {
        String code = words.code();
        List<String> requests = new ArrayList<>();
        for (int i = words.count(LogEntry.MOST); i > 0; i--) {
          requests.add(words.request());
        }
        append(LogEntry.parse(rest(words)), Optional.of(new Refusal(code, requests)));
      }
      case "at" -> restore(words);
      case "open" -> restoreRun(words);
      default -> throw words.wrong("is no line of a log");
    }
  }

  private static String rest(Words words) {
    StringBuilder rest = new StringBuilder(words.word());
    while (words.hasNext()) {
      rest.append(' ').append(words.word());
    }
    return rest.toString();
  }

  private void append(LogEntry entry, Optional<Refusal> why) {
    if (entry.number() != number() + 1) {
      throw new IllegalArgumentException(
          "entry %d of the log follows entry %d".formatted(entry.number(), number()));
    }
    before = head;
    head = next(head, entry);
    last = Optional.of(entry);
    refusal = why;
    if (entry instanceof LogEntry.Begin begin) {
      // Numbers that do not follow are refused by all, and count nowhere: none is left out.
      deliveries = begin.first() == deliveries + 1 ? lastDelivery(begin) : deliveries;
      highestRun = begin.run() == highestRun + 1 ? begin.run() : highestRun;
    }
    entry.meeting().ifPresent(place -> highestSession = Math.max(highestSession, place.session()));
  }

  static String next(String head, LogEntry entry) {
    return HexFormat.of()
        .formatHex(new FieldHash("log entry").add(head).add(entry.text()).digest());
  }

  private static long lastDelivery(LogEntry.Begin entry) {
    return entry.first() + entry.deliveries() - 1;
  }

  private void enter(LogEntry entry) {
    if (entry instanceof LogEntry.Begin begin) {
      Optional<OpenRun> previous = Optional.ofNullable(runs.get(begin.run()));
      boolean revealed = previous.isPresent() && previous.get().state().revealed();
      runs.put(begin.run(), new OpenRun(begin, RunState.waiting(begin, revealed), previous));
    } else if (entry instanceof LogEntry.Voiding gone) {
      runs.values().stream()
          .filter(run -> run.entry().number() == gone.entry())
          .filter(run -> run.state().phase() == RunPhase.WAITING) // or it was decided
          .findFirst()
          .ifPresent(this::leave);
    } else if (entry instanceof LogEntry.End end) {
      end.runs().forEach(runs::remove);
    }
  }

  private void leave(OpenRun run) {
    runs.remove(run.entry().run());
    run.previous().ifPresent(previous -> runs.put(previous.entry().run(), previous));
  }

  private void applyRun(String text) {
    RunState state = RunState.parse(text);
    OpenRun run = runs.get(state.run());
    if (run == null || !mayFollow(run.state(), state)) {
      throw new IllegalArgumentException("the state '" + text + "' is of no attempt that is open");
    }
    runs.put(state.run(), new OpenRun(run.entry(), state, Optional.empty()));
  }

  private static boolean mayFollow(RunState now, RunState next) {
    boolean open =
        now.phase() == RunPhase.BACK ? next.phase() == RunPhase.FAILED : now.phase().isOpen();
    return open
        && now.attempt() == next.attempt()
        && next.phase().compareTo(now.phase()) > 0
        && (next.revealed() || !now.revealed()); // a reveal is not forgotten
  }

  /** Returns lines that bring a new state to the present one: a checkpoint. */
  public synchronized Iterator<String> state() {
    List<String> lines = new ArrayList<>();
    StringBuilder at = new StringBuilder("log at ");
    at.append(before).append(' ').append(head).append(' ').append(deliveries);
    at.append(' ').append(highestRun).append(' ').append(highestSession);
    at.append(' ').append(refusal.isPresent() ? 1 : 0);
    refusal.ifPresent(
        why -> {
          at.append(' ').append(why.code()).append(' ').append(why.requests().size());
          why.requests().forEach(each -> at.append(' ').append(each));
        });
    last.ifPresent(entry -> at.append(' ').append(entry.text()));
    lines.add(at.toString());
    for (OpenRun run : runs.values()) {
      run.previous().ifPresent(previous -> lines.add(openLine(previous)));
      lines.add(openLine(run));
    }
    return lines.iterator();
  }

  private static String openLine(OpenRun run) {
    return "log open " + run.state().text() + " " + run.entry().text();
  }

  private void restore(Words words) {
    before = words.hash();
    head = words.hash();
    deliveries = words.number();
    highestRun = words.number();
    highestSession = words.count(Integer.MAX_VALUE);
    refusal = Optional.empty();
    if (words.count(1) == 1) {
      String code = words.code();
      List<String> requests = new ArrayList<>();
      for (int i = words.count(LogEntry.MOST); i > 0; i--) {
        requests.add(words.request());
      }
      refusal = Optional.of(new Refusal(code, requests));
    }
    last = words.hasNext() ? Optional.of(LogEntry.parse(rest(words))) : Optional.empty();
  }

  private void restoreRun(Words words) {
    RunState state = RunState.read(words);
    LogEntry.Begin entry = (LogEntry.Begin) LogEntry.parse(rest(words));
    Optional<OpenRun> previous = Optional.ofNullable(runs.get(state.run()));
    runs.put(state.run(), new OpenRun(entry, state, previous));
  }

  /** Returns the number of the last entry; 0 if there is none. */
  public synchronized long number() {
    return last.map(LogEntry::number).orElse(0L);
  }

  synchronized Optional<LogEntry> last() {
    return last;
  }

  /** Returns why this party refused the last entry, if it did. */
  synchronized Optional<Refusal> refusal() {
    return refusal;
  }

  /** Returns the hash of all entries, 64 hex digits. */
  public synchronized String head() {
    return head;
  }

  /** Returns the hash of all entries without the last one. */
  synchronized String headBefore() {
    return before;
  }

  /** Returns the highest number of a delivery in any entry, which the next one exceeds. */
  public synchronized long deliveries() {
    return deliveries;
  }

  synchronized long highestRun() {
    return highestRun;
  }

  synchronized int highestSession() {
    return highestSession;
  }

  synchronized Optional<OpenRun> run(long run) {
    return Optional.ofNullable(runs.get(run));
  }

  synchronized Collection<OpenRun> runs() {
    return List.copyOf(runs.values());
  }

  /** Returns the run that has a request, if there is one. */
  synchronized Optional<OpenRun> runOf(String request) {
    if (runOfRequest == null) {
      runOfRequest = new HashMap<>();
      for (OpenRun run : runs.values()) {
        run.requests().forEach(each -> runOfRequest.putIfAbsent(each, run));
      }
    }
    return Optional.ofNullable(runOfRequest.get(request));
  }

  /** Returns how far this party is in a run that has not ended at all parties. */
  public synchronized Optional<RunState> state(long run) {
    return run(run).map(OpenRun::state);
  }

  /** Returns how far this party is in each run that has not ended at all parties. */
  public synchronized List<RunState> states() {
    return runs.values().stream().map(OpenRun::state).toList();
  }

  /** Returns the job of a run that has not ended at all parties. */
  public synchronized Optional<String> job(long run) {
    return run(run).map(open -> open.entry().job());
  }

  /** Returns the requests of a run by lane; none for a refill. */
  public synchronized List<String> requests(long run) {
    return run(run).map(OpenRun::requests).orElse(List.of());
  }

  /** Returns whether a run is a refill. */
  public synchronized boolean isRefill(long run) {
    return run(run).filter(open -> open.entry() instanceof LogEntry.Refill).isPresent();
  }
}
