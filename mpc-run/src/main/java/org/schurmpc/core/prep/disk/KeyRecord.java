package org.schurmpc.core.prep.disk;

import java.io.Closeable;
import java.nio.file.Path;
import java.util.Optional;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.FieldHash;

/**
 * Records the verdicts of checks on MAC keys that several batches share, in the folder of the
 * records of use. Every store with a batch under these keys opens the record, whichever batches the
 * store still has. Therefore a copy of a store that lacks the batches used last does not bring back
 * keys that a peer may know. The holder of the record has exclusive use of the keys on this
 * machine.
 */
final class KeyRecord implements Closeable {
  private final Journal journal; // null if read-only
  private final BatchState state;
  private final VerdictNotes verdicts;
  private boolean used;

  private KeyRecord(
      Journal journal, BatchState state, VerdictMark mark, Optional<VerdictMark.State> found) {
    this.journal = journal;
    this.state = state;
    this.verdicts = new VerdictNotes(state, mark, found, this::note);
  }

  /** Returns the name of the record of a party's keys. */
  static String name(String key, int party) {
    return "key-" + key + "-" + (party + 1);
  }

  private static byte[] start(String name) {
    return new FieldHash("key record").add(name).digest();
  }

  /**
   * Opens the record of keys, or creates one.
   *
   * @param records the folder of the records
   * @throws Refused if another program uses the keys
   */
  static KeyRecord open(Path records, String name) throws MpcException {
    Path file = records.resolve(name);
    DiskFiles.makeFolder(records);
    String refusal =
        "another program uses a store with the keys of record " + name + ": one at a time does";
    Journal journal = Journal.openOrCreate(file, start(name), refusal);
    boolean open = false;
    try {
      BatchState state = BatchState.of(journal.entries(), file.toString());
      VerdictMark mark = VerdictMark.open(records, name, state);
      KeyRecord record = new KeyRecord(journal, state, mark, Optional.of(mark.state()));
      open = true;
      return record;
    } finally {
      if (!open) {
        journal.close();
      }
    }
  }

  /** Returns whether there is a record of keys. */
  static boolean isKept(Path records, String name) throws BadFile {
    return Journal.isBegun(records.resolve(name));
  }

  /**
   * Marks, before a record is created, that there was one, and that nobody knows what it said.
   *
   * @param records the folder of the records
   */
  static void forget(Path records, String name) throws BadFile {
    VerdictMark.open(VerdictMark.file(records, name), VerdictMark.State.UNKNOWN).forget();
  }

  /** Opens the record for reading only, if there is one. */
  static Optional<KeyRecord> look(Path records, String name) throws BadFile {
    Path file = records.resolve(name);
    if (!isKept(records, name)) {
      return Optional.empty();
    }
    BatchState state = BatchState.of(Journal.peek(file, start(name)), file.toString());
    Optional<VerdictMark.State> found = VerdictMark.peek(VerdictMark.file(records, name));
    return Optional.of(new KeyRecord(null, state, null, found));
  }

  /** Records that keys are destroyed, on this machine and for all copies of their stores. */
  static void destroy(Path records, String name) throws MpcException {
    try (KeyRecord record = open(records, name)) {
      record.verdicts.markBurnt();
      record.noteBurnt(Destruction.CHECK);
    }
  }

  /** Requires that the files of a record, if they exist, are plain files. */
  static void requirePlain(Path records, String name) throws BadFile {
    PlainFiles.requireFileOrNothing(records.resolve(name));
    PlainFiles.requireFileOrNothing(VerdictMark.file(records, name));
  }

  private void note(String entry) throws BadFile {
    journal.append(entry);
    state.apply(entry);
  }

  /**
   * Returns why the keys, as they were found, may not be used, if so.
   *
   * @param boot the machine's current boot
   */
  Optional<Destruction> lost(Optional<String> boot) {
    return state.burnt() ? state.destruction() : verdicts.lost(boot);
  }

  /**
   * Ends the opening: keys that may not be used are recorded as burnt, although this store may have
   * no batch left that they concern.
   *
   * @param boot the machine's current boot
   */
  void settle(Optional<String> boot) throws BadFile {
    journal.dropTorn();
    Optional<Destruction> lost = lost(boot);
    if (lost.isPresent()) {
      verdicts.markBurnt();
      noteBurnt(lost.get());
    } else if (state.armed()) {
      note(BatchState.disarmedEntry()); // no verdict was pending
    }
  }

  /**
   * Declares that this program uses the keys from now on.
   *
   * @param pending whether the verdict of a check is pending already
   */
  void use(boolean pending, Optional<String> boot) throws BadFile {
    if (pending) {
      verdicts.pend(boot);
    }
    used = true;
  }

  /** Marks that a verdict on the keys is pending, if the keys are in use. */
  void pend(Optional<String> boot) throws BadFile {
    if (used) {
      verdicts.pend(boot);
    }
  }

  /** Returns the notes of verdicts on the keys. */
  VerdictNotes verdicts() {
    return verdicts;
  }

  /** Records that the keys are burnt, if they are not recorded as burnt yet. */
  void noteBurnt(Destruction why) {
    verdicts.noteBurnt(journal, why);
  }

  @Override
  public void close() {
    if (journal != null) {
      verdicts.disarm();
      journal.close();
    }
  }
}
