package org.schurmpc.core.prep.disk;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.crypto.Secrets;

/**
 * Keeps small blobs of a ledger in one file, each in a slot of one or more pages of {@value #PAGE}
 * bytes: its name of 32 bytes, the length of its content, and the content. So many of them are
 * forced to disk together, and a file system does not create and delete a file for each. A slot of
 * zeros is free.
 *
 * <p>Nothing is durable before {@link #force} has returned. Contents are bound to their names by
 * whoever seals them; this class reads what the disk has. Thread-safe.
 */
final class BlobSlots implements Closeable {
  /** Length of a page of the file system. */
  static final int PAGE = 1 << 12;

  static final String FILE = "blobs";
  private static final int NAME = 32;
  private static final int HEAD = NAME + Integer.BYTES;
  private static final int GROWTH = 64 * PAGE;

  private final Path file;
  private final int slotBytes;
  private final int growth; // slots
  private final Map<String, Integer> slots = new HashMap<>(); // by name
  private final BitSet used = new BitSet();
  private final Map<Integer, byte[]> unforced = new HashMap<>(); // slots by their numbers
  private final Object forcing = new Object(); // taken before the lock of this object
  private FileChannel channel; // null as long as there is no file
  private int size; // of the file, in slots
  private boolean broken; // slots that were not forced may be lost
  private boolean closed;

