package org.schurmpc.core.prep.disk;

import java.io.Closeable;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;

/**
 * Records on disk what a service has done and must not forget or undo, in one journal for all of
 * it: entries in groups, with blobs beside them. A group that was noted outlasts every crash, and a
 * group that was not leaves nothing. The ledger is encrypted under the store's key if there is one:
 * blobs as a whole, entries by their tags alone, so that entries hold no secret and no guessable
 * hash ({@link LedgerBlobs#hide}).
 *
 * <p>A record outside of the folder moves with each note. Therefore an older copy of the folder, a
 * second copy, and the folder on another machine are refused. States of users result from the
 * entries ({@link Replay}); when the journal is long, {@link #checkpoint} replaces it with the
 * entries of the current state.
 *
 * <p>One thread at a time writes: see {@code GroupCommit}. After a failure nothing can be noted
 * until {@link #reopen} has returned.
 */
public final class Ledger implements Closeable {
  private final LedgerPlace place;
  private final Replay replay;
  private final LedgerHeader header;
  private final LedgerBlobs blobs;
  private final LedgerVerdicts verdicts;
  private final SlotRecord record;
  private SegmentJournal journal;
  private SegmentJournal.Mark noted; // the last mark that was recorded without a failure
  private boolean broken; // a group may be recorded in part
  private boolean closed;

  private Ledger(
      LedgerPlace place,
      Replay replay,
      LedgerHeader header,
      LedgerBlobs blobs,
      LedgerVerdicts verdicts,
      SlotRecord record) {
    this.place = place;
    this.replay = replay;
    this.header = header;
    this.blobs = blobs;
    this.verdicts = verdicts;
    this.record = record;
  }

  /**
   * Opens the ledger in a folder, or creates one where nothing exists yet.
   *
   * @param wanted the header of a ledger that is created; an existing one must be of this kind and
   *     party
   * @param replay receives all entries; blobs that it does not keep are deleted
   * @throws BadFile if the ledger was changed, destroyed or replaced by an older copy, or comes
   *     from another machine, or the folder holds something else
   * @throws Refused if the key is missing or wrong, the ledger is another one than wanted, or
   *     another program has it open
   */
  public static Ledger openOrCreate(
      Path folder, LedgerHeader wanted, StoreAccess access, Replay replay) throws MpcException {
    return open(folder, wanted, access, replay, BootId.present(), PlainFiles::open);
  }

  /**
   * Opens the ledger in a folder, or creates one.
   *
   * @param boot the machine's current boot
   * @param opener opens the files that are written
   */
  static Ledger open(
      Path folder,
      LedgerHeader wanted,
      StoreAccess access,
      Replay replay,
      Optional<String> boot,
      FileOpener opener)
      throws MpcException {
    LedgerPlace place = LedgerPlace.take(folder);
    Ledger ledger = null;
    SlotRecord record = null;
    boolean open = false;
    try {
      if (!PlainFiles.isThere(place.ledger())) {
        try (KeptProtection protection = protection(place, wanted, access)) {
          place.create(wanted, protection.start);
        }
      }
      LedgerHeader header = LedgerHeader.read(place.ledger());
      header.requireFits(folder, wanted);
      try (KeptProtection protection = protection(place, header, access)) {
        PlainFiles.requireFileOrNothing(VerdictMark.file(access.records(), header.recordName()));
        record = openRecord(header, access, opener);
        LedgerBlobs blobs = new LedgerBlobs(place.ledger(), header.digest(), protection.key());
        LedgerVerdicts verdicts = new LedgerVerdicts(access.records(), header.party(), boot);
        ledger = new Ledger(place, replay, header, blobs, verdicts, record);
        ledger.openJournal(protection.start, opener);
      }
      open = true;
      return ledger;
    } finally {
      if (!open) {
        close(place, record, ledger);
      }
    }
  }

  private static void close(LedgerPlace place, SlotRecord record, Ledger ledger) {
    if (ledger != null) {
      ledger.close();
      return;
    }
    if (record != null) {
      record.close();
    }
    place.close();
  }

  private static KeptProtection protection(
      LedgerPlace place, LedgerHeader header, StoreAccess access) throws Refused {
    return new KeptProtection(
        place.ledger(),
        header.digest(),
        header.recordName(),
        header.salt(),
        header.keyCheck(),
        access.key());
  }

  private static SlotRecord openRecord(LedgerHeader header, StoreAccess access, FileOpener opener)
      throws MpcException {
    return SlotRecord.open(
        access.records(),
        header.recordName(),
        opener,
        "another program uses the ledger of record " + header.recordName() + ", or a copy of it");
  }

