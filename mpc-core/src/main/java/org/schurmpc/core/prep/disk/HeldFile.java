package org.schurmpc.core.prep.disk;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.schurmpc.core.abort.BadFile;

/**
 * A file of lines that one holder at a time has open, of all programs.
 *
 * <p>Other programs are kept out by a lock. On POSIX systems a process loses its lock on a file
 * when it closes <em>any</em> handle of it: so this program opens the file once, reads it through
 * that same handle, and knows from a list, without touching it, that it is held already.
 */
final class HeldFile implements Closeable {
  /** The one thing here that a whole process shares, as it shares its locks. */
  private static final Set<Object> HELD = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final Object identity;
  private final FileChannel channel;

  private HeldFile(Path file, Object identity, FileChannel channel) {
    this.file = file;
    this.identity = identity;
    this.channel = channel;
  }

  /** Opens a file that is there; empty if somebody else holds it. */
  static Optional<HeldFile> open(Path file) throws IOException {
    Object identity = identity(file);
    if (!HELD.add(identity)) {
      return Optional.empty();
    }
    FileChannel channel = null;
    boolean held = false;
    try {
      channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
      held = channel.tryLock() != null;
      return held ? Optional.of(new HeldFile(file, identity, channel)) : Optional.empty();
    } finally {
      if (!held) {
        release(identity, channel);
      }
    }
  }

  private static Object identity(Path file) throws IOException {
    Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    return key == null ? file.toRealPath() : key;
  }

  private static void release(Object identity, FileChannel channel) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      // All that counts is on disk.
    } finally {
      HELD.remove(identity);
    }
  }

  /** All that is in it. */
  byte[] content() throws IOException {
    long size = channel.size();
    if (size > Integer.MAX_VALUE / 2) {
      throw new IOException("it is too long");
    }
    ByteBuffer bytes = ByteBuffer.allocate((int) size);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes, bytes.position()) < 0) {
        throw new EOFException("it ends too early");
      }
    }
    return bytes.array();
  }

  /** Cuts it off. */
  void truncate(long length) throws IOException {
    channel.truncate(length);
  }

  /**
   * Adds a line, for good when this returns. If that fails nothing can be added any more: there may
   * be half a line at the end.
   */
  void append(byte[] line) throws BadFile {
    try {
      long end = channel.size();
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

  private void cutAndClose(long end) {
    try (FileChannel closed = channel) {
      closed.truncate(end);
    } catch (IOException e) {
      // Half a line at the end is dropped when the file is opened next.
    }
  }

  @Override
  public void close() {
    release(identity, channel);
  }
}
