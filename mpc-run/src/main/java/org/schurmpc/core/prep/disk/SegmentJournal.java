package org.schurmpc.core.prep.disk;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schurmpc.core.abort.BadFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Maintains a list of entries on disk, in segments, of which one is in use: a file that begins with
 * the state in which the last segment ended. Entries are added in groups. Of each group all entries
 * are there after a crash, or none; a group is durable when {@link #appendAll} returns.
 *
 * <p>Lines are those of a {@link LineChain}. The first line of a segment names the number of the
 * segment, the number of entries before it, and the mark with which the last segment ended, so that
 * no old segment passes for a new one. A line begins with {@value #LAST} if it ends a group, and
 * with {@value #MORE} otherwise.
 *
 * <p>Whoever uses a journal keeps its {@link Mark} elsewhere after each call, and acts after that.
 * Up to the mark every line must be what was written. After the mark the first line that is not
 * ends the journal: after a power cut, pages of the groups written last may be missing in any
 * pattern, and nobody has acted upon them. Keeps no entry in memory; not thread-safe.
 */
final class SegmentJournal implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(SegmentJournal.class);
  private static final String PREFIX = "segment-";
  private static final String DRAFT = ".new";
  private static final char LAST = '=';
  private static final char MORE = '+';
  private static final int BUFFER_BYTES = 1 << 20;

  /** Maximum length of a line in bytes. */
  static final int MAX_LINE_BYTES = 1 << 16;

  private static final Pattern HEAD =
      Pattern.compile("=segment ([0-9]{1,18}) ([0-9]{1,18}) ([0-9a-f]{64})");

  private final Path folder;
  private final Path file;
  private final byte[] start;
  private final FileOpener opener;
  private final long number;
  private FileChannel channel;
  private byte[] chain;
  private long entries;
  private long whole; // number of bytes up to the end of the last group

  // The state whose mark is kept elsewhere: a failure leads back to it.
  private byte[] keptChain;
  private long keptEntries;
  private long keptWhole;

  /**
   * Represents a state of a journal.
   *
   * @param segment the number of the segment in use
   * @param entries the number of lines of all segments
   * @param hash of all of them
   */
  record Mark(long segment, long entries, String hash) {
    /** Mark that no journal ever reaches. */
    static final Mark NEVER =
        new Mark(999_999_999_999_999_999L, 999_999_999_999_999_999L, "0".repeat(64));
  }

  private SegmentJournal(Path folder, byte[] start, long number, FileOpener opener) {
    this.folder = folder;
    this.file = file(folder, number);
    this.start = start.clone();
    this.number = number;
    this.opener = opener;
  }

  private static Path file(Path folder, long number) {
    return folder.resolve(PREFIX + "%06d".formatted(number));
  }

  private static String head(long number, long entries, String mark) {
    return LAST + "segment %d %d %s".formatted(number, entries, mark);
  }

  /**
   * Creates a journal of one segment without entries, durably on return; the caller makes the
   * folder durable.
   *
   * @param start identifies the journal; secret if only holders of a key may add entries
   */
  static Mark create(Path folder, byte[] start) throws BadFile {
    String head = head(1, 0, "0".repeat(LineChain.MARK_DIGITS));
    byte[] hash = LineChain.next(start, head);
    try {
      DiskFiles.write(file(folder, 1), LineChain.line(head, hash));
    } catch (IOException e) {
      throw DiskFiles.failed(file(folder, 1), e);
    }
    return new Mark(1, 1, LineChain.mark(hash));
  }

  /**
   * Opens a journal in the state of its last whole group, and deletes all other segments and what
   * follows the group. What remains is durable on return.
   *
   * @param last the mark that was kept elsewhere, if there is one
   * @param replay accepts each entry after the first line, in order
   * @throws BadFile if the journal was changed, or is behind the mark, or there is no mark although
   *     the journal was used
   */
  static SegmentJournal open(
      Path folder, byte[] start, Optional<Mark> last, FileOpener opener, Consumer<String> replay)
      throws BadFile {
    long number = last.map(Mark::segment).orElse(1L);
    SegmentJournal journal = new SegmentJournal(folder, start, number, opener);
    boolean open = false;
    try {
      if (!PlainFiles.isThere(journal.file)) {
        throw last.isPresent() ? journal.isBack() : journal.hasNoRecord();
      }
      journal.channel =
          opener.open(journal.file, StandardOpenOption.READ, StandardOpenOption.WRITE);
      journal.read(last, replay);
      journal.dropOthers();
      open = true;
      return journal;
    } catch (IOException e) {
      throw DiskFiles.failed(journal.file, e);
    } finally {
      if (!open) {
        journal.close();
      }
    }
  }

  private BadFile isBack() {
    return new BadFile(
        folder
            + " stands further back than it did on this machine: a copy of an earlier version was"
            + " put back");
  }

  private BadFile hasNoRecord() {
    return new BadFile(
        folder
            + " was used, and this machine has no record of it: a ledger stays on the machine that"
            + " keeps it");
  }

  private BadFile changed(long line) {
    return new BadFile(
        "%s was changed: its line %d is not what was written%s"
            .formatted(file, line, line == 1 ? " for the header beside it, or that was" : ""));
  }

  private void read(Optional<Mark> last, Consumer<String> replay) throws IOException, BadFile {
    LineReader lines = new LineReader(channel, MAX_LINE_BYTES);
    String line = lines.next();
    Matcher head = HEAD.matcher(line == null ? "" : entry(line));
    if (!head.matches() || Long.parseLong(head.group(1)) != number) {
      throw changed(1);
    }
    chain = LineChain.next(start, head.group());
    if (!line.equals(head.group() + " " + LineChain.tag(chain))) {
      throw changed(1);
    }
    entries = Long.parseLong(head.group(2)) + 1;
    whole = lines.position();
    long known = last.isPresent() ? readTo(last.get(), lines, replay) : whole;
    if (last.isEmpty() && (number != 1 || channel.size() != whole)) {
      throw hasNoRecord();
    }
    while (readGroup(lines, replay)) {
      // Nobody acted upon the group: it counts if it is complete.
    }
    settle(known);
  }

  /** Reads groups up to a mark, and returns the position there. */
  private long readTo(Mark last, LineReader lines, Consumer<String> replay)
      throws IOException, BadFile {
    while (entries < last.entries()) {
      if (!readGroup(lines, replay)) {
        throw lines.ended() ? isBack() : changed(lines.number());
      }
    }
    if (entries != last.entries() || !LineChain.mark(chain).equals(last.hash())) {
      throw isBack();
    }
    return whole;
  }

  private static String entry(String line) {
    return line.substring(0, Math.max(0, line.lastIndexOf(' ')));
  }

  /** Reads a group, and applies its entries if it is whole; returns false if it is not. */
  private boolean readGroup(LineReader lines, Consumer<String> replay) throws IOException, BadFile {
    byte[] hash = chain;
    List<String> group = new ArrayList<>();
    for (boolean ended = false; !ended; ) {
      int end = lines.advance() ? lines.length() - LineChain.TAG_DIGITS - 1 : 0;
      if (end <= 0 || (lines.at(0) != LAST && lines.at(0) != MORE)) {
        return false;
      }
      hash = lines.next(hash, end);
      if (!lines.endsWithTag(hash, end)) {
        return false;
      }
      group.add(lines.text(1, end));
      ended = lines.at(0) == LAST;
    }
    for (String entry : group) {
      apply(entry, replay);
    }
    chain = hash;
    entries += group.size();
    whole = lines.position();
    return true;
  }

  private void apply(String entry, Consumer<String> replay) throws BadFile {
    try {
      replay.accept(entry);
    } catch (IndexOutOfBoundsException | IllegalArgumentException | IllegalStateException e) {
      throw new BadFile(file + " holds an entry that makes no sense: " + entry, e);
    }
  }

  /**
   * Makes what was read durable. Groups after the mark may be in the memory of the operating system
   * alone, even after a failure to write them: they are written again.
   *
   * @param known number of bytes up to the mark
   */
  private void settle(long known) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    for (long at = known; at < whole; ) {
      buffer.clear().limit((int) Math.min(BUFFER_BYTES, whole - at));
      while (buffer.hasRemaining() && channel.read(buffer, at + buffer.position()) >= 0) {
        // The channel may have more data.
      }
      buffer.flip();
      at = write(at, buffer);
    }
    cutAfterLast();
  }

  private void cutAfterLast() throws IOException {
    channel.truncate(whole);
    channel.force(true);
  }

  private long write(long at, ByteBuffer bytes) throws IOException {
    long to = at;
    while (bytes.hasRemaining()) {
      to += channel.write(bytes, to);
    }
    return to;
  }

  /**
   * Adds groups, with one write and one force. After a failure to do so, or to keep the mark
   * elsewhere, {@link #reopen} leads back.
   *
   * @param groups entries without line breaks; of each group all or none survive a crash
   */
  Mark appendAll(List<List<String>> groups) throws BadFile {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] hash = chain;
    long added = 0;
    for (List<String> group : groups) {
      for (int i = 0; i < group.size(); i++) {
        hash = addLine(bytes, hash, (i + 1 < group.size() ? MORE : LAST) + group.get(i));
        added++;
      }
    }
    try {
      if (channel.size() != whole) {
        throw new IOException("somebody changed its length");
      }
      write(whole, ByteBuffer.wrap(bytes.toByteArray()));
      channel.force(false);
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    }
    chain = hash;
    entries += added;
    whole += bytes.size();
    return mark();
  }

  private static byte[] addLine(ByteArrayOutputStream to, byte[] hash, String entry) {
    requireEntry(entry);
    byte[] next = LineChain.next(hash, entry);
    to.writeBytes(LineChain.line(entry, next));
    return next;
  }

  /**
   * Requires that a text can be a line.
   *
   * @throws IllegalArgumentException otherwise
   */
  static void requireEntry(String entry) {
    if (entry.indexOf('\n') >= 0
        || entry.getBytes(StandardCharsets.UTF_8).length
            > MAX_LINE_BYTES - LineChain.TAG_DIGITS - 3) {
      throw new IllegalArgumentException("an entry has a line break, or is too long");
    }
  }

  /** Declares that the mark of the current state is kept elsewhere. */
  void keep() {
    keptChain = chain;
    keptEntries = entries;
    keptWhole = whole;
  }

  /**
   * Opens the file again after a failure, in the state that was kept last, and drops the rest. A
   * failed force is not repeated: the operating system may have forgotten what it concerned.
   */
  void reopen() throws BadFile {
    close();
    chain = keptChain;
    entries = keptEntries;
    whole = keptWhole;
    try {
      channel = opener.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
      cutAfterLast();
      dropOthers();
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    }
  }

  /**
   * Begins the next segment with a state. This one stays as it is, and in use unless the mark of
   * the new one is kept elsewhere; {@link #dropOthers} of the new one deletes it after that.
   *
   * @param state entries from which the state results
   */
  SegmentJournal rotate(Iterator<String> state) throws BadFile {
    SegmentJournal next = new SegmentJournal(folder, start, number + 1, opener);
    Path draft = folder.resolve(next.file.getFileName() + DRAFT);
    boolean begun = false;
    try {
      DiskFiles.create(draft).close();
      next.channel = opener.open(draft, StandardOpenOption.READ, StandardOpenOption.WRITE);
      next.begin(head(number + 1, entries, LineChain.mark(chain)), entries, state);
      Files.move(draft, next.file);
      DiskFiles.forceFolder(folder);
      begun = true;
      return next;
    } catch (IOException e) {
      throw DiskFiles.failed(draft, e);
    } finally {
      if (!begun) {
        next.close();
        dropDraft();
      }
    }
  }

  private void dropDraft() {
    try {
      dropOthers();
    } catch (BadFile e) {
      LOG.debug("deleted when the journal is opened next", e);
    }
  }

  private void begin(String head, long before, Iterator<String> state) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    chain = addLine(bytes, start, head);
    entries = before + 1;
    while (state.hasNext()) {
      chain = addLine(bytes, chain, LAST + state.next());
      entries++;
      if (bytes.size() >= BUFFER_BYTES) {
        whole = write(whole, ByteBuffer.wrap(bytes.toByteArray()));
        bytes.reset();
      }
    }
    whole = write(whole, ByteBuffer.wrap(bytes.toByteArray()));
    channel.force(true);
  }

  /** Deletes all segments but this one, after overwriting them. */
  void dropOthers() throws BadFile {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, PREFIX + "*")) {
      for (Path each : files) {
        if (!each.getFileName().equals(file.getFileName())) {
          ChunkIo.destroy(each);
        }
      }
    } catch (IOException e) {
      throw DiskFiles.failed(folder, e);
    }
  }

  /** Returns the mark of the current state. */
  Mark mark() {
    return new Mark(number, entries, LineChain.mark(chain));
  }

  /** Returns the length of the segment in bytes. */
  long bytes() {
    return whole;
  }

  @Override
  public void close() {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        // All relevant data is on disk.
      }
    }
  }
}
