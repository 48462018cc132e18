package org.schurmpc.core.prep.ledger;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.prep.disk.Destruction;
import org.schurmpc.core.prep.disk.KeyName;
import org.schurmpc.core.prep.disk.Ledger;
import org.schurmpc.core.prep.disk.Replay;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.session.Session;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one party's shares of named sets between runs, in the ledger of a service, and how far each
 * run has come. A set has versions, which do not change. A run reads versions and leaves new ones;
 * all parties hold what a run leaves, or none uses it. Everything under a key is destroyed when a
 * check with the key fails, in whichever session of the key's store.
 *
 * <p>Create the object, add it to the {@link Dispatcher} with which the {@link Ledger} is opened,
 * then call {@link #start}. For each run call {@link #agree}, and proceed as {@link SetRun} says.
 * What a service notes of a run can be in one group with the steps of the run.
 *
 * <p>A {@link SetUse.Kind#TABLE} can be read by several runs at a time; one run at a time writes a
 * set. Thread-safe; close it when no session of the stores is open any more.
 */
public final class KeptSets implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KeptSets.class);

  private final SetHistory history = new SetHistory();
  private final Map<String, Integer> pins = new HashMap<>(); // number of uses, by blob
  private final Set<String> waste = new HashSet<>(); // blobs that nothing but pins keeps
  private final Map<RunId, SetRun> active = new TreeMap<>();
  private final Map<String, RunId> writers = new HashMap<>(); // by set
  private final Object settling = new Object(); // held while decisions are noted
  private final MovableKeys movable = new MovableKeys(this);
  private GroupCommit commit;
  private KeyGuards guards;
  private volatile Optional<Writer> service = Optional.empty(); // settles its own runs

  /** Creates sets that result from the entries of a ledger. */
  public KeptSets() {}

  /** Lists how a run ended that was broken off. */
  public enum Outcome {
    /** All parties held what it left. */
    COMMITTED,
    /** It left nothing and revealed nothing: it may begin again, with equal inputs. */
    BACK,
    /** It left nothing and may have revealed values: it must not begin again. */
    LOST
  }

  /** Names entries of a service that are noted together with the end of a run. */
  @FunctionalInterface
  public interface Ending {
    /** Returns the entries, without {@code sets} as their first word; none if there are none. */
    List<String> entries(RunId run, Outcome outcome);
  }

  /** Writes groups of entries into the ledger. */
  @FunctionalInterface
  public interface Writer {
    /** Writes a group; durable and applied on return. */
    void write(List<String> entries) throws BadFile;
  }

  Replay replay() {
    return history;
  }

  SetHistory history() {
    return history;
  }

  Ledger ledger() {
    return commit.ledger();
  }

  KeyGuards guards() {
    return guards;
  }

  /**
   * Begins to use the sets, before any session of a store is guarded. Sets under keys that a crash
   * cost are destroyed now.
   *
   * @param commit the writer of the ledger
   * @param stores the stores whose keys sets are under
   */
  public void start(GroupCommit commit, List<StoreDirectory> stores) throws MpcException {
    this.commit = commit;
    this.guards = new KeyGuards(commit, history, this::sweep);
    guards.start(stores);
    sweep();
  }

  /**
   * Lets a service write the entries of its runs and settle them by itself, by {@link #ending}: for
   * other runs, what it has not settled is in use. Moves of sets are settled here.
   *
   * @param writer writes into the same ledger
   */
  public void serve(Writer writer) {
    service = Optional.of(writer);
  }

  /** Returns the keys from which values can be moved. */
  public MovableKeys movable() {
    return movable;
  }

  /**
   * Returns whether nothing under a key can be used any more: it is burnt, or that of a store which
   * is not here any more.
   */
  public boolean isGone(KeyName key) {
    return guards.isGone(key);
  }

  /** Returns the last version of a set that was not destroyed. */
  public Optional<SetVersion> version(String set) {
    return history.burnt(set).isPresent() ? Optional.empty() : history.version(set);
  }

  /**
   * Returns the entries with which a service notes how its run ended; none if the run is finished
   * here, or used no sets.
   *
   * @param outcome COMMITTED counts if this party has prepared the run and its key is intact
   */
  public List<String> ending(RunId run, Outcome outcome) {
    List<String> entries = new ArrayList<>();
    RunPhase phase = history.phase(run);
    if (phase.unfinished()) {
      if (outcome == Outcome.COMMITTED && phase.prepared()) {
        entries.add("%s committed %s".formatted(SetHistory.WORD, run));
      } else if (!phase.revealed()) {
        entries.add("%s back %s".formatted(SetHistory.WORD, run));
      } else {
        entries.add("%s lost %s".formatted(SetHistory.WORD, run));
        if (outcome == Outcome.BACK) { // it may begin again: the service says so
          history
              .states(run)
              .keySet()
              .forEach(set -> entries.add("%s reset %s".formatted(SetHistory.WORD, set)));
        }
      }
    }
    return entries;
  }

  /** Returns whether a move was cut off, and the next agreement settles it. */
  public boolean hasOpenMoves() {
    return history.standings().entrySet().stream()
        .anyMatch(each -> each.getKey().isMove() && each.getValue().phase().unfinished());
  }

  /** Deletes files that are not in use any more, after a service has noted entries. */
  public void tidy() {
    sweep();
  }

  /** Deletes those of some blobs that no entry names. */
  void discard(List<String> blobs) {
    synchronized (this) {
      blobs.stream().filter(blob -> !history.keeps(blob)).forEach(waste::add);
    }
  }

  /** Returns the last versions of all sets, even of those that were destroyed. */
  public List<SetVersion> sets() {
    return history.versions();
  }

  /** Returns why a set may not be used any more, if so. */
  public Optional<Destruction> destroyed(String set) {
    return history.burnt(set);
  }

  /** Returns whether a run revealed values from a state's last version and was not completed. */
  public boolean isLost(String set) {
    return history.lost(set);
  }

  /** Returns how far a run has come at this party. */
  public RunPhase phase(RunId run) {
    return isActive(run) ? RunPhase.ACTIVE : history.phase(run);
  }

  /** Returns the runs that are not settled at all parties, and how far they have come. */
  public SortedMap<RunId, RunPhase> runs() {
    SortedMap<RunId, RunPhase> runs = new TreeMap<>();
    history.standings().keySet().forEach(run -> runs.put(run, phase(run)));
    return runs;
  }

  private synchronized boolean isActive(RunId run) {
    return active.containsKey(run);
  }

  /**
   * Agrees with all parties on a run and the sets that it uses, and on what becomes of runs that
   * were broken off; four rounds.
   *
   * @param ending entries of the service for runs that were broken off
   * @return the run, which the caller closes
   * @throws Disagreement if the parties differ in the run or in a set, or a party denies what it
   *     has said or what another one has committed
   * @throws Refused if a set is missing or is another one than the run wants, another run uses it,
   *     values were revealed from it in a run without a result, or a party shows another
   *     certificate than before
   * @throws BadFile if a set was destroyed
   */
  public static SetRun agree(Session session, KeptSets mine, RunTerms terms, Ending ending)
      throws MpcException {
    return SetAgreement.agree(session, mine, terms, ending);
  }

  /**
   * Notes the certificates that the parties show from now on, if all parties see the same; one
   * round. Call it if an operator has renewed a certificate.
   *
   * @throws Disagreement if the parties do not see the same certificates
   */
  public static void rebind(Session session, KeptSets mine) throws MpcException {
    SetAgreement.rebind(session, mine);
  }

  /**
   * Deletes a set; the parties have agreed on that. A set that does not exist is ignored.
   *
   * @param also entries of the service for the same group
   * @throws Refused if a run uses the set
   */
  public void drop(String set, String... also) throws MpcException {
    synchronized (settling) {
      synchronized (this) {
        requireNoWriter(set);
      }
      List<String> entries = new ArrayList<>();
      if (history.version(set).isPresent()) {
        entries.add("%s dropped %s".formatted(SetHistory.WORD, set));
      }
      entries.addAll(List.of(also));
      note(entries);
    }
    sweep();
  }

  /** Notes that no check is under way, so that a power cut does not cost the sets. */
  public void rest() throws BadFile {
    guards.rest();
  }

  void note(List<String> entries) throws BadFile {
    if (!entries.isEmpty()) {
      if (service.isPresent()) {
        service.get().write(entries);
      } else {
        commit.commit(entries);
      }
    }
  }

  void noteAndSweep(List<String> entries) throws BadFile {
    note(entries);
    sweep();
  }

  private boolean isSettledByService(RunId run) {
    return service.isPresent() && !run.isMove();
  }

  private void requireNoWriter(String set) throws Refused {
    Optional<RunId> writer = Optional.ofNullable(writers.get(set)).or(() -> history.writer(set));
    if (writer.isPresent()) {
      throw new Refused("the set %s is in use by run %s".formatted(set, writer.get()));
    }
  }

  /**
   * Reserves sets for a run that is about to be agreed on.
   *
   * @throws Refused if another run of this program writes one of them
   */
  synchronized void enter(SetRun run) throws Refused {
    if (active.containsKey(run.id())) {
      throw new Refused("another session is at work on run " + run.id());
    }
    for (SetUse use : run.terms().uses()) {
      if (writers.containsKey(use.name())) {
        requireNoWriter(use.name());
      }
    }
    active.put(run.id(), run);
    for (SetUse use : run.terms().uses()) {
      if (use.writes()) {
        writers.put(use.name(), run.id());
      }
    }
  }

  /** Ends the use of sets by a run, whatever became of it. */
  void leave(SetRun run) {
    synchronized (this) {
      active.remove(run.id(), run);
      writers.values().removeIf(run.id()::equals);
      for (SetVersion version : run.read()) {
        for (String blob : version.parts().values()) {
          pins.computeIfPresent(blob, (name, uses) -> uses == 1 ? null : uses - 1);
        }
      }
    }
    sweep();
  }

  /** Keeps the files of a version until the run leaves. */
  synchronized void pin(SetVersion version) {
    version.parts().values().forEach(blob -> pins.merge(blob, 1, Integer::sum));
  }

  /** Returns what this party says before a run. */
  SetStatement statement(RunTerms terms) {
    SortedMap<RunId, Standing> runs = new TreeMap<>(history.standings());
    SortedMap<RunId, SortedMap<String, Long>> losing = new TreeMap<>();
    for (Map.Entry<RunId, Standing> each : runs.entrySet()) {
      if (each.getValue().phase().unfinished() && isSettledByService(each.getKey())) {
        each.setValue(new Standing(RunPhase.ACTIVE, Standing.NOTHING, Standing.NOTHING));
        continue;
      }
      SortedMap<String, Long> states =
          each.getValue().phase().unfinished() ? history.states(each.getKey()) : new TreeMap<>();
      if (!states.isEmpty()) {
        losing.put(each.getKey(), states);
      }
    }
    synchronized (this) {
      for (RunId run : active.keySet()) {
        if (!run.equals(terms.id())) {
          runs.put(run, new Standing(RunPhase.ACTIVE, Standing.NOTHING, Standing.NOTHING));
        }
      }
    }
    return new SetStatement(
        history.count(), runs, history.lost(), losing, new TreeMap<>(terms.resets()));
  }

  /**
   * Notes what the parties have decided on runs that were broken off.
   *
   * @param own the run that the parties agree on
   * @return entries that can wait for the next group
   */
  List<String> settle(SortedMap<RunId, RunTable.Decision> decisions, RunId own, Ending ending)
      throws BadFile {
    List<String> later = new ArrayList<>();
    synchronized (settling) {
      List<String> now = new ArrayList<>();
      for (Map.Entry<RunId, RunTable.Decision> each : decisions.entrySet()) {
        if (each.getKey().equals(own) || !isActive(each.getKey())) {
          addEntries(each.getKey(), each.getValue(), ending, now, later);
        }
      }
      note(now);
    }
    sweep();
    return later;
  }

  private void addEntries(
      RunId run, RunTable.Decision decision, Ending ending, List<String> now, List<String> later) {
    RunPhase phase = history.phase(run);
    boolean unfinished = phase.unfinished();
    if (decision == RunTable.Decision.COMMIT && phase.prepared()) {
      add(run, Outcome.COMMITTED, "committed", ending, now);
    } else if (decision == RunTable.Decision.BACK && unfinished) {
      add(run, Outcome.BACK, "back", ending, now);
    } else if (decision == RunTable.Decision.LOSE && unfinished) {
      add(run, Outcome.LOST, "lost", ending, now);
    } else if (decision == RunTable.Decision.SETTLE && phase == RunPhase.COMMITTED) {
      later.add("%s settled %s".formatted(SetHistory.WORD, run));
    } else if (decision == RunTable.Decision.FORGET && phase == RunPhase.SETTLED) {
      history.forget(run);
    }
  }

  private static void add(
      RunId run, Outcome outcome, String word, Ending ending, List<String> entries) {
    entries.add("%s %s %s".formatted(SetHistory.WORD, word, run));
    entries.addAll(ending.entries(run, outcome));
  }

  /** Deletes files that no version and no run uses any more. */
  private void sweep() {
    Set<String> blobs = history.takeGarbage();
    synchronized (this) {
      waste.addAll(blobs);
      blobs = new HashSet<>(waste);
      blobs.removeAll(pins.keySet());
      waste.removeAll(blobs);
    }
    for (String blob : blobs) {
      try {
        ledger().blobs().delete(blob);
      } catch (BadFile e) {
        LOG.warn("{}", e.getMessage()); // deleted when the ledger is opened next
      }
    }
  }

  /** Returns the keys under which there is anything. */
  public Set<KeyName> keys() {
    return history.keys();
  }

  /** Notes that no check is under way. The ledger and its writer stay open. */
  @Override
  public void close() {
    if (guards != null) {
      guards.close();
    }
  }
}
