package org.schurmpc.core.prep.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;

/**
 * Represents a file of lines that is open for one holder at a time, across all programs.
 *
 * <p>A lock excludes other programs. On POSIX systems a process loses its lock on a file when it
 * closes <em>any</em> handle of the file. Therefore this program opens the file once, reads it
 * through the same handle, and uses a list to determine, without touching the file, that it is held
 * already.
 */
final class HeldFile implements Closeable {
  /** Held files by identity: the only state here that a whole process shares, like its locks. */
  private static final Map<Object, HeldFile> HELD = new HashMap<>();

  private final Path file;
  private final Object identity;
  private final FileChannel channel;

  private HeldFile(Path file, Object identity, FileChannel channel) {
    this.file = file;
    this.identity = identity;
    this.channel = channel;
  }

  /** Opens an existing file; empty if the file is held already. */
  static Optional<HeldFile> open(Path file) throws IOException, BadFile {
    return open(file, PlainFiles::open);
  }

  private static Optional<HeldFile> open(Path file, FileOpener opener) throws IOException, BadFile {
    PlainFiles.requireFile(file);
    Object identity = identity(file);
    synchronized (HELD) {
      if (HELD.containsKey(identity)) {
        return Optional.empty();
      }
      FileChannel channel = opener.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
      boolean held = false;
      try {
        held = channel.tryLock() != null;
      } finally {
        if (!held) {
          channel.close();
        }
      }
      if (!held) {
        return Optional.empty();
      }
      HeldFile made = new HeldFile(file, identity, channel);
      HELD.put(identity, made);
      return Optional.of(made);
    }
  }

  /**
   * Opens an existing file.
   *
   * @param refusal the sentence if the file is held already
   */
  static HeldFile hold(Path file, String refusal) throws IOException, BadFile, Refused {
    return hold(file, PlainFiles::open, refusal);
  }

  /**
   * Opens an existing file in a given way.
   *
   * @param refusal the sentence if the file is held already
   */
  static HeldFile hold(Path file, FileOpener opener, String refusal)
      throws IOException, BadFile, Refused {
    return open(file, opener).orElseThrow(() -> new Refused(refusal));
  }

  /**
   * Returns the content of a file, held or not.
   *
   * @param most the maximum length of the file
   */
  static byte[] read(Path file, int most) throws IOException, BadFile {
    PlainFiles.requireFile(file);
    Object identity = identity(file);
    synchronized (HELD) {
      HeldFile held = HELD.get(identity);
      boolean mine = held != null && held.channel.isOpen();
      return mine ? held.content(0, most) : PlainFiles.read(file, most);
    }
  }

  private static Object identity(Path file) throws IOException {
    Object key =
        Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).fileKey();
    return key == null ? file.toRealPath() : key;
  }

  /** Returns whether a name still refers to this file. */
  boolean isStill(Path named) throws IOException {
    return PlainFiles.isThere(named) && identity(named).equals(identity);
  }

  /** Returns the length of the file in bytes. */
  long length() throws IOException {
    return channel.size();
  }

  /**
   * Returns the content of the file.
   *
   * @param from the position at which to begin
   * @param most the maximum length from there on
   */
  byte[] content(long from, int most) throws IOException, BadFile {
    return PlainFiles.read(file, channel, from, most);
  }

  /** Truncates the file. */
  void truncate(long length) throws IOException {
    channel.truncate(length);
  }

  /**
   * Adds a line, durably on return. After a failure nothing can be added any more, because there
   * may be an incomplete line at the end.
   *
   * @param end the position of the line; data after this position is dropped first
   */
  void append(long end, byte[] line) throws BadFile {
    try {
      if (channel.size() < end) {
        throw new IOException("somebody cut it short");
      }
      channel.truncate(end);
      boolean written = false;
      try {
        channel.position(end);
        DiskFiles.writeFully(channel, ByteBuffer.wrap(line));
        channel.force(false);
        written = true;
      } finally {
        if (!written) {
          cutAndClose(end);
        }
      }
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    }
  }

  /**
   * Replaces bytes in place, durably on return. After a failure nothing can be written any more,
   * because nobody knows what is on the disk.
   */
  void replace(long at, byte[] bytes) throws BadFile {
    boolean written = false;
    try {
      ByteBuffer left = ByteBuffer.wrap(bytes);
      while (left.hasRemaining()) {
        channel.write(left, at + left.position());
      }
      channel.force(false);
      written = true;
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    } finally {
      if (!written) {
        close();
      }
    }
  }

  private void cutAndClose(long end) {
    try (FileChannel closed = channel) {
      closed.truncate(end);
    } catch (IOException e) {
      // An incomplete line at the end is dropped when the file is opened next.
    }
  }

  @Override
  public void close() {
    synchronized (HELD) {
      try {
        channel.close();
      } catch (IOException e) {
        // All relevant data is on disk.
      } finally {
        HELD.remove(identity, this);
      }
    }
  }
}
