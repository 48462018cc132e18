package org.schurmpc.core.prep.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;

/**
 * Represents the folder that an operator names for a ledger: a lock, and a folder with the ledger.
 */
final class LedgerPlace implements Closeable {
  private static final String LEDGER = "ledger";
  private static final String DRAFT = LEDGER + ".new";

  private final Path folder;
  private final FolderLock lock;

  private LedgerPlace(Path folder, FolderLock lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /**
   * Takes a folder for one program, creates it if there is none, and deletes what a crash left of a
   * ledger that was being created.
   *
   * @throws BadFile if the folder holds something else
   * @throws Refused if another program has the folder
   */
  static LedgerPlace take(Path folder) throws BadFile, Refused {
    DiskFiles.makeFolder(folder);
    requireOurs(folder);
    LedgerPlace place = new LedgerPlace(folder, FolderLock.take(folder, "its ledger"));
    boolean taken = false;
    try {
      if (PlainFiles.isThere(folder.resolve(DRAFT))) {
        PlainFiles.requireFolderOfFiles(folder.resolve(DRAFT));
        BatchFolder.delete(folder.resolve(DRAFT));
      }
      taken = true;
      return place;
    } finally {
      if (!taken) {
        place.close();
      }
    }
  }

  private static void requireOurs(Path folder) throws BadFile {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        String name = entry.getFileName().toString();
        boolean named = name.equals(LEDGER) || name.equals(DRAFT) || name.equals(FolderLock.FILE);
        if (!named || Files.isSymbolicLink(entry)) {
          throw new BadFile(
              folder + " is no folder of a ledger: there is something else in it: " + name);
        }
      }
    } catch (IOException e) {
      throw DiskFiles.failed(folder, e);
    }
  }

  /** Returns the folder with the ledger, which may not exist. */
  Path ledger() {
    return folder.resolve(LEDGER);
  }

  /**
   * Creates the ledger's folder without entries. It gets its name when it is complete, so that a
   * crash leaves nothing that resembles a ledger.
   *
   * @param start the start of the journal
   */
  void create(LedgerHeader header, byte[] start) throws BadFile {
    Path draft = folder.resolve(DRAFT);
    DiskFiles.makeFolder(draft);
    try {
      DiskFiles.write(
          draft.resolve(LedgerHeader.FILE), header.text().getBytes(StandardCharsets.UTF_8));
      SegmentJournal.create(draft, start);
      DiskFiles.forceFolder(draft);
      Files.move(draft, ledger());
      DiskFiles.forceFolder(folder);
    } catch (IOException e) {
      throw DiskFiles.failed(ledger(), e);
    }
  }

  @Override
  public String toString() {
    return folder.toString();
  }

  @Override
  public void close() {
    lock.close();
  }
}
