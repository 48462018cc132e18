package org.schurmpc.core.prep.ledger;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.schurmpc.core.prep.disk.Destruction;
import org.schurmpc.core.prep.disk.KeyName;
import org.schurmpc.core.prep.disk.Replay;

/**
 * Represents the sets and runs that result from the entries of a ledger. These are, R for a run,
 *
 * <pre>
 * sets taken R TERMS KEY ...   a run with these terms and keys begins
 * sets uses R NAME KIND V      it holds this set, of which version V is the last one
 * sets revealed R              it may have revealed values
 * sets next R VERSION          the files of a version that it leaves are complete
 * sets prepared R CONTENT      so is everything else that it leaves
 * sets committed R             what it leaves is in use
 * sets settled R               and all parties have said so
 * sets back R                  it ended without a reveal and without a result
 * sets lost R                  it ended without a result, and may have revealed values
 * sets reset NAME              all operators asked for the version from which values were revealed
 * sets dropped NAME            the set is deleted
 * sets said P N                party P has said that it committed N runs
 * sets bound P CERTIFICATE     party P shows this certificate from now on
 * sets spares KEY ID BLOB N    what moves values from this key is there: N spares
 * sets spare KEY ID I          spare I of these is used, and all before it
 * sets latest KEY ID           all parties have these spares: older ones of the key are deleted
 * sets unspared KEY ID         these spares are deleted
 * keys burnt KEY WHY           everything under the key is deleted
 * </pre>
 *
 * <p>and, for the state at the beginning of a segment, {@code sets set}, {@code sets run} and
 * {@code sets count}. Thread-safe.
 */
final class SetHistory implements Replay {
  /** First word of the entries. */
  static final String WORD = "sets";

  private final SortedMap<String, Held> sets = new TreeMap<>();
  private final SortedMap<RunId, Run> runs = new TreeMap<>();
  private final Map<Integer, Long> said = new TreeMap<>(); // number of runs by party
  private final Map<Integer, String> bound = new TreeMap<>(); // certificate by party
  private final SpareStock spares = new SpareStock();
  private final Set<String> live = new HashSet<>(); // blobs
  private final Set<String> garbage = new HashSet<>(); // blobs that were live
  private long count; // of committed runs

  /** A set: its last version, and why it may not be used, if so. */
  private static final class Held {
    private final SetVersion version;
    private final Optional<Destruction> burnt;
    private boolean lost;

    Held(SetVersion version, Optional<Destruction> burnt, boolean lost) {
      this.version = version;
      this.burnt = burnt;
      this.lost = lost;
    }
  }

  /** A use of a set by a run that is not finished. */
  private record Holding(String name, SetUse.Kind kind, long version) {}

  /** A run that this party has begun and whose end the parties have not settled. */
  private static final class Run {
    private final String terms;
    private final Set<KeyName> keys;
    private final List<Holding> uses = new ArrayList<>();
    private final SortedMap<String, SetVersion> next = new TreeMap<>();
    private RunPhase phase;
    private String content = Standing.NOTHING;

    Run(String terms, Set<KeyName> keys, RunPhase phase) {
      this.terms = terms;
      this.keys = keys;
      this.phase = phase;
    }
  }

  @Override
  public synchronized void apply(String entry) {
    String[] words = entry.split(" ", -1);
    if (!words[0].equals(WORD)) {
      if (words[1].equals("burnt")) {
        burn(KeyName.parse(words[2]), Destruction.of(words[3]));
      }
      return;
    }
    switch (words[1]) {
      case "taken" -> {
        require(!runs.containsKey(RunId.parse(words[2])));
        begin(words, 4, RunPhase.TAKEN);
      }
      case "uses" -> {
        long version = Long.parseLong(words[5]);
        run(words).uses.add(new Holding(words[3], SetUse.Kind.of(words[4]), version));
      }
      case "revealed" -> {
        require(run(words).phase == RunPhase.TAKEN);
        run(words).phase = RunPhase.REVEALED;
      }
      case "next" -> {
        SetVersion version = SetVersion.parse(words, 3);
        require(run(words).next.put(version.name(), version) == null);
        live.addAll(version.parts().values());
      }
      case "prepared" -> {
        RunPhase phase = run(words).phase;
        require(phase == RunPhase.TAKEN || phase == RunPhase.REVEALED);
        run(words).phase = phase == RunPhase.TAKEN ? RunPhase.PREPARED : RunPhase.PREPARED_REVEALED;
        run(words).content = hash(words[3]);
      }
      case "committed" -> commit(run(words));
      case "settled" -> {
        Run run = runs.get(RunId.parse(words[2]));
        if (run != null && run.phase == RunPhase.COMMITTED) { // not by another session before
          run.phase = RunPhase.SETTLED;
        }
      }
      case "back" -> {
        require(run(words).phase.unfinished() && !run(words).phase.revealed());
        drop(words);
      }
      case "lost" -> {
        require(run(words).phase.unfinished());
        loseStates(run(words));
        drop(words);
      }
      case "reset" -> held(words[2]).lost = false;
      case "dropped" -> {
        discard(held(words[2]).version);
        sets.remove(words[2]);
      }
      case "said" ->
          said.merge(Integer.parseInt(words[2]) - 1, Long.parseLong(words[3]), Math::max);
      case "bound" -> bound.put(Integer.parseInt(words[2]) - 1, words[3]);
      case "spares" -> {
        spares.add(words);
        live.add(words[4]);
      }
      case "spare", "latest", "unspared" -> discard(spares.apply(words));
      case "set" -> {
        Optional<Destruction> burnt =
            words[2].equals("-") ? Optional.empty() : Optional.of(Destruction.of(words[2]));
        SetVersion version = SetVersion.parse(words, 4);
        sets.put(version.name(), new Held(version, burnt, words[3].equals("lost")));
        if (burnt.isEmpty()) {
          live.addAll(version.parts().values());
        }
      }
      case "run" -> {
        begin(words, 6, RunPhase.of(words[4]));
        run(words).content = hash(words[5]);
      }
      case "count" -> count = Long.parseLong(words[2]);
      default -> throw new IllegalArgumentException(words[1]);
    }
  }

