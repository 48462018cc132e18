package org.schurmpc.core.prep.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.Secrets;

/**
 * The folder of a batch, and the record of its use outside of it, open for one program: what is
 * written down, what it adds up to, and which files there should be.
 */
final class BatchFolder implements Closeable {
  static final String JOURNAL = "journal";
  private static final String UNFINISHED = ".%s.new";
  private static final String ANY_UNFINISHED = "[0-9]{6}(\\.[0-9a-f]{16})?\\.new";
  private static final int SHOWN_DIGITS = 16;

  private final Path folder;
  private final StoreHeader header;
  private final Journal journal;
  private final UsageRecord record; // null: only to be looked at
  private final BatchState state;
  private final ChunkIo io;

  private BatchFolder(
      Path folder,
      StoreHeader header,
      Journal journal,
      UsageRecord record,
      BatchState state,
      ChunkIo io) {
    this.folder = folder;
    this.header = header;
    this.journal = journal;
    this.record = record;
    this.state = state;
    this.io = io;
  }

  /**
   * Begins a batch.
   *
   * @param folder where it will be; there is nothing yet
   * @param access under whose key it is encrypted, if the header says that it is
   */
  static BatchFolder create(Path folder, StoreHeader header, StoreAccess access)
      throws MpcException {
    UsageRecord record = UsageRecord.open(access.records(), recordName(header));
    Journal journal = null;
    boolean made = false;
    // It gets its name when it is complete, so that a crash leaves nothing that looks like one, and
    // until then one of its own, so that what a crash left is not in the way.
    String id = header.id().substring(0, SHOWN_DIGITS);
    Path draft = folder.resolveSibling(folder.getFileName() + UNFINISHED.formatted(id));
    try {
      if (record.last().isPresent()) {
        throw new IllegalStateException("there was a batch with this id: " + header.id());
      }
      try {
        DiskFiles.makeFolder(draft);
        DiskFiles.write(
            draft.resolve(StoreHeader.FILE), header.text().getBytes(StandardCharsets.UTF_8));
        Journal.create(draft.resolve(JOURNAL), header.digest()).close();
        DiskFiles.forceFolder(draft);
        Files.move(draft, folder);
        DiskFiles.forceFolder(folder.getParent());
      } catch (IOException e) {
        throw DiskFiles.failed(folder, e);
      }
      journal = Journal.open(folder.resolve(JOURNAL), header.digest());
      record.set(journal.mark());
      ChunkIo io = new ChunkIo(folder, guard(folder, header, access.key()));
      made = true;
      return new BatchFolder(
          folder, header, journal, record, BatchState.of(List.of(), folder.toString()), io);
    } finally {
      if (!made) {
        if (journal != null) {
          journal.close();
        }
        record.close();
      }
    }
  }

  /**
   * Whether this is what a crash left of a batch that was being begun.
   *
   * @param prefix of batches' names, before their numbers
   */
  static boolean isDraft(Path path, String prefix) {
    return path.getFileName().toString().matches(prefix + ANY_UNFINISHED);
  }

