package org.schurmpc.service.work;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.eval.KeptInputs;
import org.schurmpc.core.eval.KeptOutputs;
import org.schurmpc.core.eval.KeptValues;
import org.schurmpc.core.eval.MovableKey;
import org.schurmpc.core.prep.disk.KeyName;
import org.schurmpc.core.prep.ledger.KeptSets;
import org.schurmpc.core.prep.ledger.MovableKeys;
import org.schurmpc.core.prep.ledger.RunId;
import org.schurmpc.core.prep.ledger.RunTerms;
import org.schurmpc.core.prep.ledger.SetRun;
import org.schurmpc.core.prep.ledger.SetUse;
import org.schurmpc.core.prep.ledger.SetVersion;
import org.schurmpc.core.session.Session;
import org.schurmpc.service.control.LogEntry;
import org.schurmpc.service.control.LogState;
import org.schurmpc.service.control.RunPhase;
import org.schurmpc.service.control.RunState;

/**
 * What is kept in an attempt of a run, at this party: the sets that the job reads and makes, and
 * masks of clients, all under the key of the material of the attempt.
 *
 * <p>Sets under another key are moved, and stay under the new one: a transaction of its own, before
 * the attempt is taken. Masks, which no other run uses, are moved in memory in each attempt. Steps
 * of the attempt are in one group with those of the sets.
 */
final class RunSets implements AutoCloseable {
  private static final String PART = "values";
  private static final int MOST_MOVES = 3;
  private static final byte NOTHING = 0;
  private static final byte MOVE = 1;
  private static final byte SETTLE = 2;

  private final KeptSets sets;
  private final PlannedJob job;
  private final Evaluation evaluation;
  private final RunId id;
  private final int requests;
  private final String digest;
  private final List<KeptValues> secrets = new ArrayList<>();
  private final SortedMap<String, SortedMap<String, long[]>> next = new TreeMap<>();
  private final List<String> ending = new ArrayList<>(); // entries of the commit
  private KeyName key; // of the material; null if nothing kept depends on it
  private SetRun run; // null if the job uses no set
  private boolean spared; // in this attempt
  private List<String> prepared = List.of(); // entries of the spares

  /**
   * Creates what an attempt keeps.
   *
   * @param head of the log at the entry
   */
  RunSets(KeptSets sets, WorkSession session, LogEntry.Run entry, String head) {
    this.sets = sets;
    this.job = session.job();
    this.evaluation = session.evaluation();
    this.id = new RunId(entry.run(), entry.attempt());
    this.requests = entry.requests().size();
    this.digest =
        HexFormat.of()
            .formatHex(
                new FieldHash("run of a job").add(job.job().publicDigest()).add(head).digest());
  }

  private Session session() {
    return evaluation.session();
  }

  /**
   * Chooses the material of the attempt, moves the job's sets to its key, and agrees on all of
   * them.
   *
   * @param masks the keys of the masks by lane; material is taken under the most frequent one if
   *     there is enough, so that few masks are moved
   * @throws Refused if a set is not there, or another one than the job wants, or cannot be used
   */
  void begin(List<KeyName> masks) throws MpcException {
    if (job.sets().isEmpty() && !job.moves()) {
      return;
    }
    // Sets would be moved to and fro.
    key = evaluation.key(requests, job.sets().isEmpty() ? mostFrequent(masks) : Optional.empty());
    if (job.sets().isEmpty()) {
      return;
    }
    try {
      if (job.moves()) {
        moveSets();
      }
      SortedSet<KeyName> keys = new TreeSet<>(List.of(key));
      List<SetUse> uses = job.sets().stream().map(set -> set.use(key)).toList();
      run = agree(new RunTerms(id, digest, keys, uses));
    } catch (BadFile e) {
      throw new Refused(e.getMessage(), e); // a key is burnt: no attempt will be better
    }
  }

  static Optional<KeyName> mostFrequent(List<KeyName> keys) {
    SortedMap<KeyName, Integer> counts = new TreeMap<>();
    keys.forEach(each -> counts.merge(each, 1, Integer::sum));
    Optional<KeyName> most = Optional.empty();
    for (KeyName each : counts.keySet()) {
      if (most.isEmpty() || counts.get(each) > counts.get(most.get())) {
        most = Optional.of(each);
      }
    }
    return most;
  }

