package org.schurmpc.cli.values;

import java.io.IOException;
import java.io.Reader;
import java.math.BigInteger;
import java.nio.CharBuffer;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.program.ProgramPort;

/**
 * Reads names and numbers, character by character. Error messages name file and line, never what
 * stands there.
 */
final class ValueText implements AutoCloseable {
  /** Longer than every name, every path and every number of 256 bits. */
  static final int MOST_CHARACTERS = 4096;

  private static final int END = -1;
  private static final int BYTE_ORDER_MARK = 0xfeff;

  private final String file;
  private final Reader reader;
  private final char[] word;

  private int length;
  private long line = 1;
  private int next;

  ValueText(String file, Reader reader) throws IOException {
    this(file, reader, MOST_CHARACTERS);
  }

  /**
   * Creates a reader of words that may be longer than usual.
   *
   * @param most the maximum length of a word, in characters
   */
  ValueText(String file, Reader reader, int most) throws IOException {
    this.file = file;
    this.word = new char[most];
    this.reader = reader;
    int first = reader.read();
    this.next = first == BYTE_ORDER_MARK ? reader.read() : first;
  }

  BadFile wrong(String what) {
    return new BadFile(file + ", line " + line + ": " + what);
  }

  private void step() throws IOException {
    if (next == '\n') {
      line++;
    }
    next = reader.read();
  }

  private void skipBlanks() throws IOException {
    while (next == ' ' || next == '\t' || next == '\r') {
      step();
    }
  }

  private boolean atLineEnd() {
    return next == '\n' || next == END;
  }

  /** Skips empty lines and comments; returns whether a line follows. */
  boolean skipToName() throws IOException {
    skipBlanks();
    while (next == '\n' || next == '#') {
      while (next == '#' || !atLineEnd()) {
        step();
      }
      if (next == '\n') {
        step();
      }
      skipBlanks();
    }
    return next != END;
  }

  /** Skips a character and the blanks behind it, if it is the next one. */
  boolean take(char c) throws IOException {
    boolean there = next == c;
    if (there) {
      step();
      skipBlanks();
    }
    return there;
  }

  /** Reads a name and the equals sign behind it. */
  String name() throws IOException, BadFile {
    word("=");
    if (length == 0 || !take('=')) {
      throw wrong("'NAME = VALUE' is expected");
    }
    return new String(word, 0, length);
  }

  /** Reads to a character of the given ones, a blank or the end of the line. */
  private void word(String ends) throws IOException, BadFile {
    length = 0;
    while (!atLineEnd() && next != ' ' && next != '\t' && next != '\r' && ends.indexOf(next) < 0) {
      append();
    }
    skipBlanks();
  }

  private void append() throws IOException, BadFile {
    if (length == word.length) {
      throw wrong("more than %,d characters without a blank".formatted(length));
    }
    word[length++] = (char) next;
    step();
  }

  /** Reads the rest of the line as a path that is relative to another file's folder. */
  Path path(Path relativeTo) throws IOException, BadFile {
    length = 0;
    while (!atLineEnd()) {
      append();
    }
    String text = new String(word, 0, length).strip();
    try {
      if (!text.isEmpty()) {
        return relativeTo.resolveSibling(text);
      }
    } catch (InvalidPathException e) {
      throw new BadFile(wrong("this is no path").getMessage(), e);
    }
    throw wrong("'@' stands before a path");
  }

  /**
   * Reads an input's values.
   *
   * @param table whether a line end separates values, too, and the last value is at the end of the
   *     text; otherwise at the end of the line
   */
  BigInteger[] values(ProgramPort port, boolean table) throws IOException, BadFile {
    BigInteger[] all = new BigInteger[port.count()];
    int count =
        words(
            table,
            (index, word) -> {
              if (index == all.length) {
                throw wrong("more than the %,d values of %s".formatted(index, port.name()));
              }
              all[index] = PortNumber.of(word, port, this::wrong);
            });
    if (count < all.length) {
      throw wrong("%s has %,d values, and %,d are given".formatted(port.name(), all.length, count));
    }
    return all;
  }

  /** Takes the words between commas. */
  interface Words {
    /**
     * Takes a word.
     *
     * @param index the number of the words before it
     * @param word valid during this call
     */
    void take(int index, CharSequence word) throws BadFile;
  }

  /**
   * Reads words with commas between them.
   *
   * @param table as in {@link #values}
   * @return the number of words, at least one
   */
  int words(boolean table, Words each) throws IOException, BadFile {
    return words(table, false, each);
  }

  /**
   * Reads the words of a line with a comma and a blank between them, so that a decimal comma is not
   * taken for one that separates values.
   *
   * @return the number of words, at least one
   */
  int spacedWords(Words each) throws IOException, BadFile {
    return words(false, true, each);
  }

  private int words(boolean table, boolean spaced, Words each) throws IOException, BadFile {
    int count = 0;
    boolean more = true;
    while (more) {
      if (table) {
        skipEmptyLines();
      }
      word(",");
      each.take(count++, CharBuffer.wrap(word, 0, length));
      boolean comma = next == ',';
      if (comma) {
        step();
        if (spaced && Character.isLetterOrDigit(next)) {
          throw wrong("a blank belongs behind a comma between values; numbers have a point: 1.5");
        }
        skipBlanks();
      }
      if (!comma && !atLineEnd()) {
        throw wrong("a comma is expected between values");
      }
      if (comma && atLineEnd()) {
        throw wrong("a value is missing behind a comma");
      }
      more = comma || (table && valuesFollow());
    }
    return count;
  }

  private void skipEmptyLines() throws IOException {
    skipBlanks();
    while (next == '\n') {
      step();
      skipBlanks();
    }
  }

  /** Skips the line ends behind a row. Keeps the number of the last line with values. */
  private boolean valuesFollow() throws IOException {
    long last = line;
    skipEmptyLines();
    if (next == END) {
      line = last;
    }
    return next != END;
  }

  @Override
  public void close() throws IOException {
    Arrays.fill(word, '\0');
    reader.close();
  }
}
