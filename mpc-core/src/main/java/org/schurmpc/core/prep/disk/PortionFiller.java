package org.schurmpc.core.prep.disk;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.prep.MaterialKind;

/**
 * Makes a batch's portions, one after the other: items are put into files of their kind, which are
 * forced to disk and then written down as made. After a failure nothing more is put, since a
 * chunk's place is its nonce and nobody knows which were written.
 *
 * <p>Guarded by the store, but for {@link #force}.
 */
final class PortionFiller {
  private final BatchFolder batch;
  private final Map<Integer, PortionWriter> writers = new TreeMap<>();
  private boolean over;
  private boolean finishing; // from here on the line that says so may be down
  private boolean abandoned;

  PortionFiller(BatchFolder batch) {
    this.batch = batch;
  }

  /** Whether nothing more can be put. */
  boolean over() {
    return over;
  }

  /** Whether anything was put that is not down yet. */
  boolean pending() {
    return !writers.isEmpty();
  }

  /** Whether something was put that never was down, nor will be: its files are of no use. */
  boolean abandoned() {
    return abandoned;
  }

  /** Writes the keys. */
  void keys(long[] keys) throws BadFile {
    orOver(() -> batch.io().writeKeys(keys));
  }

  void put(MaterialKind kind, long[] data, int offset, int items) throws BadFile {
    orOver(() -> writer(kind).put(data, offset, items));
  }

  private PortionWriter writer(MaterialKind kind) throws BadFile {
    BatchState state = batch.state();
    int index = state.indexOf(kind);
    if (index < 0) {
      index = state.kinds().size();
      batch.note(BatchState.kindEntry(index, kind));
    }
    PortionWriter writer = writers.get(index);
    if (writer == null) {
      writer = new PortionWriter(batch.io(), batch.folder(), state.portions(), index, kind);
      writers.put(index, writer);
    }
    return writer;
  }

  /**
   * Hands what is still in memory to the system.
   *
   * @return what is to be forced to disk before it is finished
   */
  List<PortionWriter> flush() throws BadFile {
    orOver(
        () -> {
          for (PortionWriter writer : writers.values()) {
            writer.flush();
          }
        });
    return List.copyOf(writers.values());
  }

  /**
   * Sees to it that what was flushed lasts. This takes long and touches nothing but open files: the
   * store is not held meanwhile, and nothing is put.
   */
  void force(List<PortionWriter> flushed) throws BadFile {
    try {
      for (PortionWriter writer : flushed) {
        writer.force();
      }
      DiskFiles.forceFolder(batch.folder());
    } catch (IOException e) {
      throw DiskFiles.failed(batch.folder(), e);
    }
  }

  /** Writes down that what was forced to disk is there. */
  void finish() throws BadFile {
    finishing = true;
    orOver(
        () -> {
          Map<Integer, Long> counts = new TreeMap<>();
          writers.forEach((kind, writer) -> counts.put(kind, writer.items()));
          batch.note(BatchState.madeEntry(batch.state().portions(), counts));
          closeWriters();
        });
    finishing = false;
  }

  private interface Step {
    void run() throws BadFile;
  }

  /** Runs a step; if that fails what it left is never added to. */
  private void orOver(Step step) throws BadFile {
    boolean done = false;
    try {
      step.run();
      done = true;
    } finally {
      if (!done) {
        end();
      }
    }
  }

  private void closeWriters() {
    writers.values().forEach(PortionWriter::close);
    writers.clear();
  }

  /** Ends it: what is not down is lost, and nothing more can be put. */
  void end() {
    over = true;
    abandoned |= pending() && !finishing;
    closeWriters();
  }
}
