package org.schurmpc.core.net;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;

/** Holds bytes that were read from a socket and not yet received, in their original buffers. */
final class ByteInbox {

  /**
   * Maximum length for which copying bytes into the last buffer is cheaper than keeping another
   * buffer.
   */
  private static final int SMALL = 4096;

  private final ArrayDeque<ByteBuf> buffers = new ArrayDeque<>();
  private long readable;
  private long arrived;
  private long peak;

  /** Adds a buffer and takes its ownership. */
  void add(ByteBuf buffer) {
    int n = buffer.readableBytes();
    ByteBuf last = buffers.peekLast();
    if (last != null && n <= SMALL && n <= last.writableBytes()) {
      last.writeBytes(buffer);
      buffer.release();
    } else if (n > 0) {
      buffers.addLast(buffer);
    } else {
      buffer.release();
    }
    readable += n;
    arrived += n;
    peak = Math.max(peak, readable);
  }

  /** Returns the number of bytes that can be read. */
  long readable() {
    return readable;
  }

  /** Returns the total number of bytes added so far. */
  long arrived() {
    return arrived;
  }

  /** Returns the largest number of bytes that were ever readable. */
  long peak() {
    return peak;
  }

  /** Reads a big-endian int. At least 4 bytes must be readable. */
  int readInt() {
    ByteBuf first = buffers.peekFirst();
    if (first.readableBytes() >= Integer.BYTES) {
      int value = first.readInt();
      readable -= Integer.BYTES;
      dropIfEmpty(first);
      return value;
    }
    int value = 0;
    for (int i = 0; i < Integer.BYTES; i++) {
      ByteBuf buffer = buffers.peekFirst();
      value = value << 8 | buffer.readUnsignedByte();
      readable--;
      dropIfEmpty(buffer);
    }
    return value;
  }

  /** Copies up to {@code len} bytes to {@code dst}, and returns the number of bytes copied. */
  int read(byte[] dst, int off, int len) {
    int done = 0;
    while (done < len && readable > 0) {
      ByteBuf first = buffers.peekFirst();
      int n = Math.min(len - done, first.readableBytes());
      first.readBytes(dst, off + done, n);
      done += n;
      readable -= n;
      dropIfEmpty(first);
    }
    return done;
  }

  void clear() {
    for (ByteBuf buffer : buffers) {
      buffer.release();
    }
    buffers.clear();
    readable = 0;
  }

  private void dropIfEmpty(ByteBuf first) {
    if (!first.isReadable()) {
      buffers.removeFirst();
      first.release();
    }
  }
}
