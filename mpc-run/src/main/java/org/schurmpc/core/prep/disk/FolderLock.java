package org.schurmpc.core.prep.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;

/**
 * Reserves a store's folder for one program. Without the lock, no batch is opened for use, created
 * or deleted. The lock is an empty file in the folder, locked while a program has the store open,
 * and is not part of the store's content. Readers need no lock.
 */
final class FolderLock implements Closeable {
  /** Name of the file. */
  static final String FILE = "store.lock";

  private final Path file;
  private final HeldFile held;

  private FolderLock(Path file, HeldFile held) {
    this.file = file;
    this.held = held;
  }

  /**
   * Takes the lock, and creates its file if it does not exist.
   *
   * @param folder an existing folder
   * @param use what one program at a time uses, for the message
   * @throws Refused if another program has the lock
   */
  static FolderLock take(Path folder, String use) throws BadFile, Refused {
    Path file = folder.resolve(FILE);
    try {
      DiskFiles.createIfMissing(file);
      HeldFile held = HeldFile.hold(file, folder + " is in use: one program at a time uses " + use);
      boolean taken = false;
      try {
        // A program that destroyed the store between these steps deleted the file, too.
        if (!held.isStill(file)) {
          throw new Refused(folder + " was destroyed by another program just now");
        }
        taken = true;
        return new FolderLock(file, held);
      } finally {
        if (!taken) {
          held.close();
        }
      }
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    }
  }

  /** Returns whether a folder has been a store, even if it contains other files. */
  static boolean isIn(Path folder) {
    return PlainFiles.isThere(folder.resolve(FILE));
  }

  /**
   * Deletes the file while it is still locked. A program that waits for this file then detects the
   * deletion.
   */
  void delete() throws IOException {
    Files.deleteIfExists(file);
  }

  @Override
  public void close() {
    held.close();
  }
}
