package org.schurmpc.core.prep.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.prep.disk.ChunkGuard.Place;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps what is too long or too secret for the entries of a {@link Ledger}: values that entries
 * name, in files of their own or, up to some 32 KB, in slots of files by their length. Each has a
 * random name, from which its own key is derived, so that no place is encrypted twice under one
 * key. A value is bound to a description and to its length.
 *
 * <p>Thread-safe. A value is durable once an entry was noted after {@code write} has returned. What
 * a crash left of other values is deleted when the ledger is opened.
 */
public final class LedgerBlobs {
  private static final Logger LOG = LoggerFactory.getLogger(LedgerBlobs.class);
  private static final String PREFIX = "blob-";
  private static final int CHUNK_LONGS = 1 << 17;
  private static final int[] SLOT_PAGES = {1, 2, 4, 8};

  private final Path folder;
  private final byte[] context;
  private final Optional<byte[]> key;
  private final List<BlobSlots> slots = new ArrayList<>(); // by their length
  private final AtomicBoolean added = new AtomicBoolean(); // since the folder was forced
  private boolean closed;

  /**
   * Creates the files' access.
   *
   * @param context identifies the ledger
   * @param key the key of this ledger's files and nothing else, not copied; empty if they are in
   *     the clear
   * @throws BadFile if a file of small blobs cannot be read
   */
  LedgerBlobs(Path folder, byte[] context, Optional<byte[]> key) throws BadFile {
    this.folder = folder;
    this.context = context.clone();
    this.key = key;
    boolean open = false;
    try {
      for (int pages : SLOT_PAGES) {
        slots.add(BlobSlots.open(folder, pages));
      }
      open = true;
    } finally {
      if (!open) {
        slots.forEach(BlobSlots::close);
      }
    }
  }

  /** Returns the shortest slots for contents of a length; empty if none are long enough. */
  private Optional<BlobSlots> slots(long bytes) {
    return slots.stream().filter(each -> bytes <= each.most()).findFirst();
  }

  private Path file(String name) {
    if (!name.matches("[0-9a-f]{64}")) {
      throw new IllegalArgumentException("no name of a blob: " + name);
    }
    return folder.resolve(PREFIX + name);
  }

  private synchronized byte[] derive(String purpose, byte[] about) throws BadFile {
    if (closed) {
      throw new BadFile(folder + " was closed");
    }
    return StoreKey.derive(key.orElse(context), purpose, about);
  }

  private ChunkIo io(String name, String about, int words) throws BadFile {
    byte[] bound =
        new FieldHash("ledger blob").add(context).add(name).add(about).add(words).digest();
    if (key.isEmpty()) {
      return new ChunkIo(folder, new ChecksumGuard(bound));
    }
    byte[] own = derive("blob", bound);
    try {
      return new ChunkIo(folder, new GcmGuard(own, bound));
    } finally {
      Secrets.wipe(own);
    }
  }

  /**
   * Returns a hash of a value for entries, hex. Whoever reads the disk without the key cannot
   * compare it with guesses, provided that the ledger is encrypted.
   *
   * @param label what the value is
   */
  public String hide(String label, byte[] value) throws BadFile {
    byte[] about = new FieldHash("hidden").add(context).add(label).add(value).digest();
    return HexFormat.of().formatHex(derive("hidden", about));
  }

