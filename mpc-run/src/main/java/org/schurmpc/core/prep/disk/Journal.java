package org.schurmpc.core.prep.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;

/**
 * Maintains an append-only list of entries on disk. Each entry is durable when {@link #append}
 * returns. An entry's line ends with a tag of all entries up to this one, so that no line can be
 * changed, omitted or moved unnoticed. Data after the last complete line is the rest of a line that
 * was being written during a crash, or of a line that was cut off: a mark kept elsewhere tells
 * which. {@link LineChain} says who can compute tags.
 */
final class Journal implements Closeable {
  /** First entry of every journal. Its tag binds the journal to its start. */
  static final String BEGUN = "begun";

  private static final int MAX_BYTES = 1 << 28;
  private static final int MAX_LINE_BYTES = 1 << 16;

  private final Path file;
  private final HeldFile held; // null for readers
  private final List<String> entries = new ArrayList<>();
  private final List<byte[]> chain = new ArrayList<>();
  private long whole;
  private boolean torn;
  private boolean verified = true;

  /** Represents a state of a journal: its number of entries and a hash of all of them. */
  record Mark(long entries, String hash) {
    /** Mark that no journal ever reaches. */
    static final Mark NEVER = new Mark(999_999_999_999_999_999L, "0".repeat(64));
  }

  private Journal(Path file, HeldFile held, byte[] start) {
    this.file = file;
    this.held = held;
    chain.add(start.clone());
  }

  /**
   * Creates a journal, durably on return.
   *
   * @param start identifies the batch; secret if only holders of a key may add entries
   */
  static void create(Path file, byte[] start) throws BadFile {
    try {
      DiskFiles.write(file, LineChain.line(BEGUN, LineChain.next(start, BEGUN)));
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    }
  }

  /** Returns the mark of a journal that was just created. */
  static Mark begun(byte[] start) {
    Journal journal = new Journal(null, null, start);
    journal.add(BEGUN, LineChain.next(start, BEGUN));
    return journal.mark();
  }

  /**
   * Reads a journal and prevents others from opening it.
   *
   * @throws BadFile if the journal was changed, or has another start
   * @throws Refused if the journal is open elsewhere
   */
  static Journal open(Path file, byte[] start) throws BadFile, Refused {
    return open(
        file, start, false, file.getParent() + " is in use: one program at a time uses a store");
  }

  /**
   * Opens a journal, and begins it if there is none, or if a crash cut off its beginning: nobody
   * acted upon that.
   *
   * @param refusal the sentence if the journal is open elsewhere
   * @throws BadFile if the journal was changed, or has another start
   * @throws Refused if the journal is open elsewhere
   */
  static Journal openOrCreate(Path file, byte[] start, String refusal) throws BadFile, Refused {
    return open(file, start, true, refusal);
  }

  private static Journal open(Path file, byte[] start, boolean create, String refusal)
      throws BadFile, Refused {
    try {
      if (create) {
        DiskFiles.createIfMissing(file);
      }
      Journal journal = new Journal(file, HeldFile.hold(file, refusal), start);
      boolean read = false;
      try {
        if (create) {
          journal.begin();
        }
        journal.read();
        read = true;
        return journal;
      } finally {
        if (!read) {
          journal.close();
        }
      }
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    }
  }

  /** Writes the first entry if the file is empty, or holds a part of that entry. */
  private void begin() throws IOException, BadFile {
    byte[] first = LineChain.line(BEGUN, LineChain.next(last(), BEGUN));
    byte[] content = held.content(0, MAX_BYTES);
    if (content.length < first.length
        && Arrays.equals(content, Arrays.copyOf(first, content.length))) {
      held.append(0, first);
    }
  }

  /** Returns whether a journal is there, and its beginning complete. */
  static boolean isBegun(Path file) throws BadFile {
    try {
      return PlainFiles.isThere(file)
          && Files.size(file)
              >= BEGUN.length() + 2 + LineChain.TAG_DIGITS; // a space and a line's end
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    }
  }

  /** Returns a journal's entries to a reader, without a lock on the journal. */
  static List<String> peek(Path file, byte[] start) throws BadFile {
    return new Journal(file, null, start).peek();
  }

  /** Returns the entries without a key: they may have been changed since they were written. */
  static List<String> peekUnverified(Path file) throws BadFile {
    Journal journal = new Journal(file, null, new byte[0]);
    journal.verified = false;
    return journal.peek();
  }

  private List<String> peek() throws BadFile {
    try {
      parse(HeldFile.read(file, MAX_BYTES));
      return entries();
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    }
  }

  private void read() throws IOException, BadFile {
    byte[] content = held.content(0, MAX_BYTES);
    whole = parse(content);
    torn = whole < content.length;
  }

  /** Parses entries, and returns the number of bytes of complete entries. */
  private long parse(byte[] bytes) throws BadFile {
    int at = 0;
    while (at < bytes.length) {
      int end = at;
      while (end < bytes.length && bytes[end] != '\n') {
        end++;
      }
      if (end - at > MAX_LINE_BYTES) {
        throw changed();
      }
      String line = new String(bytes, at, end - at, StandardCharsets.UTF_8);
      int gap = line.lastIndexOf(' ');
      byte[] next = gap < 0 ? null : LineChain.next(last(), line.substring(0, gap));
      boolean right =
          next != null && (!verified || LineChain.tag(next).equals(line.substring(gap + 1)));
      if (end == bytes.length && !entries.isEmpty()) {
        return at; // the last line was cut off, by a crash or on purpose
      }
      if (!right || end == bytes.length) {
        throw changed();
      }
      add(line.substring(0, gap), next);
      at = end + 1;
    }
    if (entries.isEmpty() || !entries.get(0).equals(BEGUN)) {
      throw changed();
    }
    return at;
  }

  /**
   * Returns the exception for a line after the last valid one that differs from what was written.
   */
  BadFile changed() {
    return new BadFile(
        "%s was changed: its line %d is not what was written%s"
            .formatted(
                file,
                entries.size() + 1,
                entries.isEmpty() ? " for the header beside it, or that was changed" : ""));
  }

  /** Returns whether incomplete data follows the last entry. */
  boolean torn() {
    return torn;
  }

  /** Drops the data after the last entry. The caller has ensured that nobody acted upon it. */
  void dropTorn() throws BadFile {
    if (torn) {
      try {
        held.truncate(whole);
        torn = false;
      } catch (IOException e) {
        throw DiskFiles.failed(file, e);
      }
    }
  }

  private byte[] last() {
    return chain.get(chain.size() - 1);
  }

  private void add(String entry, byte[] hash) {
    entries.add(entry);
    chain.add(hash);
  }

  /** Adds an entry, which must not contain line breaks. */
  void append(String entry) throws BadFile {
    dropTorn();
    byte[] hash = LineChain.next(last(), entry);
    byte[] line = LineChain.line(entry, hash);
    held.append(whole, line);
    whole += line.length;
    add(entry, hash);
  }

  List<String> entries() {
    return Collections.unmodifiableList(entries);
  }

  /** Returns the mark of the current state. */
  Mark mark() {
    return new Mark(entries.size(), hash(entries.size()));
  }

  /** Returns whether the journal was once in the state of a mark. */
  boolean passed(Mark mark) {
    return mark.entries() >= 0
        && mark.entries() < chain.size()
        && hash((int) mark.entries()).equals(mark.hash());
  }

  private String hash(int count) {
    return LineChain.mark(chain.get(count));
  }

  @Override
  public void close() {
    held.close();
  }
}
