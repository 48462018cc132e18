package org.schurmpc.core.prep.disk;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
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
        if (name.startsWith(PREFIX)) {
          PlainFiles.requireFolderOfFiles(entry);
        } else if (name.equals(FolderLock.FILE)) {
          PlainFiles.requireFile(entry);
        }
        if (name.matches(PREFIX + "[0-9]{6}")) {
          found.put(Integer.parseInt(name.substring(PREFIX.length())), entry);
        }
        begun |= name.startsWith(PREFIX);
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
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(folder, entry -> BatchOpening.isDraft(entry, PREFIX))) {
      for (Path draft : entries) {
        BatchFolder.delete(draft);
      }
    } catch (IOException e) {
      throw DiskFiles.failed(folder, e);
    }
  }

  /**
   * Destroys a store, even one that cannot be opened any more, and ensures that no copy of the
   * store is used on this machine.
   *
   * @param records this machine's records of use
   * @throws BadFile if the folder is not a store, or cannot be deleted
   * @throws Refused if a program has the store open
   */
  static void destroy(Path folder, Path records) throws MpcException {
    Set<String> ids = new LinkedHashSet<>();
    for (Path batch : find(folder).values()) { // nothing is touched in a folder that is no store
      Optional<StoreHeader> header = BatchOpening.readable(batch);
      if (header.isPresent()) {
        BatchOpening.requirePlain(header.get(), records);
        StoreKeys.recordName(header.get()).ifPresent(ids::add);
      }
    }
    for (String name : ids) {
      KeyRecord.requirePlain(records, name);
    }
    try (FolderLock held = FolderLock.take(folder)) {
      for (String name : ids) {
        KeyRecord.destroy(records, name);
      }
      for (Path batch : find(folder).values()) {
        BatchOpening.destroy(batch, records);
      }
      try (DirectoryStream<Path> rest = Files.newDirectoryStream(folder, PREFIX + "*")) {
        for (Path draft : rest) {
          BatchFolder.delete(draft);
        }
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
