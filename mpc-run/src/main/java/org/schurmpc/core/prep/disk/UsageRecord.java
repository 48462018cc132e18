package org.schurmpc.core.prep.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records how far a batch has been used, outside of the batch: in a separate file in a folder of
 * the machine, so that a restored older copy of the batch is detected. The holder of the record has
 * exclusive use of the batch and of all copies of it on this machine.
 */
final class UsageRecord implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(UsageRecord.class);
  private static final Pattern LINE = Pattern.compile("([0-9]{1,18}) ([0-9a-f]{64})");

  /** More than the length of two lines. */
  private static final int TAIL_BYTES = 256;

  private final Path folder;
  private final String name;
  private final HeldFile held;
  private long whole; // number of bytes of complete lines; the rest was cut off by a crash
  private Optional<Journal.Mark> last = Optional.empty();

  private UsageRecord(Path folder, String name, HeldFile held) {
    this.folder = folder;
    this.name = name;
    this.held = held;
  }

  /**
   * Opens a batch's record, or creates it.
   *
   * @param folder the folder of the records
   * @param name the name for the batch and the party
   * @throws Refused if another program has the record open
   */
  static UsageRecord open(Path folder, String name) throws BadFile, Refused {
    return open(
        folder,
        name,
        "another program uses the store " + name + ", or a copy of it: one at a time does");
  }

  /**
   * Opens a record, or creates it.
   *
   * @param refusal the sentence if another program has the record open
   */
  static UsageRecord open(Path folder, String name, String refusal) throws BadFile, Refused {
    DiskFiles.makeFolder(folder);
    Path file = folder.resolve(name);
    try {
      DiskFiles.createIfMissing(file);
      HeldFile held = HeldFile.hold(file, refusal);
      boolean open = false;
      try {
        UsageRecord record = new UsageRecord(folder, name, held);
        record.read(file);
        open = true;
        return record;
      } finally {
        if (!open) {
          held.close();
        }
      }
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    }
  }

  /** Returns whether anything was ever recorded of a batch, without opening the record. */
  static boolean isKept(Path folder, String name) throws BadFile {
    Path file = folder.resolve(name);
    try {
      return PlainFiles.isThere(file) && Files.size(file) > 0;
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    }
  }

  /**
   * Returns the last mark of a record without opening it, while another program or this one may
   * hold it; empty if nothing was ever recorded.
   */
  static Optional<Journal.Mark> peek(Path folder, String name) throws BadFile {
    if (!isKept(folder, name)) {
      return Optional.empty();
    }
    Path file = folder.resolve(name);
    try (FileChannel channel = PlainFiles.open(file, StandardOpenOption.READ)) {
      long from = Math.max(0, channel.size() - TAIL_BYTES);
      ByteBuffer bytes = ByteBuffer.allocate(TAIL_BYTES);
      while (bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) >= 0) {
        // Reads on.
      }
      String tail = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
      int end = tail.lastIndexOf('\n') + 1;
      return end == 0 ? Optional.empty() : Optional.of(lastLine(file, tail.substring(0, end)));
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    }
  }

  /**
   * Reads the last line, for any number of lines. A line that a crash cut off is ignored: nobody
   * acted upon it.
   */
  private void read(Path file) throws IOException, BadFile {
    long from = Math.max(0, held.length() - TAIL_BYTES);
    String tail = new String(held.content(from, TAIL_BYTES), StandardCharsets.UTF_8);
    int end = tail.lastIndexOf('\n') + 1;
    whole = from + end;
    if (whole > 0) {
      last = Optional.of(lastLine(file, tail.substring(0, end)));
    }
  }

  private static Journal.Mark lastLine(Path file, String lines) throws BadFile {
    int from = lines.lastIndexOf('\n', lines.length() - 2) + 1;
    Matcher matcher = LINE.matcher(lines.substring(from).strip());
    if (!matcher.matches()) {
      throw new BadFile(file + " is no record of a store's use");
    }
    return new Journal.Mark(Long.parseLong(matcher.group(1)), matcher.group(2));
  }

  /** Returns the last mark that was set. */
  Optional<Journal.Mark> last() {
    return last;
  }

  /** Records the state of the journal, durably on return. */
  void set(Journal.Mark mark) throws BadFile {
    byte[] line = (mark.entries() + " " + mark.hash() + "\n").getBytes(StandardCharsets.UTF_8);
    held.append(whole, line);
    whole += line.length;
    last = Optional.of(mark);
  }

  /**
   * Records that the batch and all its copies must not be used any more, even if the record was
   * closed or the open file cannot be written.
   *
   * @return whether this is recorded now
   */
  boolean never() {
    if (last.equals(Optional.of(Journal.Mark.NEVER))) {
      return true;
    }
    try {
      set(Journal.Mark.NEVER);
      return true;
    } catch (BadFile e) {
      LOG.debug("the record is written anew", e);
    }
    close();
    try (UsageRecord again = open(folder, name)) {
      again.set(Journal.Mark.NEVER);
      last = again.last;
      return true;
    } catch (MpcException e) {
      // Another program holds the record by now and sees the mark, or the disk is full.
      LOG.warn("the record of a destroyed store does not say so: {}", e.getMessage());
      return false;
    }
  }

  @Override
  public void close() {
    held.close();
  }
}
