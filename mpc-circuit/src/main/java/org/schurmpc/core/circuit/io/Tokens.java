package org.schurmpc.core.circuit.io;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.schurmpc.core.abort.BadFile;

/**
 * Reads a circuit file line by line from bytes: the numbers of a line and the one word that may
 * follow them.
 */
final class Tokens {
  // Only a multiple AND has long lines; a line of five million gates fits.
  private static final int MAX_NUMBERS = 1 << 24;
  private static final int MAX_WORD = 16;
  private static final int END = -1;

  private final InputStream in;
  private final String name;
  private final byte[] buffer = new byte[1 << 16];
  private int position;
  private int limit;
  // The byte after the current one; END at the end.
  private int next;

  private long line;
  private long nextLine = 1;
  private int[] numbers = new int[16];
  private int count;
  private String word = "";
  private boolean begun;

  Tokens(InputStream in, String name) throws BadFile {
    this.in = in;
    this.name = name;
    advance();
  }

  /** Reads the next line that is not blank; returns false at the end of the file. */
  boolean readLine() throws BadFile {
    count = 0;
    word = "";
    skipSpace(true);
    line = nextLine;
    if (next == END) {
      return false;
    }
    while (next != END && next != '\n') {
      if (!word.isEmpty()) {
        throw bad("there is more after " + word);
      } else if (next >= '0' && next <= '9') {
        readNumber();
      } else if (letter(next)) {
        readWord();
      } else {
        throw unexpected();
      }
      skipSpace(false);
    }
    return true;
  }

  /** Accepts the line read last as the beginning of a circuit, for the messages of later errors. */
  void begin() {
    begun = true;
  }

  /** Returns the number of numbers in the line. */
  int count() {
    return count;
  }

  /** Returns the numbers of the line, in a buffer that the next line overwrites. */
  int[] numbers() {
    return numbers;
  }

  /** Returns the word at the end of the line, or an empty one. */
  String word() {
    return word;
  }

  /** Returns an exception for an error in the line read last. */
  BadFile bad(String reason) {
    return bad(line, reason);
  }

  /** Returns an exception for an error in an earlier line. */
  BadFile bad(long atLine, String reason) {
    String kind =
        begun
            ? ""
            : "; so this is no Bristol circuit, which begins with the numbers of gates and wires,"
                + " such as '375 439'";
    return new BadFile(name + " line " + atLine + ": " + reason + kind);
  }

  /** Returns the number of the line read last, from 1. */
  long line() {
    return line;
  }

  private void readNumber() throws BadFile {
    long value = 0;
    while (next >= '0' && next <= '9') {
      value = 10 * value + (next - '0');
      if (value > Integer.MAX_VALUE) {
        throw bad("a number is larger than " + Integer.MAX_VALUE);
      }
      advance();
    }
    if (!atSpace()) {
      throw unexpected();
    }
    if (count == numbers.length) {
      if (count >= MAX_NUMBERS) {
        throw bad("the line has more than " + MAX_NUMBERS + " numbers");
      }
      numbers = Arrays.copyOf(numbers, 2 * count);
    }
    numbers[count++] = (int) value;
  }

  private void readWord() throws BadFile {
    StringBuilder letters = new StringBuilder(MAX_WORD);
    while (letter(next)) {
      if (letters.length() == MAX_WORD) {
        throw bad("unknown gate " + letters + "…");
      }
      letters.append((char) next);
      advance();
    }
    if (!atSpace()) {
      throw unexpected();
    }
    word = letters.toString();
  }

  private BadFile unexpected() {
    if (next == '-') {
      return bad("a number is negative or a minus sign out of place");
    }
    return bad(
        next > ' ' && next < 127
            ? "unexpected character '" + (char) next + "'"
            : String.format("unexpected byte 0x%02x", next));
  }

  private void skipSpace(boolean andLines) throws BadFile {
    while (next == ' ' || next == '\t' || next == '\r' || (andLines && next == '\n')) {
      advance();
    }
  }

  private boolean atSpace() {
    return next == END || next == ' ' || next == '\n' || next == '\t' || next == '\r';
  }

  private static boolean letter(int c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  }

  private void advance() throws BadFile {
    if (next == '\n') {
      nextLine++;
    }
    if (position == limit) {
      position = 0;
      limit = fill();
      if (limit <= 0) {
        limit = 0;
        next = END;
        return;
      }
    }
    next = buffer[position++] & 0xff;
  }

  private int fill() throws BadFile {
    try {
      return in.read(buffer, 0, buffer.length);
    } catch (IOException e) {
      throw new BadFile(name + " cannot be read: " + e.getMessage(), e);
    }
  }
}
