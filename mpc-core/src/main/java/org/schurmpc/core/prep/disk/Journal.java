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
 * An entry's line ends with the beginning of a hash over it and all before it, so that no line can
 * be changed, left out or moved unnoticed. What follows the last entry is what a crash left of a
 * line that was being written, or a line that was changed: a mark kept elsewhere tells which.
 */
final class Journal implements Closeable {
  private static final int SHOWN_BYTES = 8;

  private final Path file;
  private final HeldFile held; // null for who only looks
  private final List<String> entries = new ArrayList<>();
  private final List<byte[]> chain = new ArrayList<>();
  private long whole;
  private boolean torn;

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
   * Begins one.
   *
   * @param start what it belongs to
   */
  static Journal create(Path file, byte[] start) throws BadFile, Refused {
    try {
      DiskFiles.create(file).close();
      return locked(file, start);
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

  /** Its entries as they are, for who only looks. */
  static List<String> peek(Path file, byte[] start) throws BadFile {
    try {
      Journal journal = new Journal(file, null, start);
      journal.parse(HeldFile.read(file));
      return journal.entries();
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    }
  }

  private static Journal locked(Path file, byte[] start) throws IOException, Refused {
    Optional<HeldFile> held = HeldFile.open(file);
    if (held.isEmpty()) {
      throw new Refused(file.getParent() + " is in use: one program at a time uses a store");
    }
    return new Journal(file, held.get(), start);
  }

  private void read() throws IOException, BadFile {
    byte[] content = held.content();
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
      String line = new String(bytes, at, end - at, StandardCharsets.UTF_8);
      int gap = line.lastIndexOf(' ');
      byte[] next = gap < 0 ? null : following(line.substring(0, gap));
      boolean right =
          next != null && end < bytes.length && shown(next).equals(line.substring(gap + 1));
      if (!right) {
        if (end + 1 < bytes.length) {
          throw changed();
        }
        return at; // a crash cut off the last line, or somebody changed it
      }
      add(line.substring(0, gap), next);
      at = end + 1;
    }
    return at;
  }

  /** What is said if the line behind the last that is right is another one than was written. */
  BadFile changed() {
    return new BadFile(
        file + " was changed: its line " + (entries.size() + 1) + " is not what was written");
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

  private byte[] following(String entry) {
    return new FieldHash("journal").add(chain.get(chain.size() - 1)).add(entry).digest();
  }

  private static String shown(byte[] hash) {
    return HexFormat.of().formatHex(hash, 0, SHOWN_BYTES);
  }

  private void add(String entry, byte[] hash) {
    entries.add(entry);
    chain.add(hash);
  }

  /** Adds an entry, which must have no line breaks. */
  void append(String entry) throws BadFile {
    dropTorn();
    byte[] hash = following(entry);
    byte[] line = (entry + " " + shown(hash) + "\n").getBytes(StandardCharsets.UTF_8);
    held.append(line);
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
    return HexFormat.of().formatHex(chain.get(count));
  }

  @Override
  public void close() {
    held.close();
  }
}