  /**
   * Opens a batch.
   *
   * @param adopt whether a batch that was used and of which this machine has no record is taken as
   *     it is
   * @throws BadFile if it was changed, cut short, or is of another format, or stands further back
   *     than it did
   * @throws Refused if the key is missing or wrong, or another program has it open
   */
  static BatchFolder open(Path folder, StoreAccess access, boolean adopt) throws MpcException {
    StoreHeader header = StoreHeader.read(folder);
    ChunkGuard guard = guard(folder, header, access.key());
    Journal journal = Journal.open(folder.resolve(JOURNAL), header.digest());
    UsageRecord record = null;
    boolean open = false;
    try {
      BatchState state = BatchState.of(journal.entries(), folder.toString());
      record = UsageRecord.open(access.records(), recordName(header));
      Optional<Journal.Mark> last = record.last();
      if (last.isPresent()) {
        if (!journal.passed(last.get())) {
          if (journal.torn()) {
            throw journal.changed();
          }
          throw new BadFile(
              folder
                  + " stands further back than it did on this machine: a copy was put back, and"
                  + " what it holds was used already; destroy it with 'prep destroy' and make a"
                  + " new one");
        }
      } else if (journal.torn()) {
        throw journal.changed(); // it may have said what was used
      } else if (state.anyUsed() && !adopt) {
        throw new BadFile(
            folder
                + " was used, and this machine has no record of it: if it was moved here and will"
                + " not be used anywhere else, say so once with 'prep adopt'");
      }
      journal.dropTorn();
      if (!last.equals(Optional.of(journal.mark()))) {
        record.set(journal.mark());
      }
      BatchFolder batch =
          new BatchFolder(folder, header, journal, record, state, new ChunkIo(folder, guard));
      batch.requireWhole();
      batch.tidy();
      open = true;
      return batch;
    } finally {
      if (!open) {
        journal.close();
        if (record != null) {
          record.close();
        }
      }
    }
  }

  /**
   * Opens a batch only to look at what is left in it, and changes nothing. It may have been used on
   * another machine; if it was on this one, too, its record must fit.
   *
   * @throws BadFile as {@link #open} does
   * @throws Refused as {@link #open} does
   */
  static BatchFolder look(Path folder, StoreAccess access) throws MpcException {
    StoreHeader header = StoreHeader.read(folder);
    ChunkGuard guard = guard(folder, header, access.key());
    Journal journal = Journal.open(folder.resolve(JOURNAL), header.digest());
    boolean open = false;
    try {
      BatchState state = BatchState.of(journal.entries(), folder.toString());
      if (Files.exists(access.records().resolve(recordName(header)))) {
        try (UsageRecord record = UsageRecord.open(access.records(), recordName(header))) {
          if (record.last().isPresent() && !journal.passed(record.last().get())) {
            throw new BadFile(
                folder
                    + " stands further back than it did on this machine: what it holds was used or"
                    + " destroyed already");
          }
        }
      }
      BatchFolder batch =
          new BatchFolder(folder, header, journal, null, state, new ChunkIo(folder, guard));
      batch.requireWhole();
      open = true;
      return batch;
    } finally {
      if (!open) {
        journal.close();
      }
    }
  }

  private static String recordName(StoreHeader header) {
    return header.id() + "-" + (header.party() + 1);
  }

  private static ChunkGuard guard(Path folder, StoreHeader header, Optional<StoreKey> key)
      throws MpcException {
    byte[] context = header.digest();
    if (!header.encrypted()) {
      return new ChecksumGuard(context);
    }
    if (key.isEmpty()) {
      throw new Refused(
          folder + " is encrypted: say with --store-key, or SCHUR_MPC_STORE_KEY, under which key");
    }
    byte[] salt = HexFormat.of().parseHex(header.salt().orElseThrow());
    if (!key.get().check(salt).equals(header.keyCheck().orElse(""))) {
      throw new Refused(folder + " is encrypted under another key");
    }
    byte[] derived = key.get().derive("schur-mpc store " + recordName(header), salt);
    try {
      return new GcmGuard(derived, context);
    } finally {
      Secrets.wipe(derived);
    }
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

  /**
   * Destroys a batch without opening it, and lets this machine's record say so.
   *
   * @throws Refused if a program has it open
   */
  static void destroy(Path folder, Path records) throws MpcException {
    StoreHeader header = null;
    try {
      header = StoreHeader.read(folder);
    } catch (BadFile e) {
      // Nobody can open it.
    }
    if (header != null) {
      try (UsageRecord record = UsageRecord.open(records, recordName(header))) {
        record.set(Journal.Mark.NEVER);
      }
    }
    delete(folder);
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

  private void requireWhole() throws BadFile {
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
      throw new IllegalStateException("the store is open to be looked at only");
    }
    journal.append(entry);
    state.apply(entry);
    record.set(journal.mark());
  }

  @Override
  public void close() {
    journal.close();
    if (record != null) {
      record.close();
    }
  }
}