  private SetRun agree(RunTerms terms) throws MpcException {
    return KeptSets.agree(session(), sets, terms, (of, outcome) -> List.of());
  }

  // ---------------------------------------------------------------- moves

  private void moveSets() throws MpcException {
    for (int round = 0; round < MOST_MOVES; round++) {
      List<SetVersion> old = new ArrayList<>();
      for (SetPort set : job.sets()) {
        if (set.reads()) {
          sets.version(set.name()).filter(each -> !each.key().equals(key)).ifPresent(old::add);
        }
      }
      byte wish = sets.hasOpenMoves() ? SETTLE : old.isEmpty() ? NOTHING : MOVE;
      byte[][] all = session().exchangeAll(new byte[] {wish});
      if (Arrays.stream(all).allMatch(each -> each[0] == NOTHING)) {
        return;
      }
      if (Arrays.stream(all).allMatch(each -> each[0] == MOVE)) {
        move(old, RunId.ofMove(id, round));
        return;
      }
      // A move was cut off, perhaps when one party had committed it: this settles it.
      SortedSet<KeyName> keys = new TreeSet<>(List.of(key));
      agree(new RunTerms(RunId.ofMove(id, round), digest, keys, List.of())).close();
    }
    throw new Disagreement("the parties differ in the keys of sets");
  }

  private void move(List<SetVersion> old, RunId as) throws MpcException {
    SortedMap<KeyName, List<SetVersion>> byKey = new TreeMap<>();
    old.forEach(each -> byKey.computeIfAbsent(each.key(), of -> new ArrayList<>()).add(each));
    SortedSet<KeyName> keys = new TreeSet<>(byKey.keySet());
    keys.add(key);
    List<SetUse> uses = old.stream().map(each -> SetUse.move(each, key)).toList();
    try (SetRun moving = agree(new RunTerms(as, digest, keys, uses))) {
      moving.take();
      FieldHash about = new FieldHash("moved sets");
      for (Map.Entry<KeyName, List<SetVersion>> each : byKey.entrySet()) {
        List<KeptValues> values = new ArrayList<>();
        for (SetVersion version : each.getValue()) {
          values.add(read(moving, version.name()));
        }
        List<KeptValues> moved = move(each.getKey(), values);
        for (int i = 0; i < moved.size(); i++) {
          about.add(moved.get(i).id());
          keep(each.getValue().get(i).name(), moved.get(i));
        }
      }
      moving.prepare(next, about.digest(), spare().toArray(new String[0]));
      moving.confirm(session());
      moving.commit(ending.toArray(new String[0]));
    } finally {
      wipe(next);
      ending.clear();
    }
  }

  private List<KeptValues> move(KeyName from, List<KeptValues> values) throws MpcException {
    MovableKeys.Spare spare = sets.movable().take(session(), from);
    MovableKey old;
    try {
      old = MovableKey.fromBytes(spare.content());
    } finally {
      Secrets.wipe(spare.content());
    }
    try (old) {
      List<KeptValues> moved = evaluation.move(old, spare.number(), values);
      secrets.addAll(moved);
      return moved;
    }
  }

  /** Sets aside spares of the key of the material, unless this attempt has done so. */
  private List<String> spare() throws MpcException {
    if (!job.moves() || spared) {
      return List.of();
    }
    spared = true;
    try (MovableKey movable = evaluation.keepKey(PlannedJob.SPARES)) {
      byte[] content = movable.toBytes();
      try {
        ending.add(MovableKeys.latest(key, movable.id()));
        return List.of(sets.movable().keep(key, movable.id(), movable.spares(), content));
      } finally {
        Secrets.wipe(content);
      }
    }
  }

  // ---------------------------------------------------------------- values

