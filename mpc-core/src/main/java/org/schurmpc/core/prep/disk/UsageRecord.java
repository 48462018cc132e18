package org.schurmpc.core.prep.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far a batch has been used, kept outside of it: in a file of its own in a folder of the
 * machine's, so that a copy of the batch that is put back is noticed. Who holds it has the batch
 * and all copies of it on this machine to himself.
 */
final class UsageRecord implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(UsageRecord.class);
  private static final Pattern LINE = Pattern.compile("([0-9]{1,18}) ([0-9a-f]{64})");

  /** Longer than two lines. */
  private static final int TAIL_BYTES = 256;

  private final Path folder;
  private final String name;
  private final HeldFile held;
  private long whole; // bytes of whole lines; what follows a crash cut off
  private Optional<Journal.Mark> last = Optional.empty();

  private UsageRecord(Path folder, String name, HeldFile held) {
    this.folder = folder;
    this.name = name;
    this.held = held;
  }

  /**
   * Opens a batch's record, or begins it.
   *
   * @param folder where records are
   * @param name the batch's and the party's
   * @throws Refused if another program has it open
   */
  static UsageRecord open(Path folder, String name) throws BadFile, Refused {
    DiskFiles.makeFolder(folder);
    Path file = folder.resolve(name);
    try {
      DiskFiles.createIfMissing(file);
      Optional<HeldFile> held = HeldFile.open(file);
      if (held.isEmpty()) {
        throw new Refused(
            "another program uses the store " + name + ", or a copy of it: one at a time does");
      }
      boolean open = false;
      try {
        UsageRecord record = new UsageRecord(folder, name, held.get());
        record.read(file);
        open = true;
        return record;
      } finally {
        if (!open) {
          held.get().close();
        }
      }
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    }
  }

  /** Reads the last line, however many there are; one that a crash cut off nobody acted upon. */
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

  /** The last that was set. */
  Optional<Journal.Mark> last() {
    return last;
  }

  /** Says where the journal stands; it is on disk when this returns. */
  void set(Journal.Mark mark) throws BadFile {
    byte[] line = (mark.entries() + " " + mark.hash() + "\n").getBytes(StandardCharsets.UTF_8);
    held.append(whole, line);
    whole += line.length;
    last = Optional.of(mark);
  }

  /**
   * Says that the batch and all its copies must not be used any more, also if the record was closed
   * or cannot be written through what is open.
   *
   * @return whether it says so now
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
      // Another program has it by now, which sees the mark, or the disk is full.
      LOG.warn("the record of a destroyed store does not say so: {}", e.getMessage());
      return false;
    }
  }

  @Override
  public void close() {
    held.close();
  }
}
