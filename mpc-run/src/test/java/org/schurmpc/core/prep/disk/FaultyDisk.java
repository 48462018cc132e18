package org.schurmpc.core.prep.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import org.schurmpc.core.abort.BadFile;

/**
 * A disk as the operating system has it: what is written is in memory until it is forced, page by
 * page. A failed force forgets what it concerned, and does not write it. The disk can be full.
 */
final class FaultyDisk implements FileOpener {
  static final int PAGE = 1 << 12;

  private final Map<Object, Content> files = new HashMap<>();

  /** Bytes by which files may still grow. */
  long room = Long.MAX_VALUE;

  /** Number of forces until one fails; negative if none does. */
  int failingForce = -1;

  /** Happens before each force takes effect. */
  Runnable beforeForce = () -> {};

  int forces;

  /** What of a file would survive a power cut. */
  private static final class Content {
    private byte[] durable;
    private final SortedSet<Integer> dirty = new TreeSet<>(); // pages

    Content(byte[] durable) {
      this.durable = durable;
    }
  }

  @Override
  public FileChannel open(Path file, StandardOpenOption... how) throws IOException, BadFile {
    FileChannel channel = PlainFiles.open(file, how);
    Content content = files.get(key(file));
    if (content == null) {
      content = new Content(Files.readAllBytes(file));
      files.put(key(file), content);
    }
    return new Faulty(channel, content);
  }

  private static Object key(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  /** The number of pages, of all files, that a power cut may take or leave. */
  int dirtyPages() {
    return files.values().stream().mapToInt(file -> file.dirty.size()).sum();
  }

  /**
   * Copies a folder as a power cut would leave it.
   *
   * @param survives whether the dirty page with this number is on the disk even so
   */
  void copyAfterPowerCut(Path from, Path to, IntPredicate survives) throws IOException {
    int[] page = new int[1];
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            Files.createDirectories(to.resolve(from.relativize(folder).toString()));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            byte[] bytes = Files.readAllBytes(file);
            Content content = files.get(key(file));
            if (content != null) {
              byte[] left = content.durable.clone();
              for (int dirty : content.dirty) {
                if (survives.test(page[0]++)) {
                  left = withPage(left, bytes, dirty);
                }
              }
              bytes = left;
            }
            Files.write(to.resolve(from.relativize(file).toString()), bytes);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static byte[] withPage(byte[] old, byte[] now, int page) {
    int from = page * PAGE;
    int to = Math.min(now.length, from + PAGE);
    if (from >= to) {
      return old;
    }
    byte[] result = Arrays.copyOf(old, Math.max(old.length, to));
    System.arraycopy(now, from, result, from, to - from);
    return result;
  }

  private final class Faulty extends FileChannel {
    private final FileChannel file;
    private final Content content;

    Faulty(FileChannel file, Content content) {
      this.file = file;
      this.content = content;
    }

    private byte[] all() throws IOException {
      ByteBuffer bytes = ByteBuffer.allocate((int) file.size());
      while (bytes.hasRemaining() && file.read(bytes, bytes.position()) >= 0) {
        // There may be more.
      }
      return bytes.array();
    }

    @Override
    public void force(boolean metaData) throws IOException {
      beforeForce.run();
      forces++;
      boolean fails = failingForce == 0;
      failingForce = Math.max(-1, failingForce - 1);
      if (fails) {
        content.dirty.clear();
        throw new IOException("Input/output error");
      }
      byte[] now = all();
      byte[] durable = Arrays.copyOf(content.durable, now.length);
      for (int page : content.dirty) {
        durable = withPage(durable, now, page);
      }
      content.dirty.clear();
      content.durable = durable;
      file.force(metaData);
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
      return file.read(to);
    }

    @Override
    public long read(ByteBuffer[] to, int offset, int length) throws IOException {
      return file.read(to, offset, length);
    }

    @Override
    public int read(ByteBuffer to, long position) throws IOException {
      return file.read(to, position);
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
      int written = write(from, file.position());
      file.position(file.position() + written);
      return written;
    }

    @Override
    public long write(ByteBuffer[] from, int offset, int length) throws IOException {
      throw new UnsupportedOperationException();
    }

    /** Writes as much as there is room for. */
    @Override
    public int write(ByteBuffer from, long position) throws IOException {
      long growth = Math.max(0, position + from.remaining() - file.size());
      int now = (int) (from.remaining() - Math.max(0, growth - room));
      if (now <= 0) {
        throw new IOException("No space left on device");
      }
      long before = file.size();
      ByteBuffer part = from.duplicate().limit(from.position() + now);
      int written = file.write(part, position);
      from.position(from.position() + written);
      room -= file.size() - before;
      for (long page = position / PAGE; page * PAGE < position + written; page++) {
        content.dirty.add((int) page);
      }
      return written;
    }

    @Override
    public long position() throws IOException {
      return file.position();
    }

    @Override
    public FileChannel position(long position) throws IOException {
      file.position(position);
      return this;
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
      file.truncate(size);
      return this;
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel to) throws IOException {
      return file.transferTo(position, count, to);
    }

    @Override
    public long transferFrom(ReadableByteChannel from, long position, long count) {
      throw new UnsupportedOperationException();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) throws IOException {
      return file.map(mode, position, size);
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) throws IOException {
      return file.lock(position, size, shared);
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) throws IOException {
      return file.tryLock(position, size, shared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
      file.close();
    }
  }
}