  /**
   * Returns masks of clients under the key of the material, moved if they are under another one.
   *
   * @param masks by lane
   * @param keys of the masks, by lane
   */
  List<KeptValues> usable(List<KeptValues> masks, List<KeyName> keys) throws MpcException {
    List<KeptValues> all = new ArrayList<>(masks);
    SortedSet<KeyName> others = new TreeSet<>(keys);
    if (!job.moves()) {
      return all;
    }
    others.remove(key);
    for (KeyName from : others) {
      List<KeptValues> old = new ArrayList<>();
      for (int lane = 0; lane < masks.size(); lane++) {
        if (keys.get(lane).equals(from)) {
          old.add(masks.get(lane));
        }
      }
      List<KeptValues> moved = move(from, old);
      for (int lane = 0, at = 0; lane < masks.size(); lane++) {
        if (keys.get(lane).equals(from)) {
          all.set(lane, moved.get(at++));
        }
      }
    }
    return all;
  }

  /** Puts the sets that the job reads into all lanes that are in use. */
  void put(KeptInputs kept, int lanes) throws MpcException {
    for (SetPort set : job.sets()) {
      if (set.reads()) {
        KeptValues values = read(run, set.name());
        for (int lane = 0; lane < lanes; lane++) {
          kept.put(set.place(), lane, values);
        }
      }
    }
  }

  private KeptValues read(SetRun from, String set) throws MpcException {
    long[] words = from.read(set, PART);
    byte[] bytes = new byte[0];
    try {
      int length = Math.toIntExact(words[0]);
      ByteBuffer all = ByteBuffer.allocate((words.length - 1) * Long.BYTES);
      all.asLongBuffer().put(words, 1, words.length - 1);
      bytes = Arrays.copyOf(all.array(), length);
      Secrets.wipe(all.array());
      KeptValues values = KeptValues.fromBytes(bytes);
      secrets.add(values);
      return values;
    } finally {
      Secrets.wipe(words);
      Secrets.wipe(bytes);
    }
  }

  /** Keeps what the job makes, and adds what must be equal at all parties to a hash. */
  void keep(KeptOutputs made, FieldHash hash) throws MpcException {
    if (run == null) {
      return;
    }
    for (SetPort set : job.sets()) {
      if (set.writes()) {
        KeptValues values = made.kept().get(set.place()).get(0);
        hash.add(set.name()).add(values.id()).add(values.count());
        keep(set.name(), values);
      }
    }
    if (!next.isEmpty()) {
      prepared = spare();
    }
  }

  private void keep(String set, KeptValues values) {
    byte[] bytes = values.toBytes();
    byte[] padded = Arrays.copyOf(bytes, (bytes.length + Long.BYTES - 1) / Long.BYTES * Long.BYTES);
    long[] words = new long[1 + padded.length / Long.BYTES];
    words[0] = bytes.length;
    ByteBuffer.wrap(padded).asLongBuffer().get(words, 1, words.length - 1);
    Secrets.wipe(bytes);
    Secrets.wipe(padded);
    next.put(set, new TreeMap<>(Map.of(PART, words)));
  }

  // ---------------------------------------------------------------- steps

  /**
   * Returns the entries of a step of the attempt before its end, and of the same step of its sets:
   * the caller notes them as one group.
   */
  List<String> entries(RunState state) throws MpcException {
    List<String> all = new ArrayList<>();
    if (run != null && state.phase() == RunPhase.TAKEN) {
      all.addAll(run.taking());
    } else if (run != null && state.phase() == RunPhase.REVEALED) {
      all.addAll(run.revealingEntries());
    } else if (run != null) {
      all.addAll(prepared);
      all.addAll(run.preparing(next, HexFormat.of().parseHex(state.detail())));
    }
    all.add(LogState.noted(state));
    return all;
  }

  /** Returns further entries for the group in which the attempt is committed. */
  List<String> ending() {
    return List.copyOf(ending);
  }

  private static void wipe(SortedMap<String, SortedMap<String, long[]>> parts) {
    parts.values().forEach(each -> each.values().forEach(Secrets::wipe));
    parts.clear();
  }

  /** Wipes what was read, and ends the use of the sets. */
  @Override
  public void close() {
    wipe(next);
    secrets.forEach(KeptValues::close);
    secrets.clear();
    if (run != null) {
      run.close();
    }
  }
}
