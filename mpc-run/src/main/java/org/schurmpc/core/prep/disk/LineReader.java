package org.schurmpc.core.prep.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;

/** Reads the lines of an open file one after the other, without keeping them. */
final class LineReader {
  private static final int BUFFER_BYTES = 1 << 20;

  private final FileChannel channel;
  private final int most;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final LineChain chain = new LineChain();
  private int from; // of the buffer's bytes that are not read yet
  private int to;
  private int line; // where the line begins that was read last
  private long position;
  private long number;
  private boolean ended;

  /**
   * Creates a reader that begins with the first line.
   *
   * @param most maximum length of a line in bytes
   */
  LineReader(FileChannel channel, int most) {
    this.channel = channel;
    this.most = most;
  }

  /**
   * Returns the next line without its end; null if no complete line of permitted length follows.
   */
  String next() throws IOException {
    return advance() ? text(0, length()) : null;
  }

  /** Goes on to the next line; returns false if no complete line of permitted length follows. */
  boolean advance() throws IOException {
    int end = from;
    while (true) {
      while (end < to && buffer[end] != '\n') {
        end++;
      }
      if (end < to || end - from > most) {
        break;
      }
      int scanned = end - from;
      if (!fill()) {
        ended = true;
        return false;
      }
      end = from + scanned;
    }
    number++;
    if (end - from > most) {
      return false;
    }
    line = from;
    position += end + 1 - from;
    from = end + 1;
    return true;
  }

  /** Returns the length of the line in bytes, without its end. */
  int length() {
    return from - 1 - line;
  }

  /** Returns a byte of the line. */
  byte at(int index) {
    return buffer[line + index];
  }

  /** Returns the text of some bytes of the line. */
  String text(int begin, int end) {
    return new String(buffer, line + begin, end - begin, StandardCharsets.UTF_8);
  }

  /** Returns the hash that follows a hash with the entry that ends at an index of the line. */
  byte[] next(byte[] hash, int end) {
    return chain.next(hash, buffer, line, end);
  }

  /** Returns whether a space and the tag of a hash, and nothing else, follow an index. */
  boolean endsWithTag(byte[] hash, int end) {
    return at(end) == ' '
        && length() == end + 1 + LineChain.TAG_DIGITS
        && chain.isTag(hash, buffer, line + end + 1);
  }

  /** Reads more; returns false at the end of the file. */
  private boolean fill() throws IOException {
    System.arraycopy(buffer, from, buffer, 0, to - from);
    to -= from;
    from = 0;
    int read = channel.read(ByteBuffer.wrap(buffer, to, buffer.length - to), position + to);
    to += Math.max(0, read);
    return read > 0;
  }

  /** Returns the position after the last line that was returned. */
  long position() {
    return position;
  }

  /** Returns the number of the last line that was read, counted from 1. */
  long number() {
    return number;
  }

  /** Returns whether the file ended within the last line, or before it. */
  boolean ended() {
    return ended;
  }
}
