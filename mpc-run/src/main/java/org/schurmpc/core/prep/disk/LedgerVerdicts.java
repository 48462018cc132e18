package org.schurmpc.core.prep.disk;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.schurmpc.core.abort.BadFile;

/**
 * Records the verdicts of checks on the keys under which values of a ledger are: one {@link
 * VerdictMark} for all keys, and entries of the ledger,
 *
 * <pre>
 * keys armed KEY BOOT     from here on verdicts of checks on the key may be pending: see the mark
 * keys disarmed KEY       no verdict on the key is pending
 * keys burnt KEY WHY      nothing under the key may be used any more
 * </pre>
 *
 * <p>A mark of a pending verdict that a crash left concerns the keys that are armed. A burnt key
 * does not end the ledger, whose other values are under other keys, or none. Thread-safe; the
 * ledger itself applies the entries, its user notes them.
 */
public final class LedgerVerdicts {
  /** First word of the entries. */
  public static final String WORD = "keys";

  private static final String NO_BOOT = "unknown";

  private final Path records;
  private final int party;
  private final Optional<String> boot;
  private final Map<KeyName, String> armed = new TreeMap<>(); // boot by key
  private final Map<KeyName, Destruction> burnt = new TreeMap<>();
  private VerdictMark mark;
  private VerdictMark.State found;

  /**
   * Creates the record of a new ledger.
   *
   * @param party the owner's index, counted from 0
   * @param boot the machine's current boot
   */
  LedgerVerdicts(Path records, int party, Optional<String> boot) {
    this.records = records;
    this.party = party;
    this.boot = boot;
  }

  /** Opens the mark, once all entries are applied. */
  synchronized void open(String recordName) throws BadFile {
    mark =
        VerdictMark.open(
            VerdictMark.file(records, recordName),
            armed.isEmpty() ? VerdictMark.State.CLEAR : VerdictMark.State.UNKNOWN);
    found = mark.state();
  }

  /** Applies an entry. */
  synchronized void apply(String entry) {
    String[] words = entry.split(" ", -1);
    KeyName key = KeyName.parse(words[2]);
    switch (words[1]) {
      case "armed" -> armed.put(key, words[3]);
      case "disarmed" -> armed.remove(key);
      case "burnt" -> {
        burnt.put(key, Destruction.of(words[3]));
        armed.remove(key);
      }
      default -> throw new IllegalArgumentException(words[1]);
    }
  }

  /** Returns the entries of the current state. */
  synchronized List<String> state() {
    List<String> state = new ArrayList<>();
    burnt.forEach((key, why) -> state.add(burntEntry(key, why)));
    armed.forEach((key, since) -> state.add("%s armed %s %s".formatted(WORD, key, since)));
    return state;
  }

  /** Returns the entry that arms a key. */
  public String armedEntry(KeyName key) {
    return "%s armed %s %s".formatted(WORD, key, boot.orElse(NO_BOOT));
  }

  /** Returns the entry that disarms a key. */
  public static String disarmedEntry(KeyName key) {
    return "%s disarmed %s".formatted(WORD, key);
  }

  /** Returns the entry that burns a key. */
  public static String burntEntry(KeyName key, Destruction why) {
    return "%s burnt %s %s".formatted(WORD, key, why.word());
  }

  /** Returns the keys on which verdicts may be pending. */
  public synchronized Set<KeyName> armed() {
    return new TreeSet<>(armed.keySet());
  }

  /** Returns why nothing under a key may be used any more, if so. */
  public synchronized Optional<Destruction> burnt(KeyName key) {
    return Optional.ofNullable(burnt.get(key));
  }

  /**
   * Returns why a key, as it was found when the ledger was opened, may not be used, although no
   * entry says so: by the ledger's mark, or by the record that this machine has of the key.
   *
   * @throws BadFile if the record of the key was changed
   */
  public synchronized Optional<Destruction> lost(KeyName key) throws BadFile {
    Optional<Destruction> marked = lostByMark(key);
    return marked.isPresent() ? marked : lostByRecord(key);
  }

  private Optional<Destruction> lostByMark(KeyName key) {
    String since = armed.get(key);
    if (found == VerdictMark.State.BURNT) {
      return Optional.of(Destruction.CHECK);
    }
    if (since == null) {
      return Optional.empty();
    }
    if (found == VerdictMark.State.PENDING) {
      return Optional.of(Destruction.PENDING);
    }
    if (found == VerdictMark.State.UNKNOWN) {
      return Optional.of(Destruction.UNMARKED);
    }
    return Optional.of(since).equals(boot) ? Optional.empty() : Optional.of(Destruction.RESTARTED);
  }

  /** A key without a record is lost: nobody knows what happened to it. */
  private Optional<Destruction> lostByRecord(KeyName key) throws BadFile {
    if (key.kind() == KeyName.Kind.BATCH) {
      return BatchOpening.lost(records, BatchOpening.recordName(key.id(), party));
    }
    Optional<KeyRecord> record = KeyRecord.look(records, KeyRecord.name(key.id(), party));
    return record.isPresent() ? record.get().lost(boot) : Optional.of(Destruction.UNMARKED);
  }

  /** Marks that a verdict is pending on a key that is armed. */
  public void pend() throws BadFile {
    mark.pend();
  }

  /** Marks that no verdict is pending any more. */
  public void clear() throws BadFile {
    mark.clear();
  }

  /** Marks all keys as burnt, if no entry can be written. */
  public void burn() throws BadFile {
    mark.burn();
  }

  /** Declares that entries say all that the mark said when the ledger was opened. */
  public synchronized void settled() throws BadFile {
    if (mark.state() != VerdictMark.State.CLEAR) {
      mark.reset();
    }
    found = VerdictMark.State.CLEAR;
  }
}