  /**
   * Writes words, which are durable when an entry that is noted afterwards is.
   *
   * @param about describes the value, for {@link #readWords}
   * @return the name of the blob, 64 hex digits
   */
  public String write(String about, long[] words) throws BadFile {
    byte[] random = new byte[FieldHash.BYTES];
    new SecureRandom().nextBytes(random);
    String name = HexFormat.of().formatHex(random);
    ChunkIo io = io(name, about, words.length);
    Optional<BlobSlots> small = slots((long) words.length * Long.BYTES + io.overhead());
    if (small.isPresent()) {
      try {
        small.get().put(name, io.seal(new Place(0, 0, 0), words, words.length));
        return name;
      } catch (IOException e) {
        throw DiskFiles.failed(small.get().file(), e);
      } finally {
        io.wipe();
      }
    }
    Path file = file(name);
    long[] chunk = new long[Math.min(CHUNK_LONGS, words.length)];
    boolean written = false;
    try (FileChannel channel = DiskFiles.create(file)) {
      for (int c = 0; c < chunks(words.length); c++) {
        int now = longs(words.length, c);
        System.arraycopy(words, c * CHUNK_LONGS, chunk, 0, now);
        io.write(channel, new Place(0, 0, c), chunk, now);
      }
      channel.force(true);
      added.set(true);
      written = true;
      return name;
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    } finally {
      Secrets.wipe(chunk);
      io.wipe();
      if (!written) {
        drop(file);
      }
    }
  }

  /** Deletes a file that nothing names. */
  private static void drop(Path file) {
    try {
      ChunkIo.destroy(file);
    } catch (IOException e) {
      LOG.debug("deleted when the ledger is opened next", e);
    }
  }

  /** Returns the number of chunks: at least one, so that an empty value is protected, too. */
  private static int chunks(int words) {
    return Math.max(1, (words + CHUNK_LONGS - 1) / CHUNK_LONGS);
  }

  private static int longs(int words, int chunk) {
    return Math.min(CHUNK_LONGS, words - chunk * CHUNK_LONGS);
  }

  /**
   * Reads words.
   *
   * @return the words, which the caller wipes
   * @throws BadFile if the blob was changed, cut short, or written with another description
   */
  public long[] readWords(String name, String about) throws BadFile {
    Path file = file(name);
    for (BlobSlots each : slots) {
      try {
        Optional<ByteBuffer> small = each.read(name);
        if (small.isPresent()) {
          return read(each.file(), small.get(), name, about);
        }
      } catch (IOException e) {
        throw DiskFiles.failed(each.file(), e);
      }
    }
    try (FileChannel channel = PlainFiles.open(file, StandardOpenOption.READ)) {
      return read(file, channel, name, about);
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    }
  }

  private long[] read(Path file, ByteBuffer sealed, String name, String about) throws BadFile {
    int bytes = sealed.remaining() - io(name, about, 0).overhead();
    if (bytes < 0 || bytes % Long.BYTES != 0) {
      throw ChunkIo.altered(file, "holds a blob of another length than was written");
    }
    long[] words = new long[bytes / Long.BYTES];
    ChunkIo io = io(name, about, words.length);
    try {
      io.open(file, sealed.slice(), new Place(0, 0, 0), words, words.length);
      return words;
    } finally {
      DirectBuffers.wipe(sealed);
      io.wipe();
    }
  }

  private long[] read(Path file, FileChannel channel, String name, String about)
      throws IOException, BadFile {
    int overhead = io(name, about, 0).overhead();
    long full = (long) CHUNK_LONGS * Long.BYTES + overhead;
    long rest = channel.size() % full;
    long bytes = channel.size() / full * CHUNK_LONGS * Long.BYTES + Math.max(0, rest - overhead);
    if ((rest > 0 && rest < overhead) || channel.size() == 0 || bytes % Long.BYTES != 0) {
      throw ChunkIo.altered(file, "has another length than it was written with");
    }
    int words = Math.toIntExact(bytes / Long.BYTES);
    long[] all = new long[words];
    long[] chunk = new long[Math.min(CHUNK_LONGS, words)];
    ChunkIo io = io(name, about, words);
    boolean read = false;
    try {
      for (int c = 0; c < chunks(words); c++) {
        int now = longs(words, c);
        io.read(file, channel, c * full, new Place(0, 0, c), chunk, now);
        System.arraycopy(chunk, 0, all, c * CHUNK_LONGS, now);
      }
      read = true;
      return all;
    } finally {
      Secrets.wipe(chunk);
      io.wipe();
      if (!read) {
        Secrets.wipe(all);
      }
    }
  }

