package org.schurmpc.core.prep.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;

/**
 * Represents the folder that an operator names for memory: a lock, and a folder with the memory.
 */
final class KeptPlace implements Closeable {
  private static final String MEMORY = "memory";
  private static final String DRAFT = MEMORY + ".new";

  private final Path folder;
  private final FolderLock lock;

  private KeptPlace(Path folder, FolderLock lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /**
   * Takes a folder for one program, creates it if there is none, and deletes what a crash left of a
   * memory that was being created.
   *
   * @throws BadFile if the folder holds something else
   * @throws Refused if another program has the folder
   */
  static KeptPlace take(Path folder) throws BadFile, Refused {
    DiskFiles.makeFolder(folder);
    requireOurs(folder);
    KeptPlace place = new KeptPlace(folder, FolderLock.take(folder, "its memory"));
    boolean taken = false;
    try {
      if (PlainFiles.isThere(place.draft())) {
        BatchFolder.delete(place.draft());
      }
      taken = true;
      return place;
    } finally {
      if (!taken) {
        place.close();
      }
    }
  }

  /**
   * Returns whether an entry of a folder is memory, or what a crash left of memory that was being
   * created or deleted. An entry with a lock of its own is a place that an operator named so.
   */
  static boolean isMemory(Path entry) {
    return isNamedMemory(entry) && !FolderLock.isIn(entry);
  }

  private static boolean isNamedMemory(Path entry) {
    String name = entry.getFileName().toString();
    return name.equals(MEMORY) || name.equals(DRAFT);
  }

  private static void requireOurs(Path folder) throws BadFile {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        String name = entry.getFileName().toString();
        if (isNamedMemory(entry)) {
          PlainFiles.requireFolderOfFiles(entry);
        } else if (!name.equals(FolderLock.FILE)) {
          throw new BadFile(
              folder + " is no folder of memory: there is something else in it: " + name);
        }
      }
    } catch (IOException e) {
      throw DiskFiles.failed(folder, e);
    }
  }

  /** Returns the folder with the memory, which may not exist. */
  Path memory() {
    return folder.resolve(MEMORY);
  }

  /** Returns the name of the memory's folder until it is complete. */
  Path draft() {
    return folder.resolve(DRAFT);
  }

  /**
   * Deletes the memory. It loses its name first, so that a crash leaves nothing that resembles a
   * memory.
   */
  void discard() throws BadFile {
    try {
      Files.move(memory(), draft());
      DiskFiles.forceFolder(folder);
    } catch (IOException e) {
      throw DiskFiles.failed(memory(), e);
    }
    BatchFolder.delete(draft());
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
