package org.schurmpc.core.prep.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;

/**
 * A store's folder for one program: without it no batch is opened, begun or deleted. It is an empty
 * file in the folder, locked while a program has the store open, which holds nothing and is no part
 * of what the store holds. Who only looks does without.
 */
final class FolderLock implements Closeable {
  /** The file's name. */
  static final String FILE = "store.lock";

  private final Path file;
  private final HeldFile held;

  private FolderLock(Path file, HeldFile held) {
    this.file = file;
    this.held = held;
  }

  /**
   * Takes it, and makes it if it is not there.
   *
   * @param folder which is there
   * @throws Refused if another program has it
   */
  static FolderLock take(Path folder) throws BadFile, Refused {
    Path file = folder.resolve(FILE);
    try {
      DiskFiles.createIfMissing(file);
      Optional<HeldFile> held = HeldFile.open(file);
      if (held.isEmpty()) {
        throw new Refused(folder + " is in use: one program at a time uses a store");
      }
      boolean taken = false;
      try {
        // A program that destroyed the store between these steps took the file with it.
        if (!held.get().isStill(file)) {
          throw new Refused(folder + " was destroyed by another program just now");
        }
        taken = true;
        return new FolderLock(file, held.get());
      } finally {
        if (!taken) {
          held.get().close();
        }
      }
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    }
  }

  /** Whether a folder has been a store, whatever else is in it. */
  static boolean isIn(Path folder) {
    return PlainFiles.isThere(folder.resolve(FILE));
  }

  /** Deletes it while it is still held: who waits for this file finds that it is gone. */
  void delete() throws IOException {
    Files.deleteIfExists(file);
  }

  @Override
  public void close() {
    held.close();
  }
}
