package org.schurmpc.core.prep.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.schurmpc.core.abort.BadFile;

/**
 * Represents the folder of a batch, opened by one program, together with the record of its use and
 * the mark of its verdicts outside of the folder. Knows the recorded entries, the state that
 * results from them, and the files that should exist.
 */
final class BatchFolder implements Closeable {
  static final String JOURNAL = "journal";

  /** Names of the files of a batch. */
  private static final String FILES =
      "%s|%s|%s|%s|portion-[0-9]+-kind-[0-9]+"
          .formatted(StoreHeader.FILE, JOURNAL, ChunkIo.KEYS, ChunkIo.SETUP);

  private static final String LOOKED_AT = "the store is open to be looked at only";

  private final Path folder;
  private final StoreHeader header;
  private final Journal journal;
  private final UsageRecord record; // null if read-only
  private final VerdictNotes verdicts;
  private final BatchState state;
  private final ChunkIo io;

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
    this.state = state;
    this.verdicts = new VerdictNotes(state, mark, found, this::note);
    this.io = io;
  }

  /**
   * Returns why this batch, as it was found, may not be used any more, although it is not recorded
   * as destroyed yet.
   *
   * @param boot the machine's current boot
   */
  Optional<Destruction> lost(Optional<String> boot) {
    return verdicts.lost(boot);
  }

  /** Shows the batch to a reader as destroyed, like an opening for use would destroy it. */
  void showDestroyed(Destruction why) {
    if (!state.burnt()) {
      state.apply(BatchState.burntEntry(why));
    }
  }

  /** Ends the opening, once all batches of the store are known to be usable or destroyed. */
  void settle() throws BadFile {
    journal.dropTorn();
    if (state.armed() && !state.burnt()) {
      note(BatchState.disarmedEntry()); // no verdict was pending
    }
    Journal.Mark now = state.burnt() ? Journal.Mark.NEVER : journal.mark();
    if (!record.last().equals(Optional.of(now))) {
      record.set(now);
    }
    tidy();
  }

  /** Deletes spent files and files left by a crash. */
  void tidy() throws BadFile {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "portion-*")) {
      if (state.burnt() || (state.spent() && header.key().isEmpty())) {
        io.destroyKeys(); // more material may be made under keys with an id
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

  /** Requires that a folder holds nothing but the files of a batch. */
  static void requireOwn(Path folder) throws BadFile {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        if (!file.getFileName().toString().matches(FILES)) {
          throw new BadFile(
              file + " is not of a store, so nothing was touched; take it away, or its folder");
        }
      }
    } catch (IOException e) {
      throw DiskFiles.failed(folder, e);
    }
  }

  /** Deletes a batch's folder. Secret files are overwritten first. */
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

  /** Records an entry, in the journal first, and applies it to the state. */
  void note(String entry) throws BadFile {
    if (record == null) {
      throw new IllegalStateException(LOOKED_AT);
    }
    journal.append(entry);
    state.apply(entry);
    record.set(journal.mark());
  }

  /** Returns the notes of verdicts on the batch's keys. */
  VerdictNotes verdicts() {
    return verdicts;
  }

  /** Returns whether the batch is burnt, and open for more than reading. */
  boolean burntHere() {
    return record != null && state.burnt();
  }

  /**
   * Records that the batch is burnt, in the journal and in the record, each even if the other
   * fails: either prevents the use of every copy on this machine.
   *
   * @return whether anything that outlasts this process records the destruction
   */
  boolean noteBurnt(Destruction why) {
    if (record == null) {
      throw new IllegalStateException(LOOKED_AT);
    }
    boolean noted = verdicts.markedBurnt();
    noted |= verdicts.noteBurnt(journal, why);
    return record.never() || noted;
  }

  @Override
  public void close() {
    verdicts.disarm();
    journal.close();
    if (record != null) {
      record.close();
    }
  }
}