  private void openJournal(byte[] start, FileOpener opener) throws BadFile {
    if (record.last().equals(Optional.of(SegmentJournal.Mark.NEVER))) {
      throw new BadFile(place + " was destroyed by its user, with all copies of it");
    }
    journal = SegmentJournal.open(place.ledger(), start, record.last(), opener, this::apply);
    if (!record.last().equals(Optional.of(journal.mark()))) {
      record.set(journal.mark());
    }
    journal.keep();
    noted = journal.mark();
    verdicts.open(header.recordName());
    blobs.tidy(replay::keeps); // what a crash left
  }

  private void apply(String entry) {
    if (entry.startsWith(LedgerVerdicts.WORD + " ")) {
      verdicts.apply(entry);
    }
    replay.apply(entry);
  }

  /** Returns the header. */
  public LedgerHeader header() {
    return header;
  }

  /** Returns the blobs. */
  public LedgerBlobs blobs() {
    return blobs;
  }

  /** Returns the record of verdicts on keys. */
  public LedgerVerdicts verdicts() {
    return verdicts;
  }

  /**
   * Requires that a text can be an entry.
   *
   * @throws IllegalArgumentException if it contains a line break or is too long
   */
  public static void requireEntry(String entry) {
    SegmentJournal.requireEntry(entry);
  }

  /**
   * Notes groups of entries: in the journal first, then in the record, both with one force for all
   * groups, then in the state. Of each group all entries survive a crash, or none.
   *
   * @throws BadFile if the disk is full or broken; then none of the groups is noted, once {@link
   *     #reopen} has returned
   */
  public synchronized void note(List<List<String>> groups) throws BadFile {
    requireUsable();
    groups.forEach(group -> group.forEach(Ledger::requireEntry));
    broken = true;
    blobs.force();
    SegmentJournal.Mark mark = journal.appendAll(groups);
    record.set(mark);
    journal.keep();
    noted = mark;
    broken = false;
    for (List<String> group : groups) {
      group.forEach(this::apply); // nobody acts upon an entry before it is recorded in both places
    }
  }

  private void requireUsable() throws BadFile {
    if (closed) {
      throw new BadFile(place + " was closed");
    }
    if (broken) {
      throw new BadFile(place + " could not be written before, and is not written any more");
    }
  }

  /**
   * Applies entries that could not be noted, since they hold even so.
   *
   * @param entries that say that something may not be used any more
   */
  public synchronized void applyUnnoted(List<String> entries) {
    entries.forEach(this::apply);
  }

  /** Returns whether a note failed, and {@link #reopen} has to be called. */
  public synchronized boolean broken() {
    return broken;
  }

  /**
   * Opens the files again after a failure, in the state before it. The record goes first: a record
   * ahead of the journal is never left behind.
   */
  public synchronized void reopen() throws MpcException {
    if (closed) {
      throw new BadFile(place + " was closed");
    }
    record.reopen(noted);
    journal.reopen();
    broken = false;
  }

  /**
   * Begins a new segment of the journal with the entries of the current state, and deletes the last
   * one.
   *
   * @throws BadFile if the disk is full or broken; the ledger is as before then, or {@link #broken}
   */
  public synchronized void checkpoint() throws BadFile {
    requireUsable();
    List<String> keys = verdicts.state();
    Iterator<String> state = replay.state();
    SegmentJournal next = journal.rotate(concatenate(keys.iterator(), state));
    broken = true;
    boolean recorded = false;
    try {
      record.set(next.mark());
      recorded = true;
    } finally {
      if (!recorded) {
        next.close();
      }
    }
    journal.close();
    journal = next;
    journal.keep();
    noted = journal.mark();
    broken = false;
    journal.dropOthers();
  }

  private static Iterator<String> concatenate(Iterator<String> first, Iterator<String> second) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return first.hasNext() || second.hasNext();
      }

      @Override
      public String next() {
        return first.hasNext() ? first.next() : second.next();
      }
    };
  }

  /**
   * Deletes blobs that the state does not keep, as at the opening: for a state that knows only once
   * all entries are applied what it keeps. Nobody writes blobs meanwhile.
   */
  public void tidy() throws BadFile {
    blobs.tidy(replay::keeps);
  }

  /** Returns the length of the journal's segment in bytes. */
  public synchronized long bytes() {
    return journal.bytes();
  }

  /**
   * Destroys the ledger: records that no copy of it may be used on this machine, then deletes its
   * files.
   *
   * @throws IllegalStateException if this could not be recorded
   */
  public synchronized void destroy() throws BadFile {
    if (!record.never()) {
      throw new IllegalStateException("the destruction of " + place + " was not recorded");
    }
    broken = true;
    blobs.tidy(name -> false);
  }

  /** Releases the ledger to other programs. */
  @Override
  public synchronized void close() {
    closed = true;
    if (journal != null) {
      journal.close();
    }
    record.close();
    blobs.close();
    place.close();
  }

  @Override
  public String toString() {
    return header.kind() + " ledger in " + place;
  }
}
