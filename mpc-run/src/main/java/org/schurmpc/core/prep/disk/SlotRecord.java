package org.schurmpc.core.prep.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.crypto.FieldHash;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records how far a {@link SegmentJournal} has come, outside of its folder, as {@link UsageRecord}
 * does for a batch, in a file of fixed size: two slots, of which the older one is overwritten. The
 * file is allocated from the beginning, and each slot is a page of its own with a checksum.
 * Therefore recording needs no space on the disk, and a slot that a crash left half written leaves
 * the other one. The holder of the record has exclusive use of the journal and of all copies of it
 * on this machine.
 */
final class SlotRecord implements Closeable {
  /** Length of a slot in bytes. */
  static final int SLOT_BYTES = 1 << 12;

  private static final Logger LOG = LoggerFactory.getLogger(SlotRecord.class);
  private static final int SLOTS = 2;
  private static final Pattern TEXT =
      Pattern.compile("(([0-9]{1,18}) ([0-9]{1,18}) ([0-9]{1,18}) ([0-9a-f]{64})) ([0-9a-f]{64})");

  private final Path file;
  private final String refusal;
  private final FileOpener opener;
  private HeldFile held;
  private long turn; // of the last slot written
  private Optional<SegmentJournal.Mark> last = Optional.empty();

  private SlotRecord(Path file, String refusal, FileOpener opener) {
    this.file = file;
    this.refusal = refusal;
    this.opener = opener;
  }

  /**
   * Opens a record, or creates it.
   *
   * @param records the folder of the records
   * @param refusal the sentence if another program has the record open
   * @throws BadFile if the file is no record
   */
  static SlotRecord open(Path records, String name, FileOpener opener, String refusal)
      throws BadFile, Refused {
    DiskFiles.makeFolder(records);
    SlotRecord record = new SlotRecord(records.resolve(name), refusal, opener);
    record.hold();
    return record;
  }

  private void hold() throws BadFile, Refused {
    boolean open = false;
    try {
      DiskFiles.createIfMissing(file);
      held = HeldFile.hold(file, opener, refusal);
      read();
      open = true;
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    } finally {
      if (!open) {
        close();
      }
    }
  }

  /**
   * Reads both slots. If none is valid, nothing was recorded: a journal that was used is refused
   * then.
   */
  private void read() throws IOException, BadFile {
    byte[] content = held.content(0, SLOTS * SLOT_BYTES);
    if (content.length < SLOTS * SLOT_BYTES) { // a crash, before anything was recorded
      byte[] missing = new byte[SLOTS * SLOT_BYTES - content.length];
      held.replace(content.length, missing);
      content = Arrays.copyOf(content, SLOTS * SLOT_BYTES);
    }
    for (int slot = 0; slot < SLOTS; slot++) {
      String text = new String(content, slot * SLOT_BYTES, SLOT_BYTES, StandardCharsets.UTF_8);
      Matcher matcher = TEXT.matcher(text.replace("\0", "").strip());
      if (matcher.matches() && checksum(matcher.group(1)).equals(matcher.group(6))) {
        long found = Long.parseLong(matcher.group(2));
        if (found > turn) {
          turn = found;
          last =
              Optional.of(
                  new SegmentJournal.Mark(
                      Long.parseLong(matcher.group(3)),
                      Long.parseLong(matcher.group(4)),
                      matcher.group(5)));
        }
      }
    }
  }

  private static String checksum(String text) {
    return HexFormat.of().formatHex(new FieldHash("slot of a record").add(text).digest());
  }

  /** Returns the last mark that was set. */
  Optional<SegmentJournal.Mark> last() {
    return last;
  }

  /**
   * Records the state of the journal, durably on return. After a failure, the record holds this
   * mark or the last one, and is closed.
   */
  void set(SegmentJournal.Mark mark) throws BadFile {
    String text = "%d %d %d %s".formatted(turn + 1, mark.segment(), mark.entries(), mark.hash());
    byte[] line = (text + " " + checksum(text) + "\n").getBytes(StandardCharsets.UTF_8);
    held.replace((turn + 1) % SLOTS * SLOT_BYTES, Arrays.copyOf(line, SLOT_BYTES));
    turn++;
    last = Optional.of(mark);
  }

  /**
   * Opens the record again after a failure, and records a mark in place of whatever it holds.
   *
   * @param mark the last mark that was set without a failure
   */
  void reopen(SegmentJournal.Mark mark) throws BadFile, Refused {
    close();
    hold();
    set(mark);
  }

  /**
   * Records that the journal and all its copies must not be used any more, even if the record was
   * closed.
   *
   * @return whether this is recorded now
   */
  boolean never() {
    if (last.equals(Optional.of(SegmentJournal.Mark.NEVER))) {
      return true;
    }
    try {
      reopen(SegmentJournal.Mark.NEVER);
      set(SegmentJournal.Mark.NEVER); // no slot names a state that can be used
      return true;
    } catch (MpcException e) {
      LOG.warn("the record of a destroyed ledger does not say so: {}", e.getMessage());
      return false;
    }
  }

  @Override
  public void close() {
    if (held != null) {
      held.close();
    }
  }
}
