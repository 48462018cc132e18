package org.schurmpc.core.prep.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.FieldHash;

/**
 * A list of entries on disk that only grows: each is there for good when {@link #append} returns.
 * An entry's line ends with a tag of all entries up to it, so that no line can be changed, left out
 * or moved unnoticed. What follows the last whole line is what a crash left of one that was being
 * written, or of one that was cut: a mark kept elsewhere tells which.
 *
 * <p>Tags and marks are hashes of a chain of hashes, which itself is nowhere on disk. Where it
 * starts from a key, only who has the key can make tags; nobody makes them of tags or marks.
 */
final class Journal implements Closeable {
  /** The entry that every journal begins with: its tag binds the journal to its start. */
  static final String BEGUN = "begun";

  private static final int TAG_BYTES = 16;
  private static final int MAX_BYTES = 1 << 28;
  private static final int MAX_LINE_BYTES = 1 << 16;

  private final Path file;
  private final HeldFile held; // null for who only looks
  private final List<String> entries = new ArrayList<>();
  private final List<byte[]> chain = new ArrayList<>();
  private long whole;
  private boolean torn;
  private boolean verified = true;

  /** A state of a journal: how many entries it has and a hash of them all. */
  record Mark(long entries, String hash) {
    /** Where no journal ever stands. */
    static final Mark NEVER = new Mark(999_999_999_999_999_999L, "0".repeat(64));
  }

  private Journal(Path file, HeldFile held, byte[] start) {
    this.file = file;
    this.held = held;
    chain.add(start.clone());
  }

  /**
   * Begins one, for good when this returns.
   *
   * @param start what it belongs to; secret if only who has a key may add to it
   */
  static void create(Path file, byte[] start) throws BadFile {
    try {
      DiskFiles.write(file, line(BEGUN, following(start, BEGUN)));
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    }
  }

  /**
   * Reads one and keeps others from opening it.
   *
   * @throws BadFile if it was changed, or begins otherwise
   * @throws Refused if somebody else has it open
   */
  static Journal open(Path file, byte[] start) throws BadFile, Refused {
    try {
      Journal journal = locked(file, start);
      boolean read = false;
      try {
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

  /** Returns a journal's entries to a reader, without a lock on the journal. */
  static List<String> peek(Path file, byte[] start) throws BadFile {
    try {
      Journal journal = new Journal(file, null, start);
      journal.parse(HeldFile.read(file, MAX_BYTES));
      return journal.entries();
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    }
  }

  /** Returns the entries without a key: they may have been changed since they were written. */
  static List<String> peekUnverified(Path file) throws BadFile {
    try {
      Journal journal = new Journal(file, null, new byte[0]);
      journal.verified = false;
      journal.parse(HeldFile.read(file, MAX_BYTES));
      return journal.entries();
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    }
  }

  private static Journal locked(Path file, byte[] start) throws IOException, BadFile, Refused {
    Optional<HeldFile> held = HeldFile.open(file);
    if (held.isEmpty()) {
      throw new Refused(file.getParent() + " is in use: one program at a time uses a store");
    }
    return new Journal(file, held.get(), start);
  }

  private void read() throws IOException, BadFile {
    byte[] content = held.content(0, MAX_BYTES);
    whole = parse(content);
    torn = whole < content.length;
  }

  /** Returns how many bytes are whole entries. */
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
      byte[] next = gap < 0 ? null : following(last(), line.substring(0, gap));
      boolean right = next != null && (!verified || tag(next).equals(line.substring(gap + 1)));
      if (end == bytes.length && !entries.isEmpty()) {
        return at; // a crash cut off the last line, or somebody did
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

  /** What is said if the line behind the last that is right is another one than was written. */
  BadFile changed() {
    return new BadFile(
        "%s was changed: its line %d is not what was written%s"
            .formatted(
                file,
                entries.size() + 1,
                entries.isEmpty() ? " for the header beside it, or that was changed" : ""));
  }

  /** Whether something other than an entry follows the last one. */
  boolean torn() {
    return torn;
  }

  /** Drops what follows the last entry: the caller has seen that nobody acted upon it. */
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

  private static byte[] following(byte[] hash, String entry) {
    return new FieldHash("journal").add(hash).add(entry).digest();
  }

  private byte[] last() {
    return chain.get(chain.size() - 1);
  }

  private static String tag(byte[] hash) {
    byte[] tag = new FieldHash("journal tag").add(hash).digest();
    return HexFormat.of().formatHex(tag, 0, TAG_BYTES);
  }

  private static byte[] line(String entry, byte[] hash) {
    return (entry + " " + tag(hash) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  private void add(String entry, byte[] hash) {
    entries.add(entry);
    chain.add(hash);
  }

  /** Adds an entry, which must have no line breaks. */
  void append(String entry) throws BadFile {
    dropTorn();
    byte[] hash = following(last(), entry);
    byte[] line = line(entry, hash);
    held.append(whole, line);
    whole += line.length;
    add(entry, hash);
  }

  List<String> entries() {
    return Collections.unmodifiableList(entries);
  }

  /** Where it stands. */
  Mark mark() {
    return new Mark(entries.size(), hash(entries.size()));
  }

  /** Whether it once stood there. */
  boolean passed(Mark mark) {
    return mark.entries() >= 0
        && mark.entries() < chain.size()
        && hash((int) mark.entries()).equals(mark.hash());
  }

  private String hash(int count) {
    byte[] mark = new FieldHash("journal mark").add(chain.get(count)).digest();
    return HexFormat.of().formatHex(mark);
  }

  @Override
  public void close() {
    held.close();
  }
}
