package org.schurmpc.core.prep.disk;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.schurmpc.core.abort.BadFile;

/**
 * Marks whether the verdict of a check on a batch's keys is pending, in a file beside the batch's
 * record of use. The file is mapped into memory: a mark causes no write to disk and survives a kill
 * of the process at any moment, but not a restart of the machine, which {@link BootId} detects. The
 * file's one page is allocated from the beginning, so that it can be written when the disk is full.
 *
 * <p>The mapping remains when the batch is closed: a session that outlives its store can still burn
 * it.
 */
final class VerdictMark {
  /** Suffix after the record's name. */
  static final String SUFFIX = ".verdict";

  private static final int BYTES = 1 << 12;

  /**
   * Lists the states of a mark, encoded in its first byte; any other byte means that a verdict is
   * pending.
   */
  enum State {
    /** The mark, or the record that it belongs to, was missing when it should have been there. */
    UNKNOWN('u'),
    CLEAR('c'),
    PENDING('p'),
    BURNT('b');

    private final byte code;

    State(char code) {
      this.code = (byte) code;
    }

    private static State of(byte code) {
      for (State state : values()) {
        if (state.code == code) {
          return state;
        }
      }
      return PENDING;
    }
  }

  private final Path file;
  private final MappedByteBuffer page;

  private VerdictMark(Path file, MappedByteBuffer page) {
    this.file = file;
    this.page = page;
  }

  /** Returns the path of a record's mark. */
  static Path file(Path records, String name) {
    return records.resolve(name + SUFFIX);
  }

  /** Reads a mark without changing it; empty if there is no mark, or an incomplete one. */
  static Optional<State> peek(Path file) throws BadFile {
    if (!PlainFiles.isThere(file)) {
      return Optional.empty();
    }
    try (FileChannel channel = PlainFiles.open(file, StandardOpenOption.READ)) {
      ByteBuffer first = ByteBuffer.allocate(1);
      boolean whole = channel.size() == BYTES && channel.read(first) == 1;
      return whole ? Optional.of(State.of(first.get(0))) : Optional.empty();
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    }
  }

  /**
   * Returns why a batch may not be used any more, although it is not recorded as destroyed yet.
   *
   * @param found the state of the mark before it was opened
   * @param boot the machine's current boot
   */
  static Optional<Destruction> lost(
      BatchState state, Optional<State> found, Optional<String> boot) {
    if (state.burnt()) {
      return Optional.empty();
    }
    State said = found.orElse(State.UNKNOWN);
    if (said == State.BURNT) {
      return Optional.of(Destruction.CHECK);
    }
    if (said == State.PENDING) {
      return Optional.of(Destruction.PENDING);
    }
    if (found.equals(Optional.of(State.UNKNOWN)) || (state.armed() && said == State.UNKNOWN)) {
      return Optional.of(Destruction.UNMARKED);
    }
    return state.armed() && !state.armedSince(boot)
        ? Optional.of(Destruction.RESTARTED)
        : Optional.empty();
  }

  /**
   * Opens a record's mark for writing. If the mark is missing, it is created as clear, or as
   * unknown if a verdict may have been pending.
   *
   * @param state results from the journal that says whether there may be marks
   */
  static VerdictMark open(Path records, String name, BatchState state) throws BadFile {
    return open(file(records, name), state.armed() ? State.UNKNOWN : State.CLEAR);
  }

  /**
   * Opens a mark for writing.
   *
   * @param missing the state to set if there is no mark yet
   */
  static VerdictMark open(Path file, State missing) throws BadFile {
    boolean make = peek(file).isEmpty();
    try {
      DiskFiles.createIfMissing(file);
      try (FileChannel channel =
          PlainFiles.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        if (make) {
          byte[] content = new byte[BYTES];
          content[0] = missing.code;
          channel.truncate(0);
          DiskFiles.writeFully(channel, ByteBuffer.wrap(content));
          channel.force(true);
        }
        return new VerdictMark(file, channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES));
      }
    } catch (IOException e) {
      throw DiskFiles.failed(file, e);
    }
  }

  /** Returns the state of the mark, as every process sees it. */
  State state() {
    return State.of(page.get(0));
  }

  /** Marks that a verdict is pending, before the answer is sent, unless the batch is burnt. */
  synchronized void pend() throws BadFile {
    if (state() == State.CLEAR) {
      put(State.PENDING);
    }
  }

  /**
   * Marks that no verdict is pending any more. If this cannot be written, the mark remains pending,
   * and the store is destroyed when it is opened next.
   */
  synchronized void clear() throws BadFile {
    if (state() == State.PENDING) {
      put(State.CLEAR);
    }
  }

  /** Marks that nobody knows whether a verdict is pending, unless the mark says more. */
  synchronized void forget() throws BadFile {
    if (state() == State.CLEAR) {
      put(State.UNKNOWN);
      force();
    }
  }

  /** Marks that no verdict is pending, whatever the mark says: all of it is recorded elsewhere. */
  synchronized void reset() throws BadFile {
    put(State.CLEAR);
    force();
  }

  /** Marks permanently that the batch is burnt. */
  synchronized void burn() throws BadFile {
    put(State.BURNT);
    force();
  }

  /** Writes the page to disk, where an earlier state may be. */
  synchronized void force() throws BadFile {
    try {
      page.force();
    } catch (InternalError
        | RuntimeException e) { // UncheckedIOException: the mark survives a kill only
      throw cannot(e);
    }
  }

  private void put(State state) throws BadFile {
    try {
      page.put(0, state.code);
      VarHandle.fullFence(); // before whatever the caller sends or deletes next
    } catch (InternalError e) {
      // A page without space on disk, on file systems that copy on write.
      throw cannot(e);
    }
  }

  private BadFile cannot(Throwable e) {
    return new BadFile(file + " cannot be written: the disk is full, or broken", e);
  }
}
