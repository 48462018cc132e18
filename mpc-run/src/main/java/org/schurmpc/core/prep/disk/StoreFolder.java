package org.schurmpc.core.prep.disk;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.abort.Remedy;

/**
 * Names, finds and deletes the files and folders of a store, without opening its batches. {@link
 * StoreDirectory} opens them.
 */
final class StoreFolder {
  private static final String PREFIX = "batch-";
  private static final String BATCH = PREFIX + "[0-9]{6,9}";

  private StoreFolder() {}

  /** Returns the folder of a batch, from its number. */
  static Path batch(Path folder, int number) {
    return folder.resolve(PREFIX + "%06d".formatted(number));
  }

  /** Returns whether a folder exists, and nothing is in it. */
  static boolean isEmpty(Path folder) throws BadFile {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      return !entries.iterator().hasNext();
    } catch (IOException e) {
      throw DiskFiles.failed(folder, e);
    }
  }

  /**
   * Returns the folders of batches, by number, and requires that the files and folders of the store
   * are its own; the store itself may be reached through a link.
   *
   * @throws BadFile if the folder is not a store, for example because it holds kept memory, which
   *     has a lock of the name of a store's
   */
  static SortedMap<Integer, Path> find(Path folder) throws BadFile {
    TreeMap<Integer, Path> found = new TreeMap<>();
    if (!Files.exists(folder)) {
      throw new BadFile(folder + " is not there", Remedy.MAKE_STORE);
    }
    if (!Files.isDirectory(folder)) {
      throw new BadFile(folder + " is no store: it is no folder");
    }
    boolean begun = FolderLock.isIn(folder);
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        String name = entry.getFileName().toString();
        boolean draft = BatchOpening.isDraft(entry, PREFIX);
        if (name.matches(BATCH)) {
          found.put(Integer.parseInt(name.substring(PREFIX.length())), entry);
        } else if (name.equals(FolderLock.FILE)) {
          PlainFiles.requireFile(entry);
        } else if (KeptPlace.isMemory(entry)) {
          throw new BadFile(
              "name another folder, or take "
                  + entry
                  + " away: that is the memory of a program, and no store holds any");
        }
        if (draft || name.matches(BATCH)) {
          PlainFiles.requireFolderOfFiles(entry);
        }
        begun |= draft;
      }
    } catch (IOException e) {
      throw DiskFiles.failed(folder, e);
    }
    if (found.isEmpty() && !begun) {
      throw new BadFile(folder + " is no store: there is no batch of material in it");
    }
    return found;
  }

  /**
   * Requires that a folder is a store, and that the records of its batches and keys, if they exist,
   * are plain files.
   *
   * @param records this machine's records of use
   */
  static void requirePlain(Path folder, Path records) throws BadFile {
    for (Path batch : find(folder).values()) {
      StoreHeader header = StoreHeader.read(batch);
      BatchOpening.requirePlain(header, records);
      if (header.key().isPresent()) {
        KeyRecord.requirePlain(records, StoreKeys.recordName(header).orElseThrow());
      }
    }
  }

  /**
   * Deletes what crashes left of batches that were being created or deleted; no other program does
   * either now.
   */
  static void deleteDrafts(Path folder) throws BadFile {
    for (Path draft : drafts(folder)) {
      BatchFolder.requireOwn(draft);
      BatchFolder.delete(draft);
    }
  }

  /**
   * Requires that a folder was a store, which it is by its lock or by the header of a batch, and
   * that its batches and what crashes left of them hold nothing else.
   */
  private static void requireOwn(Path folder) throws BadFile {
    boolean store = FolderLock.isIn(folder);
    for (Path batch : find(folder).values()) {
      BatchFolder.requireOwn(batch);
      store |= BatchOpening.readable(batch).isPresent();
      if (!PlainFiles.isThere(batch.resolve(StoreHeader.FILE))) {
        throw new BadFile(
            batch + " has no header of a store, so nothing was touched; take it away");
      }
    }
    if (!store) {
      throw new BadFile(folder + " is no store: it has neither a lock nor a batch with a header");
    }
    for (Path draft : drafts(folder)) {
      BatchFolder.requireOwn(draft);
    }
  }

  /** Returns what crashes left of batches that were being created or deleted. */
  private static List<Path> drafts(Path folder) throws BadFile {
    List<Path> drafts = new ArrayList<>();
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(folder, entry -> BatchOpening.isDraft(entry, PREFIX))) {
      entries.forEach(drafts::add);
    } catch (IOException e) {
      throw DiskFiles.failed(folder, e);
    }
    return drafts;
  }

  /**
   * Destroys a store, even one that cannot be opened any more, and ensures that no copy of the
   * store is used on this machine. What is not the store's remains, and the folder with it.
   *
   * @param records this machine's records of use
   * @throws BadFile if the folder is not a store, a batch holds other files, or it cannot be
   *     deleted
   * @throws Refused if a program has the store open
   */
  static void destroy(Path folder, Path records) throws MpcException {
    Set<String> ids = new LinkedHashSet<>();
    requireOwn(folder); // nothing is touched in a folder that is no store
    for (Path batch : find(folder).values()) {
      Optional<StoreHeader> header = BatchOpening.readable(batch);
      if (header.isPresent()) {
        BatchOpening.requirePlain(header.get(), records);
        StoreKeys.recordName(header.get()).ifPresent(ids::add);
      }
    }
    for (String name : ids) {
      KeyRecord.requirePlain(records, name);
    }
    try (FolderLock held = FolderLock.take(folder, "a store")) {
      BatchAside.deleteLeft(folder, records);
      for (String name : ids) {
        KeyRecord.destroy(records, name);
      }
      for (Path batch : find(folder).values()) {
        BatchOpening.destroy(batch, records);
      }
      for (Path draft : drafts(folder)) {
        BatchFolder.delete(draft);
      }
      try {
        held.delete();
        if (isEmpty(folder)) {
          Files.delete(folder);
        }
      } catch (IOException e) {
        throw DiskFiles.failed(folder, e);
      }
    }
  }
}
