package org.schurmpc.core.prep.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.schurmpc.core.abort.BadFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder of a batch, and the record of its use and the mark of its verdicts outside of it, open
 * for one program: what is written down, what it adds up to, and which files there should be.
 */
final class BatchFolder implements Closeable {
  static final String JOURNAL = "journal";
  private static final String LOOKED_AT = "the store is open to be looked at only";
  private static final Logger LOG = LoggerFactory.getLogger(BatchFolder.class);

  private final Path folder;
  private final StoreHeader header;
  private final Journal journal;
  private final UsageRecord record; // null: only to be looked at
  private final VerdictMark mark; // null: only to be looked at
  private final Optional<VerdictMark.State> found; // what the mark said when it was opened
  private final BatchState state;
  private final ChunkIo io;
  private volatile boolean armed; // by this program

  BatchFolder(
      Path folder,
      StoreHeader header,
      Journal journal,
      UsageRecord record,
      VerdictMark mark,
      Optional<VerdictMark.State> found,
      BatchState state,
      ChunkIo io) {
    this.folder = folder;
    this.header = header;
    this.journal = journal;
    this.record = record;
    this.mark = mark;
    this.found = found;
    this.state = state;
    this.io = io;
  }

  /**
   * Returns why this batch, as it was found, may not be used any more, though nothing says yet that
   * it was destroyed.
   *
   * @param boot the machine's present start
   */
  Optional<Destruction> lost(Optional<String> boot) {
    return VerdictMark.lost(state, found, boot);
  }

  /** Shows the batch as destroyed to a reader, as an opening for use would destroy it. */
  void showDestroyed(Destruction why) {
    if (!state.burnt()) {
      state.apply(BatchState.burntEntry(why));
    }
  }

  /** Ends the opening, once all batches of the store are known to be usable or destroyed. */
  void settle() throws BadFile {
    journal.dropTorn();
    if (state.armed() && !state.burnt()) {
      note(BatchState.disarmedEntry()); // nothing was pending
    }
    Journal.Mark now = state.burnt() ? Journal.Mark.NEVER : journal.mark();
    if (!record.last().equals(Optional.of(now))) {
      record.set(now);
    }
    tidy();
  }

  /** Deletes what a crash left and what is spent. */
  void tidy() throws BadFile {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "portion-*")) {
      if (state.burnt() || state.spent()) {
        io.destroyKeys();
      }
      for (Path file : files) {
        if (!holdsItems(file)) {
          ChunkIo.destroy(file);
        }
      }
    } catch (IOException e) {
      throw DiskFiles.failed(folder, e);
    }
  }

  /** Deletes a batch's folder, what is secret overwritten first. */
  static void delete(Path folder) throws BadFile {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        ChunkIo.destroy(file);
      }
      Files.delete(folder);
    } catch (IOException e) {
      throw DiskFiles.failed(folder, e);
    }
  }

  private boolean holdsItems(Path file) {
    for (int kind = 0; kind < state.kinds().size(); kind++) {
      for (ItemFile items : state.files(kind)) {
        if (items.in(folder).equals(file)) {
          return !state.spent(items);
        }
      }
    }
    return false;
  }

  void requireWhole() throws BadFile {
    for (int kind = 0; kind < state.kinds().size(); kind++) {
      for (ItemFile items : state.files(kind)) {
        if (!state.spent(items)) {
          io.requireWhole(items);
        }
      }
    }
  }

  StoreHeader header() {
    return header;
  }

  Path folder() {
    return folder;
  }

  BatchState state() {
    return state;
  }

  ChunkIo io() {
    return io;
  }

  /** Writes an entry down, in the journal first, and acts on it. */
  void note(String entry) throws BadFile {
    if (record == null) {
      throw new IllegalStateException(LOOKED_AT);
    }
    journal.append(entry);
    state.apply(entry);
    record.set(journal.mark());
  }

  /**
   * Marks that the verdict of a check on this batch's keys is pending: at the first time the
   * journal and the record say that there may be marks, afterwards nothing is written to disk.
   *
   * @param boot the machine's present start
   */
  void pend(Optional<String> boot) throws BadFile {
    if (mark == null || state.burnt()) {
      return;
    }
    if (!armed) {
      note(BatchState.armedEntry(boot));
      armed = true;
    }
    mark.pend();
  }

  /** Whether {@link #pend} writes nothing but the mark. */
  boolean armed() {
    return armed;
  }

  /** Marks that none is pending any more. */
  void clear() {
    if (mark != null) {
      try {
        mark.clear();
      } catch (BadFile e) {
        LOG.warn("{}: the store will be found destroyed when it is opened next", e.getMessage());
      }
    }
  }

  /** Whether some program, not only this one, has marked it as burnt. */
  boolean markedBurnt() {
    return mark != null && mark.state() == VerdictMark.State.BURNT;
  }

  /** Whether it is burnt, and open for more than to be looked at. */
  boolean burntHere() {
    return record != null && state.burnt();
  }

  /** Marks it as burnt where no disk need have room; this works after it was closed, too. */
  void markBurnt() {
    if (mark != null) {
      try {
        mark.burn();
      } catch (BadFile e) {
        LOG.warn("{}", e.getMessage());
      }
    }
  }

  /**
   * Writes down that it is burnt, in the journal and in the record, each whatever becomes of the
   * other: either keeps every copy on this machine from being used.
   *
   * @return whether anything that outlasts this process says so
   */
  boolean noteBurnt(Destruction why) {
    if (record == null) {
      throw new IllegalStateException(LOOKED_AT);
    }
    boolean noted = markedBurnt();
    if (!state.burnt()) {
      try {
        journal.append(BatchState.burntEntry(why));
        noted = true;
      } catch (BadFile e) {
        LOG.warn("{}", e.getMessage());
      }
      state.apply(BatchState.burntEntry(why));
    }
    return record.never() || noted;
  }

  @Override
  public void close() {
    if (armed && !state.burnt() && mark.state() == VerdictMark.State.CLEAR) {
      try {
        note(BatchState.disarmedEntry());
      } catch (BadFile e) {
        LOG.debug("it stays armed, which costs nothing unless the machine is started anew", e);
      }
    }
    journal.close();
    if (record != null) {
      record.close();
    }
  }
}