  private void begin(String[] words, int keysAt, RunPhase phase) {
    Set<KeyName> keys = new TreeSet<>();
    for (String key : Arrays.asList(words).subList(keysAt, words.length)) {
      keys.add(KeyName.parse(key));
    }
    runs.put(RunId.parse(words[2]), new Run(hash(words[3]), keys, phase));
  }

  private static String hash(String word) {
    if (!word.matches("[0-9a-f]{64}")) {
      throw new IllegalArgumentException("no hash: " + word);
    }
    return word;
  }

  private Run run(String[] words) {
    Run run = runs.get(RunId.parse(words[2]));
    require(run != null);
    return run;
  }

  private Held held(String name) {
    Held held = sets.get(name);
    require(held != null);
    return held;
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw new IllegalStateException("out of order");
    }
  }

  private void commit(Run run) {
    require(run.phase.prepared());
    for (SetVersion version : run.next.values()) {
      Held before = sets.put(version.name(), new Held(version, Optional.empty(), false));
      if (before != null) {
        discard(before.version);
      }
    }
    run.next.clear();
    run.uses.clear();
    run.phase = RunPhase.COMMITTED;
    count++;
  }

  private void drop(String[] words) {
    run(words).next.values().forEach(this::discard);
    runs.remove(RunId.parse(words[2]));
  }

  private void loseStates(Run run) {
    for (Holding use : run.uses) {
      Held held = sets.get(use.name());
      if (use.kind() == SetUse.Kind.STATE && held != null) {
        held.lost = true;
      }
    }
  }

  private void discard(SetVersion version) {
    discard(version.parts().values());
  }

  private void discard(Collection<String> blobs) {
    live.removeAll(blobs);
    garbage.addAll(blobs);
  }

  private void burn(KeyName key, Destruction why) {
    discard(spares.remove(key));
    for (Map.Entry<String, Held> each : sets.entrySet()) {
      Held held = each.getValue();
      if (held.version.key().equals(key)) {
        discard(held.version);
        each.setValue(new Held(held.version, Optional.of(why), held.lost));
      }
    }
    for (Run run : runs.values()) {
      if (run.keys.contains(key) && run.phase.prepared()) {
        run.next.values().forEach(this::discard); // whatever it leaves never left this party
        run.next.clear();
        run.phase = run.phase.revealed() ? RunPhase.REVEALED : RunPhase.TAKEN;
        run.content = Standing.NOTHING;
      }
    }
  }

  /** Forgets a run that is settled at all parties. */
  synchronized void forget(RunId id) {
    Run run = runs.get(id);
    require(run != null && run.phase == RunPhase.SETTLED);
    runs.remove(id);
  }

  @Override
  public synchronized Iterator<String> state() {
    List<String> all = new ArrayList<>();
    BiConsumer<String, String> add = (word, rest) -> all.add(WORD + " " + word + " " + rest);
    for (Held held : sets.values()) {
      String burnt = held.burnt.map(Destruction::word).orElse("-");
      String lost = held.lost ? "lost" : "-";
      add.accept("set", burnt + " " + lost + " " + held.version.words());
    }
    for (Map.Entry<RunId, Run> each : runs.entrySet()) {
      Run run = each.getValue();
      StringBuilder text = new StringBuilder();
      text.append(each.getKey()).append(' ').append(run.terms).append(' ');
      text.append(run.phase.word()).append(' ').append(run.content);
      run.keys.forEach(key -> text.append(' ').append(key));
      add.accept("run", text.toString());
      for (Holding use : run.uses) {
        String what = use.name() + " " + use.kind().word() + " " + use.version();
        add.accept("uses", each.getKey() + " " + what);
      }
      for (SetVersion version : run.next.values()) {
        add.accept("next", each.getKey() + " " + version.words());
      }
    }
    said.forEach((party, runs) -> add.accept("said", (party + 1) + " " + runs));
    bound.forEach((party, certificate) -> add.accept("bound", (party + 1) + " " + certificate));
    all.addAll(spares.state());
    add.accept("count", Long.toString(count));
    return all.iterator();
  }

  @Override
  public synchronized boolean keeps(String blob) {
    return live.contains(blob);
  }

  /** Returns the blobs that were in use and are not any more, and forgets them. */
  synchronized Set<String> takeGarbage() {
    Set<String> all = new HashSet<>(garbage);
    garbage.clear();
    return all;
  }

  /** Returns the last version of a set, even if it was burnt. */
  synchronized Optional<SetVersion> version(String name) {
    return Optional.ofNullable(sets.get(name)).map(held -> held.version);
  }

  /** Returns why a set may not be used any more, if so. */
  synchronized Optional<Destruction> burnt(String name) {
    return Optional.ofNullable(sets.get(name)).flatMap(held -> held.burnt);
  }

  /** Returns whether values were revealed from a set's version in a run without a result. */
  synchronized boolean lost(String name) {
    return sets.containsKey(name) && sets.get(name).lost;
  }

  /** Returns the last versions of all sets. */
  synchronized List<SetVersion> versions() {
    return sets.values().stream().map(held -> held.version).toList();
  }

  /** Returns the spares of a key, the oldest first. */
  synchronized List<SpareStock.Spares> spares(KeyName key) {
    return spares.of(key);
  }

  /** Returns all keys of which there are spares. */
  synchronized Set<KeyName> sparedKeys() {
    return spares.keys();
  }

  /** Returns all keys under which there is anything. */
  synchronized Set<KeyName> keys() {
    Set<KeyName> keys = valueKeys();
    keys.addAll(spares.keys());
    return keys;
  }

  /** Returns all keys of sets, and of runs that are not finished. */
  synchronized Set<KeyName> valueKeys() {
    Set<KeyName> keys = new TreeSet<>();
    for (Held held : sets.values()) {
      if (held.burnt.isEmpty()) {
        keys.add(held.version.key());
      }
    }
    for (Run run : runs.values()) {
      if (run.phase.unfinished()) {
        keys.addAll(run.keys);
      }
    }
    return keys;
  }

  /** Returns how far a run has come. */
  synchronized RunPhase phase(RunId id) {
    Run run = runs.get(id);
    return run == null ? RunPhase.NONE : run.phase;
  }

  /** Returns the hash of everything that a run leaves, hex. */
  synchronized String content(RunId id) {
    return runs.get(id).content;
  }

  /** Returns where this party stands in each run. */
  synchronized SortedMap<RunId, Standing> standings() {
    SortedMap<RunId, Standing> all = new TreeMap<>();
    runs.forEach((id, run) -> all.put(id, new Standing(run.phase, run.terms, run.content)));
    return all;
  }

  /** Returns the states that a run without a result would lose, each with its version. */
  synchronized SortedMap<String, Long> states(RunId id) {
    SortedMap<String, Long> states = new TreeMap<>();
    for (Holding use : runs.get(id).uses) {
      if (use.kind() == SetUse.Kind.STATE && use.version() > 0) {
        states.put(use.name(), use.version());
      }
    }
    return states;
  }

  /** Returns the states that are lost, each with its version. */
  synchronized SortedMap<String, Long> lost() {
    SortedMap<String, Long> lost = new TreeMap<>();
    sets.forEach(
        (name, held) -> {
          if (held.lost) {
            lost.put(name, held.version.number());
          }
        });
    return lost;
  }

  /** Returns the unfinished run that holds a set and is to write it, if there is one. */
  synchronized Optional<RunId> writer(String name) {
    for (Map.Entry<RunId, Run> each : runs.entrySet()) {
      boolean writes = each.getValue().uses.stream().anyMatch(use -> use.name().equals(name));
      if (writes && each.getValue().phase.unfinished()) {
        return Optional.of(each.getKey());
      }
    }
    return Optional.empty();
  }

  /** Returns the number of runs that were committed. */
  synchronized long count() {
    return count;
  }

  /** Returns the last number of committed runs that a peer has said. */
  synchronized long said(int party) {
    return said.getOrDefault(party, 0L);
  }

  /** Returns the certificates that parties show, by index, from those of the ledger's beginning. */
  synchronized List<String> certificates(List<String> begun) {
    List<String> all = new ArrayList<>(begun);
    Map<Integer, String> renewed = new HashMap<>(bound);
    renewed.forEach(all::set);
    return all;
  }
}
