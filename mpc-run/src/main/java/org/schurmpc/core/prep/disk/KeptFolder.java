package org.schurmpc.core.prep.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.FieldHash;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Represents the folder of kept memory, opened by one program, together with the record of its use
 * and the mark of its verdicts outside of the folder.
 */
final class KeptFolder implements Closeable {
  private static final String JOURNAL = "journal";
  private static final Logger LOG = LoggerFactory.getLogger(KeptFolder.class);

  private final Path folder;
  private final KeptHeader header;
  private final Journal journal;
  private final UsageRecord record;
  private final KeptHistory history;
  private final VerdictNotes verdicts;
  private final KeptParts parts;
  private boolean broken; // an entry may be recorded in part

  private KeptFolder(
      Path folder,
      KeptHeader header,
      Journal journal,
      UsageRecord record,
      KeptHistory history,
      VerdictMark mark,
      KeptParts parts) {
    this.folder = folder;
    this.header = header;
    this.journal = journal;
    this.record = record;
    this.history = history;
    this.parts = parts;
    this.verdicts =
        new VerdictNotes(history.verdicts(), mark, Optional.of(mark.state()), this::note);
  }

  /**
   * Creates the folder. It gets its name when it is complete, so that a crash leaves nothing that
   * resembles a memory.
   */
  static KeptFolder create(KeptPlace place, KeptHeader header, StoreAccess access)
      throws MpcException {
    Path folder = place.memory();
    Path draft = place.draft();
    try (KeptProtection protection = new KeptProtection(folder, header, access.key())) {
      DiskFiles.makeFolder(draft);
      DiskFiles.write(
          draft.resolve(KeptHeader.FILE), header.text().getBytes(StandardCharsets.UTF_8));
      Journal.create(draft.resolve(JOURNAL), protection.start);
      DiskFiles.forceFolder(draft);
      Files.move(draft, folder);
      DiskFiles.forceFolder(folder.getParent());
    } catch (IOException e) {
      throw DiskFiles.failed(folder, e);
    }
    return open(folder, header, access, Optional.empty());
  }

  /**
   * Opens the folder. A memory whose program was killed while the verdict of a check was pending is
   * destroyed now.
   *
   * @param boot the machine's current boot
   * @throws BadFile if the memory was changed, destroyed or replaced by an older copy
   * @throws Refused if the key is missing or wrong, or another program has the memory open
   */
  static KeptFolder open(Path folder, KeptHeader header, StoreAccess access, Optional<String> boot)
      throws MpcException {
    // Before a record is created. The record itself is checked when it is opened.
    PlainFiles.requireFileOrNothing(VerdictMark.file(access.records(), header.recordName()));
    Journal journal = null;
    UsageRecord record = null;
    boolean open = false;
    try (KeptProtection protection = new KeptProtection(folder, header, access.key())) {
      journal = Journal.open(folder.resolve(JOURNAL), protection.start);
      KeptHistory history = KeptHistory.of(journal.entries(), folder.toString());
      record =
          UsageRecord.open(
              access.records(),
              header.recordName(),
              "another program uses the memory of record "
                  + header.recordName()
                  + ", or a copy of it");
      requireNotBack(folder, journal, history, record.last());
      VerdictMark mark =
          VerdictMark.open(access.records(), header.recordName(), history.verdicts());
      KeptParts parts = new KeptParts(folder, header.digest(), protection.key());
      KeptFolder opened = new KeptFolder(folder, header, journal, record, history, mark, parts);
      opened.settle(boot);
      open = true;
      return opened;
    } finally {
      if (!open) {
        close(journal, record);
      }
    }
  }

  private static void requireNotBack(
      Path folder, Journal journal, KeptHistory history, Optional<Journal.Mark> last)
      throws BadFile {
    if (last.isEmpty()) {
      if (journal.torn() || journal.entries().size() > 1) {
        throw new BadFile(
            folder
                + " was used, and this machine has no record of it: memory stays on the machine"
                + " that keeps it");
      }
      return;
    }
    boolean destroyed = last.get().equals(Journal.Mark.NEVER);
    if (journal.passed(last.get()) || (destroyed && history.verdicts().burnt())) {
      return;
    }
    if (!destroyed && journal.torn()) {
      throw journal.changed();
    }
    throw new BadFile(
        folder
            + " stands further back than it did on this machine: "
            + (destroyed ? "it was destroyed" : "a copy of an earlier version was put back"));
  }