  /**
   * Writes bytes, as {@link #write(String, long[])}.
   *
   * @return the name of the blob
   */
  public String write(String about, byte[] bytes) throws BadFile {
    long[] words = new long[1 + (bytes.length + Long.BYTES - 1) / Long.BYTES];
    words[0] = bytes.length;
    byte[] padded = Arrays.copyOf(bytes, (words.length - 1) * Long.BYTES);
    ByteBuffer.wrap(padded)
        .order(ByteOrder.LITTLE_ENDIAN)
        .asLongBuffer()
        .get(words, 1, words.length - 1);
    try {
      return write(about, words);
    } finally {
      Secrets.wipe(words);
      Secrets.wipe(padded);
    }
  }

  /** Reads bytes, as {@link #readWords}. */
  public byte[] readBytes(String name, String about) throws BadFile {
    long[] words = readWords(name, about);
    byte[] padded = new byte[Math.max(0, words.length - 1) * Long.BYTES];
    try {
      long length = words.length == 0 ? -1 : words[0];
      if (length < 0 || length > padded.length || padded.length - length >= Long.BYTES) {
        throw ChunkIo.altered(file(name), "holds words, not bytes");
      }
      ByteBuffer.wrap(padded)
          .order(ByteOrder.LITTLE_ENDIAN)
          .asLongBuffer()
          .put(words, 1, words.length - 1);
      return Arrays.copyOf(padded, (int) length);
    } finally {
      Secrets.wipe(words);
      Secrets.wipe(padded);
    }
  }

  /**
   * Deletes a blob if it exists, after overwriting it. A small one is overwritten on disk when an
   * entry is noted next, or when the system writes it there.
   */
  public void delete(String name) throws BadFile {
    Path file = file(name);
    try {
      boolean deleted = false;
      for (BlobSlots each : slots) {
        deleted = deleted || each.delete(name);
      }
      if (!deleted) {
        ChunkIo.destroy(file);
      }
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    }
  }

  /** Deletes all blobs but some, after overwriting them. */
  void tidy(Predicate<String> keeps) throws BadFile {
    for (BlobSlots each : slots) {
      try {
        for (String name : each.names()) {
          if (!keeps.test(name)) {
            each.delete(name);
          }
        }
        each.force();
      } catch (IOException e) {
        throw DiskFiles.failed(each.file(), e);
      }
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, PREFIX + "*")) {
      for (Path file : files) {
        if (!keeps.test(file.getFileName().toString().substring(PREFIX.length()))) {
          ChunkIo.destroy(file);
        }
      }
    } catch (IOException e) {
      throw DiskFiles.failed(folder, e);
    }
  }

  /** Returns the names of all blobs. */
  public List<String> names() throws BadFile {
    List<String> all = new ArrayList<>();
    slots.forEach(each -> all.addAll(each.names()));
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, PREFIX + "*")) {
      files.forEach(each -> all.add(each.getFileName().toString().substring(PREFIX.length())));
    } catch (IOException e) {
      throw DiskFiles.failed(folder, e);
    }
    return all;
  }

  /** Makes new blobs durable, before an entry names one. */
  void force() throws BadFile {
    for (BlobSlots each : slots) {
      try {
        each.force();
      } catch (IOException e) {
        throw DiskFiles.failed(each.file(), e);
      }
    }
    if (added.getAndSet(false)) {
      boolean forced = false;
      try {
        DiskFiles.forceFolder(folder);
        forced = true;
      } catch (IOException e) {
        throw DiskFiles.failed(folder, e);
      } finally {
        if (!forced) {
          added.set(true);
        }
      }
    }
  }

  /** Wipes the key. */
  synchronized void close() {
    closed = true;
    key.ifPresent(Secrets::wipe);
    slots.forEach(BlobSlots::close);
  }
}
