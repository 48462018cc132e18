package org.schurmpc.core.prep.disk;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import java.util.Optional;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.abort.Remedy;
import org.schurmpc.core.crypto.Secrets;

/** Creates batches, and opens them for use or for reading only. */
final class BatchOpening {
  private static final String UNFINISHED = ".%s.new";
  private static final String ANY_UNFINISHED = "[0-9]{6,9}(\\.[0-9a-f]{16})?\\.new";
  private static final int SHOWN_DIGITS = 16;

  private BatchOpening() {}

  /**
   * Creates a batch.
   *
   * @param folder the batch's folder, which does not exist yet
   * @param access holds the key under which the batch is encrypted, if its header requires
   *     encryption
   */
  static BatchFolder create(Path folder, StoreHeader header, StoreAccess access)
      throws MpcException {
    String name = recordName(header);
    Protection protection = protection(folder, header, access.key());
    UsageRecord record = UsageRecord.open(access.records(), name);
    Journal journal = null;
    boolean made = false;
    try {
      if (record.last().isPresent()) {
        throw new IllegalStateException("there was a batch with this id: " + header.id());
      }
      VerdictMark mark =
          VerdictMark.open(VerdictMark.file(access.records(), name), VerdictMark.State.CLEAR);
      makeFolder(folder, header, protection.start, record);
      journal = Journal.open(folder.resolve(BatchFolder.JOURNAL), protection.start);
      ChunkIo io = new ChunkIo(folder, protection.chunks);
      BatchState state = BatchState.of(journal.entries(), folder.toString());
      made = true;
      return new BatchFolder(
          folder, header, journal, record, mark, Optional.of(mark.state()), state, io);
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
   * Creates the batch's folder. The folder gets its name when it is complete, so that a crash
   * leaves nothing that resembles a batch. Until then the folder has its own temporary name, so
   * that what a crash left is not in the way.
   */
  private static void makeFolder(Path folder, StoreHeader header, byte[] start, UsageRecord record)
      throws MpcException {
    Path draft = draft(folder, header);
    try {
      DiskFiles.makeFolder(draft);
      DiskFiles.write(
          draft.resolve(StoreHeader.FILE), header.text().getBytes(StandardCharsets.UTF_8));
      Journal.create(draft.resolve(BatchFolder.JOURNAL), start);
      DiskFiles.forceFolder(draft);
      record.set(Journal.begun(start)); // first: a batch without a record is from elsewhere
      Files.move(draft, folder);
      DiskFiles.forceFolder(folder.getParent());
    } catch (IOException e) {
      throw DiskFiles.failed(folder, e);
    }
  }

  private static Path draft(Path folder, StoreHeader header) {
    String id = header.id().substring(0, SHOWN_DIGITS);
    return folder.resolveSibling(folder.getFileName() + UNFINISHED.formatted(id));
  }

  /**
   * Deletes the folder of a closed batch, which first loses its name, so that a crash leaves
   * nothing that resembles a batch.
   */
  static void discard(Path folder, StoreHeader header) throws BadFile {
    Path draft = draft(folder, header);
    try {
      Files.move(folder, draft);
      DiskFiles.forceFolder(folder.getParent());
    } catch (IOException e) {
      throw DiskFiles.failed(folder, e);
    }
    BatchFolder.delete(draft);
  }

  /** Moves the folder of a closed batch; durable on return. */
  static void move(Path from, Path to) throws BadFile {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
      DiskFiles.forceFolder(to.getParent());
      DiskFiles.forceFolder(from.getParent());
    } catch (IOException e) {
      throw DiskFiles.failed(to, e);
    }
  }

  /**
   * Returns whether a path is what a crash left of a batch that was being created or deleted.
   *
   * @param prefix the prefix of batches' names, before their numbers
   */
  static boolean isDraft(Path path, String prefix) {
    return path.getFileName().toString().matches(prefix + ANY_UNFINISHED);
  }

  /**
   * Opens a batch for use. The batch is ready after {@link BatchFolder#settle} has been called,
   * too.
   *
   * @param adopt whether to accept a batch of which this machine has no record
   * @throws BadFile if the batch was changed, cut short, has another format, or is at an earlier
   *     position than recorded
   * @throws Refused if the key is missing or wrong, or another program has the batch open
   */
  static BatchFolder open(Path folder, StoreAccess access, boolean adopt) throws MpcException {
    StoreHeader header = StoreHeader.read(folder);
    Protection protection = protection(folder, header, access.key());
    ChunkIo io = new ChunkIo(folder, protection.chunks);
    Journal journal = Journal.open(folder.resolve(BatchFolder.JOURNAL), protection.start);
    UsageRecord record = null;
    boolean open = false;
    try {
      BatchState state = BatchState.of(journal.entries(), folder.toString());
      record = UsageRecord.open(access.records(), recordName(header));
      if (record.last().isPresent()) {
        requireNotBack(folder, journal, state, record.last().get());
      } else if (journal.torn()) {
        throw journal.changed(); // the torn line may have recorded a use
      } else if (!adopt) {
        throw new BadFile(
            folder
                + (state.anyUsed() ? " was used" : " was made")
                + ", and this machine has no record of it: adopt it only if it was moved here and no"
                + " copy was or will be used elsewhere, since material used twice reveals secrets",
            Remedy.ADOPT_STORE);
      }
      VerdictMark mark = VerdictMark.open(access.records(), recordName(header), state);
      Optional<VerdictMark.State> found = Optional.of(mark.state());
      BatchFolder batch = new BatchFolder(folder, header, journal, record, mark, found, state, io);
      batch.requireWhole();
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

  private static void requireNotBack(
      Path folder, Journal journal, BatchState state, Journal.Mark last) throws BadFile {
    boolean destroyed = last.equals(Journal.Mark.NEVER);
    if (journal.passed(last) || (destroyed && state.burnt())) {
      return;
    }
    if (!destroyed && journal.torn()) {
      throw journal.changed();
    }
    throw new BadFile(
        folder
            + " stands further back than it did on this machine: "
            + (destroyed ? "it was destroyed" : "a copy was put back, and what it holds was used")
            + " already",
        Remedy.DESTROY_STORE);
  }

  /**
   * Opens a batch for reading only, and changes nothing. The batch may have been used on another
   * machine; if this machine has a record of the batch, the record must match.
   *
   * @throws BadFile as in {@link #open}
   * @throws Refused as in {@link #open}
   */
  static BatchFolder look(Path folder, StoreAccess access) throws MpcException {
    StoreHeader header = StoreHeader.read(folder);
    Protection protection = protection(folder, header, access.key());
    ChunkIo io = new ChunkIo(folder, protection.chunks);
    Journal journal = Journal.open(folder.resolve(BatchFolder.JOURNAL), protection.start);
    boolean open = false;
    try {
      BatchState state = BatchState.of(journal.entries(), folder.toString());
      if (PlainFiles.isThere(access.records().resolve(recordName(header)))) {
        try (UsageRecord record = UsageRecord.open(access.records(), recordName(header))) {
          if (record.last().isPresent()) {
            requireNotBack(folder, journal, state, record.last().get());
          }
        }
      }
      Path mark = VerdictMark.file(access.records(), recordName(header));
      BatchFolder batch =
          new BatchFolder(folder, header, journal, null, null, VerdictMark.peek(mark), state, io);
      batch.requireWhole();
      open = true;
      return batch;
    } finally {
      if (!open) {
        journal.close();
      }
    }
  }

  /**
   * Destroys a batch without opening it, and records the destruction on this machine.
   *
   * @throws Refused if a program has the batch open
   */
  static void destroy(Path folder, Path records) throws MpcException {
    Optional<StoreHeader> header = readable(folder);
    if (header.isPresent()) {
      String name = recordName(header.get());
      try (UsageRecord record = UsageRecord.open(records, name)) {
        VerdictMark.open(VerdictMark.file(records, name), VerdictMark.State.BURNT).burn();
        record.set(Journal.Mark.NEVER);
      }
    }
    BatchFolder.delete(folder);
  }

  /**
   * Returns a batch's header; empty if the header is unreadable, in which case nobody can open the
   * batch.
   */
  static Optional<StoreHeader> readable(Path folder) {
    try {
      return Optional.of(StoreHeader.read(folder));
    } catch (BadFile e) {
      return Optional.empty();
    }
  }

  /** Requires that a batch's record and mark, if they exist, are plain files. */
  static void requirePlain(StoreHeader header, Path records) throws BadFile {
    PlainFiles.requireFileOrNothing(records.resolve(recordName(header)));
    PlainFiles.requireFileOrNothing(VerdictMark.file(records, recordName(header)));
  }

  /** Returns the name of this machine's record of a batch. */
  static String recordName(StoreHeader header) {
    return recordName(header.id(), header.party());
  }

  static String recordName(String id, int party) {
    return id + "-" + (party + 1);
  }

  /**
   * Returns why nothing under the keys of a batch may be used any more, by this machine's record of
   * the batch, which outlives the batch. What verdicts were pending in another boot of the machine
   * is known to whoever opens the batch, and to the ledger of what is under its keys.
   *
   * @param name of the record
   */
  static Optional<Destruction> lost(Path records, String name) throws BadFile {
    Optional<Journal.Mark> last = UsageRecord.peek(records, name);
    if (last.isEmpty()) {
      return Optional.of(Destruction.UNMARKED);
    }
    if (last.get().equals(Journal.Mark.NEVER)) {
      return Optional.of(Destruction.CHECK);
    }
    return switch (VerdictMark.peek(VerdictMark.file(records, name))
        .orElse(VerdictMark.State.UNKNOWN)) {
      case BURNT -> Optional.of(Destruction.CHECK);
      case PENDING -> Optional.of(Destruction.PENDING);
      case UNKNOWN -> Optional.of(Destruction.UNMARKED);
      default -> Optional.empty();
    };
  }

  /** Holds what protects a batch. */
  private static final class Protection {
    /** Protects items and keys. */
    final ChunkGuard chunks;

    /** Start of the journal: a secret that depends on the header, or the header's digest. */
    final byte[] start;

    Protection(ChunkGuard chunks, byte[] start) {
      this.chunks = chunks;
      this.start = start;
    }
  }

  private static Protection protection(Path folder, StoreHeader header, Optional<StoreKey> key)
      throws Refused {
    byte[] context = header.digest();
    if (!header.encrypted()) {
      if (key.isPresent()) {
        throw new Refused(
            folder
                + " is not encrypted, though a key was given: whoever can write to this disk may"
                + " have put it there; move it away, or use a store in the clear without a key");
      }
      return new Protection(new ChecksumGuard(context), context);
    }
    if (key.isEmpty()) {
      throw new Refused(folder + " is encrypted, and no key was given", Remedy.GIVE_STORE_KEY);
    }
    byte[] salt = HexFormat.of().parseHex(header.salt().orElseThrow());
    if (!key.get().check(salt).equals(header.keyCheck().orElse(""))) {
      throw new Refused(folder + " is encrypted under another key");
    }
    byte[] batch = key.get().derive("schur-mpc store " + recordName(header), salt);
    byte[] chunks = StoreKey.derive(batch, "chunks", new byte[0]);
    try {
      return new Protection(
          new GcmGuard(chunks, context), StoreKey.derive(batch, "header and journal", context));
    } finally {
      Secrets.wipe(batch);
      Secrets.wipe(chunks);
    }
  }
}
