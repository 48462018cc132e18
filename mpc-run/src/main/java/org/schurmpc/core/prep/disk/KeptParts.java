package org.schurmpc.core.prep.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.prep.disk.ChunkGuard.Place;
import org.schurmpc.core.prep.disk.KeptHistory.Version;

/**
 * Reads and writes the files of kept memory: one for each part of a version. Each version has a
 * salt of its own, which the journal names: a version that is prepared again after it was dropped
 * is encrypted under another key, and files of one do not pass for files of the other.
 */
final class KeptParts {
  private static final String PREFIX = "state-";
  private static final int CHUNK_LONGS = 1 << 17;

  private final Path folder;
  private final byte[] context;
  private final Optional<byte[]> key;

  /**
   * Creates the files' access.
   *
   * @param context identifies the memory
   * @param key the key of this memory's files and nothing else, not copied; empty if they are in
   *     the clear
   */
  KeptParts(Path folder, byte[] context, Optional<byte[]> key) {
    this.folder = folder;
    this.context = context.clone();
    this.key = key;
  }

  private Path file(Version version, String part) {
    return folder.resolve(PREFIX + version.number() + "-" + part);
  }

  /** Returns the protection of a part. The length is bound, so that no chunk can be cut off. */
  private ChunkIo io(Version version, String part, int words) {
    byte[] about =
        new FieldHash("memory part")
            .add(context)
            .add(version.number())
            .add(version.salt())
            .add(part)
            .add(words)
            .digest();
    if (key.isEmpty()) {
      return new ChunkIo(folder, new ChecksumGuard(about));
    }
    byte[] own = StoreKey.derive(key.get(), "part", about);
    try {
      return new ChunkIo(folder, new GcmGuard(own, about));
    } finally {
      Secrets.wipe(own);
    }
  }

  /**
   * Hides the digest of a version's clear memory, or finds it again: whoever reads the disk without
   * the key cannot compare it with guesses.
   */
  String hide(long number, String salt, String digest) {
    if (key.isEmpty()) {
      return digest;
    }
    byte[] about = new FieldHash("memory digest").add(context).add(number).add(salt).digest();
    byte[] pad = StoreKey.derive(key.get(), "digest", about);
    byte[] hidden = HexFormat.of().parseHex(digest);
    for (int i = 0; i < hidden.length; i++) {
      hidden[i] ^= pad[i];
    }
    return HexFormat.of().formatHex(hidden);
  }

  /** Writes all parts of a version, durably on return. */
  void write(Version version, SortedMap<String, long[]> parts) throws BadFile {
    delete(PREFIX + version.number() + "-");
    for (Map.Entry<String, long[]> part : parts.entrySet()) {
      write(version, part.getKey(), part.getValue());
    }
    try {
      DiskFiles.forceFolder(folder);
    } catch (IOException e) {
      throw DiskFiles.failed(folder, e);
    }
  }

  private void write(Version version, String part, long[] words) throws BadFile {
    Path file = file(version, part);
    ChunkIo io = io(version, part, words.length);
    long[] chunk = new long[Math.min(CHUNK_LONGS, words.length)];
    try (FileChannel channel = DiskFiles.create(file)) {
      for (int c = 0; c < chunks(words.length); c++) {
        int now = longs(words.length, c);
        System.arraycopy(words, c * CHUNK_LONGS, chunk, 0, now);
        io.write(channel, new Place(0, 0, c), chunk, now);
      }
      channel.force(true);
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    } finally {
      Secrets.wipe(chunk);
      io.wipe();
    }
  }

  /** Returns the number of chunks: at least one, so that an empty part is protected, too. */
  private static int chunks(int words) {
    return Math.max(1, (words + CHUNK_LONGS - 1) / CHUNK_LONGS);
  }

  private static int longs(int words, int chunk) {
    return Math.min(CHUNK_LONGS, words - chunk * CHUNK_LONGS);
  }

  /**
   * Reads a part of a version.
   *
   * @param words the number of words that were written
   * @throws BadFile if the file was changed or has another length
   */
  long[] read(Version version, String part, int words) throws BadFile {
    Path file = file(version, part);
    ChunkIo io = io(version, part, words);
    long[] all = new long[words];
    long[] chunk = new long[Math.min(CHUNK_LONGS, words)];
    boolean read = false;
    try (FileChannel channel = PlainFiles.open(file, StandardOpenOption.READ)) {
      long length = (long) words * Long.BYTES + (long) chunks(words) * io.overhead();
      if (channel.size() != length) {
        throw ChunkIo.altered(
            file, "is %,d bytes long and not %,d".formatted(channel.size(), length));
      }
      long at = 0;
      for (int c = 0; c < chunks(words); c++) {
        int now = longs(words, c);
        io.read(file, channel, at, new Place(0, 0, c), chunk, now);
        System.arraycopy(chunk, 0, all, c * CHUNK_LONGS, now);
        at += (long) now * Long.BYTES + io.overhead();
      }
      read = true;
      return all;
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    } finally {
      Secrets.wipe(chunk);
      io.wipe();
      if (!read) {
        Secrets.wipe(all);
      }
    }
  }

  /** Deletes the files of all versions but those that a history names. */
  void tidy(KeptHistory history) throws BadFile {
    boolean burnt = history.verdicts().burnt();
    String current = PREFIX + history.current().number() + "-";
    String next = history.next().map(version -> PREFIX + version.number() + "-").orElse(current);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, PREFIX + "*")) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        if (burnt || !(name.startsWith(current) || name.startsWith(next))) {
          ChunkIo.destroy(file);
        }
      }
    } catch (IOException e) {
      throw DiskFiles.failed(folder, e);
    }
  }

  private void delete(String prefix) throws BadFile {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, prefix + "*")) {
      for (Path file : files) {
        ChunkIo.destroy(file);
      }
    } catch (IOException e) {
      throw DiskFiles.failed(folder, e);
    }
  }

  /** Wipes the key. */
  void wipe() {
    key.ifPresent(Secrets::wipe);
  }
}