  /**
   * Opens the blobs in a folder, of which no other program writes any.
   *
   * @param pages of a slot: a power of two up to 64
   * @throws BadFile if something else is in the way
   */
  static BlobSlots open(Path folder, int pages) throws BadFile {
    BlobSlots made = new BlobSlots(file(folder, pages), pages * PAGE);
    boolean open = false;
    try {
      if (PlainFiles.isThere(made.file)) {
        made.channel =
            PlainFiles.open(made.file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        made.scan();
      }
      open = true;
      return made;
    } catch (IOException e) {
      throw DiskFiles.failed(made.file, e);
    } finally {
      if (!open) {
        made.close();
      }
    }
  }

  private BlobSlots(Path file, int slotBytes) {
    this.file = file;
    this.slotBytes = slotBytes;
    this.growth = GROWTH / slotBytes;
  }

  static Path file(Path folder, int pages) {
    return folder.resolve(pages == 1 ? FILE : FILE + "-" + pages);
  }

  /** Returns the maximum length of a content. */
  int most() {
    return slotBytes - HEAD;
  }

  private void scan() throws IOException {
    long length = channel.size();
    size = Math.toIntExact((length + slotBytes - 1) / slotBytes); // a crash may have cut it short
    ByteBuffer some = ByteBuffer.allocate(GROWTH);
    byte[] name = new byte[NAME];
    byte[] free = new byte[NAME];
    for (int first = 0; first < size; first += growth) {
      some.clear();
      while (some.hasRemaining()
          && channel.read(some, (long) first * slotBytes + some.position()) >= 0) {
        // The channel may have more data.
      }
      Arrays.fill(some.array(), some.position(), some.capacity(), (byte) 0);
      for (int i = 0; i < growth && first + i < size; i++) {
        System.arraycopy(some.array(), i * slotBytes, name, 0, NAME);
        if (!Arrays.equals(name, free)) {
          slots.put(HexFormat.of().formatHex(name), first + i);
          used.set(first + i);
        } else if (!isZero(some.array(), i * slotBytes)) {
          write(first + i, new byte[slotBytes]); // a crash left pages of it
        }
      }
    }
  }

  private boolean isZero(byte[] bytes, int from) {
    return Arrays.equals(bytes, from, from + slotBytes, new byte[slotBytes], 0, slotBytes);
  }

  /** Returns the open file: an interrupt of any thread that uses it closes it for all. */
  private FileChannel opened() throws IOException {
    requireOpen();
    if (!channel.isOpen()) {
      channel = PlainFiles.openUnchecked(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }
    return channel;
  }

  private void requireOpen() throws IOException {
    if (closed) {
      throw new IOException("the blobs were closed");
    }
  }

  /**
   * Writes a blob.
   *
   * @param name 64 hex digits, another one for each blob
   * @param content at most {@link #most} bytes; consumed
   */
  synchronized void put(String name, ByteBuffer content) throws IOException {
    requireOpen();
    byte[] slot = new byte[slotBytes];
    ByteBuffer to = ByteBuffer.wrap(slot).put(HexFormat.of().parseHex(name));
    to.putInt(content.remaining()).put(content);
    int at = used.nextClearBit(0);
    if (at >= size) {
      grow();
    }
    write(at, slot);
    used.set(at);
    slots.put(name, at);
  }

  private void grow() throws IOException {
    if (channel == null) {
      DiskFiles.createIfMissing(file);
      channel = PlainFiles.openUnchecked(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }
    write(opened(), size, new byte[GROWTH]); // so that a full disk is noticed
    size += growth;
  }

  private void write(int at, byte[] slot) throws IOException {
    byte[] before = unforced.put(at, slot);
    if (before != null) {
      Secrets.wipe(before); // nobody is to find it on disk any more
    }
    write(opened(), at, slot);
  }

  private void write(FileChannel to, int at, byte[] bytes) throws IOException {
    ByteBuffer left = ByteBuffer.wrap(bytes);
    while (left.hasRemaining()) {
      to.write(left, (long) at * slotBytes + left.position());
    }
  }

  /** Returns whether there is a blob of this name. */
  synchronized boolean has(String name) {
    return slots.containsKey(name);
  }

  /**
   * Returns the content of a blob, which the caller wipes; empty if there is none of this name.
   *
   * @throws BadFile if the slot was changed
   */
  synchronized Optional<ByteBuffer> read(String name) throws IOException, BadFile {
    requireOpen();
    Integer at = slots.get(name);
    if (at == null) {
      return Optional.empty();
    }
    ByteBuffer slot = ByteBuffer.allocate(slotBytes);
    FileChannel from = opened();
    while (slot.hasRemaining()) {
      if (from.read(slot, (long) at * slotBytes + slot.position()) < 0) {
        throw new EOFException("it ends too early");
      }
    }
    byte[] there = new byte[NAME];
    slot.flip().get(there);
    int length = slot.getInt();
    if (!HexFormat.of().formatHex(there).equals(name) || length < 0 || length > most()) {
      throw ChunkIo.altered(file, "was changed: slot %d is not what was written".formatted(at));
    }
    return Optional.of(slot.limit(HEAD + length));
  }

  /** Overwrites a blob, and returns whether there was one of this name. */
  synchronized boolean delete(String name) throws IOException {
    requireOpen();
    Integer at = slots.get(name);
    if (at == null) {
      return false;
    }
    slots.remove(name);
    used.clear(at);
    write(at, new byte[slotBytes]);
    return true;
  }

  /** Returns the names of all blobs. */
  synchronized List<String> names() {
    return List.copyOf(slots.keySet());
  }

  Path file() {
    return file;
  }

  /**
   * Makes what was written and deleted durable. After a failure the system may have dropped it:
   * then it is written once more before it is forced.
   */
  void force() throws IOException {
    synchronized (forcing) {
      for (boolean done = false; !done; ) {
        done = forceOnce();
      }
    }
  }

  /** Forces the file; returns false if the interrupt of another thread closed it meanwhile. */
  private boolean forceOnce() throws IOException {
    Map<Integer, byte[]> now;
    FileChannel to;
    synchronized (this) {
      requireOpen();
      if (unforced.isEmpty()) {
        return true;
      }
      now = new HashMap<>(unforced);
      to = opened();
      if (broken) {
        for (Map.Entry<Integer, byte[]> each : now.entrySet()) {
          write(to, each.getKey(), each.getValue());
        }
      }
      broken = true;
    }
    try {
      to.force(false);
    } catch (ClosedByInterruptException e) {
      throw e;
    } catch (ClosedChannelException e) {
      return false;
    }
    synchronized (this) {
      broken = false;
      now.forEach(
          (at, slot) -> {
            if (unforced.remove(at, slot)) { // not what was written meanwhile
              Secrets.wipe(slot);
            }
          });
    }
    return true;
  }

  /** Closes the file; what was not forced may be lost. */
  @Override
  public synchronized void close() {
    closed = true;
    unforced.values().forEach(Secrets::wipe);
    unforced.clear();
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        channel = null; // nothing that was noted depends on it
      }
    }
  }
}
