package org.schurmpc.core.prep.disk;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.prep.disk.ChunkGuard.Place;

/** Reads and writes a batch's files of items and its keys. */
final class ChunkIo {
  static final String KEYS = "keys";
  static final String SETUP = "setup";

  private final Path folder;
  private final ChunkGuard guard;
  private ByteBuffer buffer = ByteBuffer.allocate(0).order(ByteOrder.LITTLE_ENDIAN);

  ChunkIo(Path folder, ChunkGuard guard) {
    this.folder = folder;
    this.guard = guard;
  }

  int overhead() {
    return guard.overhead();
  }

  private ByteBuffer room(int bytes) {
    if (buffer.capacity() < bytes) {
      DirectBuffers.wipe(buffer);
      buffer = DirectBuffers.of(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
    return buffer.clear().limit(bytes);
  }

  /** Adds a chunk to a file. */
  void write(FileChannel channel, Place place, long[] words, int length) throws IOException {
    DiskFiles.writeFully(channel, seal(place, words, length));
  }

  /** Returns a chunk as it is on disk, valid until the next call. */
  ByteBuffer seal(Place place, long[] words, int length) {
    ByteBuffer plain = room(length * Long.BYTES);
    plain.asLongBuffer().put(words, 0, length);
    return guard.seal(plain, place);
  }

  /** Writes the keys durably. */
  void writeKeys(long[] keys) throws BadFile {
    writeSecret(KEYS, Place.KEYS, keys);
  }

  /** Writes the set-up durably, and ensures that the folder durably names it and the keys. */
  void writeSetup(long[] words) throws BadFile {
    writeSecret(SETUP, Place.SETUP, words);
    try {
      DiskFiles.forceFolder(folder);
    } catch (IOException e) {
      throw DiskFiles.failed(folder, e);
    }
  }

  private void writeSecret(String name, Place place, long[] words) throws BadFile {
    Path file = folder.resolve(name);
    try (FileChannel channel = DiskFiles.create(file)) {
      write(channel, place, words, words.length);
      channel.force(true);
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    }
  }

  /** Reads the keys. */
  long[] readKeys() throws BadFile {
    return readSecret(KEYS, Place.KEYS);
  }

  /** Reads the set-up. */
  long[] readSetup() throws BadFile {
    return readSecret(SETUP, Place.SETUP);
  }

  /** Returns whether both keys and set-up were written and not destroyed since. */
  boolean hasSetup() {
    return PlainFiles.isThere(folder.resolve(KEYS)) && PlainFiles.isThere(folder.resolve(SETUP));
  }

  private long[] readSecret(String name, Place place) throws BadFile {
    Path file = folder.resolve(name);
    try (FileChannel channel = PlainFiles.open(file, StandardOpenOption.READ)) {
      long length = channel.size() - overhead();
      if (length < 0 || length % Long.BYTES != 0 || length > Integer.MAX_VALUE / 2) {
        throw altered(file, "has another length than it was written with");
      }
      long[] words = new long[(int) (length / Long.BYTES)];
      read(file, channel, 0, place, words, words.length);
      return words;
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    }
  }

  /** Reads a chunk. Its items become the first words of an array. */
  void read(Path file, FileChannel channel, long offset, Place place, long[] words, int length)
      throws IOException, BadFile {
    ByteBuffer sealed = room(length * Long.BYTES + overhead());
    while (sealed.hasRemaining()) {
      if (channel.read(sealed, offset + sealed.position()) < 0) {
        throw new EOFException("it ends too early");
      }
    }
    open(file, sealed.flip(), place, words, length);
  }

  /** Reads a chunk as it is on disk. Its items become the first words of an array. */
  void open(Path file, ByteBuffer sealed, Place place, long[] words, int length) throws BadFile {
    ByteBuffer plain = guard.open(sealed, place);
    if (plain == null) {
      throw altered(file, "was changed: chunk %d is not what was written".formatted(place.chunk()));
    }
    plain.slice().order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(words, 0, length);
  }

  /** Reads a chunk of a file. Its items become the first words of an array. */
  void readChunk(ItemFile items, int chunk, long[] words) throws BadFile {
    Path file = items.in(folder);
    int longs = items.itemsOf(chunk) * items.items().longsPerItem();
    try (FileChannel channel = PlainFiles.openUnchecked(file, StandardOpenOption.READ)) {
      Place place = new Place(items.portion(), items.kind(), chunk);
      read(file, channel, items.offset(chunk, overhead()), place, words, longs);
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    }
  }

  /**
   * Requires that a file exists, is readable and has the expected length.
   *
   * @throws BadFile otherwise
   */
  void requireWhole(ItemFile items) throws BadFile {
    Path file = items.in(folder);
    try {
      PlainFiles.requireFile(file);
      long length = Files.size(file);
      if (length != items.length(overhead())) {
        throw altered(
            file, "is %,d bytes long and not %,d".formatted(length, items.length(overhead())));
      }
      PlainFiles.openUnchecked(file, StandardOpenOption.READ).close();
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    }
  }

  static BadFile altered(Path file, String how) {
    return new BadFile(file + " " + how + "; nothing of it was used now");
  }

  /**
   * Deletes keys and set-up after overwriting them, as far as overwriting is effective on this
   * disk.
   */
  void destroyKeys() throws IOException {
    destroy(folder.resolve(KEYS));
    destroy(folder.resolve(SETUP));
  }

  /** Deletes a file if it exists, after overwriting it if possible. */
  static void destroy(Path file) throws IOException {
    if (!PlainFiles.isThere(file)) {
      return;
    }
    Optional<String> wrong = PlainFiles.unlikeAFile(file);
    if (wrong.isPresent()) {
      throw new IOException("it " + wrong.get());
    }
    try {
      overwrite(file);
    } catch (IOException e) {
      // For example on a full disk whose file system copies on write. Deletion is what matters.
    }
    Files.delete(file);
  }

  private static void overwrite(Path file) throws IOException {
    try (FileChannel channel = PlainFiles.openUnchecked(file, StandardOpenOption.WRITE)) {
      long left = channel.size();
      byte[] zeros = new byte[(int) Math.min(left, 1 << 16)];
      while (left > 0) {
        int now = (int) Math.min(left, zeros.length);
        DiskFiles.writeFully(channel, ByteBuffer.wrap(zeros, 0, now));
        left -= now;
      }
      channel.force(false);
    }
  }

  /** Wipes and gives back all buffers. */
  void giveBack() {
    wipe();
    buffer = ByteBuffer.allocate(0).order(ByteOrder.LITTLE_ENDIAN);
    guard.giveBack();
  }

  void wipe() {
    DirectBuffers.wipe(buffer);
    guard.wipe();
  }
}