  /** Ends the opening: notes that no verdict is pending, or that the memory is destroyed. */
  private void settle(Optional<String> boot) throws BadFile {
    BatchState state = history.verdicts();
    Optional<Destruction> lost = state.burnt() ? state.destruction() : verdicts.lost(boot);
    journal.dropTorn();
    if (lost.isPresent()) {
      destroy(lost.get());
      throw new BadFile(lost.get().sentence(folder.toString()));
    }
    if (state.armed()) {
      note(BatchState.disarmedEntry());
    }
    if (!record.last().equals(Optional.of(journal.mark()))) {
      record.set(journal.mark());
    }
    parts.tidy(history);
  }

  KeptHeader header() {
    return header;
  }

  KeptHistory history() {
    return history;
  }

  KeptParts parts() {
    return parts;
  }

  /** Returns a hash of the memory's id, and of the newest version with its clear memory. */
  FieldHash content(String stage) {
    KeptHistory.Version version = history.next().orElse(history.current());
    return new FieldHash("memory " + stage)
        .add(header.id())
        .add(version.number())
        .add(digest(version));
  }

  /** Returns the digest of a version's clear memory, hex. */
  String digest(KeptHistory.Version version) {
    return version.number() == 0
        ? version.digest()
        : parts.hide(version.number(), version.salt(), version.digest());
  }

  /** Records an entry, in the journal first, and applies it to the state; durable on return. */
  void note(String entry) throws BadFile {
    if (broken) {
      throw new BadFile(folder + " could not be written before, and is not written any more");
    }
    broken = true;
    journal.append(entry);
    record.set(journal.mark());
    history.apply(entry); // nobody acts upon the entry before it is recorded in both places
    broken = false;
  }

  /** Writes the version that follows the one in use, and notes that it is prepared. */
  void prepare(SortedMap<String, long[]> shares, SortedMap<String, long[]> clear) throws BadFile {
    FieldHash digest = new FieldHash("clear memory");
    clear.forEach((name, words) -> digest.add(name).add(words, 0, words.length));
    byte[] random = new byte[StoreKey.BYTES];
    new SecureRandom().nextBytes(random);
    String salt = HexFormat.of().formatHex(random);
    long number = history.current().number() + 1;
    String hidden = parts.hide(number, salt, HexFormat.of().formatHex(digest.digest()));
    SortedMap<String, long[]> all = new TreeMap<>(clear);
    all.putAll(shares);
    parts.write(new KeptHistory.Version(number, salt, hidden), all);
    note("prepared %d %s %s".formatted(number, salt, hidden));
  }

  /** Returns the notes of verdicts on the keys that the memory is under. */
  VerdictNotes verdicts() {
    return verdicts;
  }

  /** Notes that no verdict is pending, while the keys are in no check. */
  void rest() {
    // If an interrupted thread wrote to the files, the JVM would close them.
    boolean interrupted = Thread.interrupted();
    try {
      verdicts.disarm();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Destroys the memory: records it in the mark, in the journal and in the record, each even if
   * another fails, and deletes the files.
   *
   * @throws IllegalStateException if the destruction could not be recorded anywhere
   */
  void destroy(Destruction why) {
    // If an interrupted thread wrote to the files, the JVM would close them.
    boolean interrupted = Thread.interrupted();
    try {
      boolean noted = noteBurnt(why);
      if (!noted) {
        throw new IllegalStateException("the destruction of " + folder + " was not recorded");
      }
      parts.tidy(history);
    } catch (BadFile e) {
      LOG.warn("{}", e.getMessage()); // deleted when it is opened next
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Returns whether anything that outlasts this process records the destruction. */
  private boolean noteBurnt(Destruction why) {
    verdicts.markBurnt();
    boolean noted = verdicts.markedBurnt();
    noted |= verdicts.noteBurnt(journal, why);
    return record.never() || noted;
  }

  @Override
  public void close() {
    verdicts.disarm();
    parts.wipe();
    close(journal, record);
  }

  private static void close(Journal journal, UsageRecord record) {
    if (journal != null) {
      journal.close();
    }
    if (record != null) {
      record.close();
    }
  }
}
