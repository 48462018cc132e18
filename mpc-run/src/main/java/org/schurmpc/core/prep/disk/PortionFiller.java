package org.schurmpc.core.prep.disk;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.prep.MaterialKind;

/**
 * Writes a batch's portions, one after the other: items are put into files of their kind, which are
 * forced to disk and then recorded as made. After a failure nothing more is put, since a chunk's
 * place is its nonce and it is unknown which places were written.
 *
 * <p>Guarded by the store, except for {@link #force}.
 */
final class PortionFiller {
  private final BatchFolder batch;
  private final Map<Integer, PortionWriter> writers = new TreeMap<>();
  private boolean over;
  private boolean finishing; // from here on the line of the portion may be on disk
  private boolean abandoned;

  PortionFiller(BatchFolder batch) {
    this.batch = batch;
  }

  /** Returns whether nothing more can be put. */
  boolean over() {
    return over;
  }

  /** Returns whether items were put that are not recorded yet. */
  boolean pending() {
    return !writers.isEmpty();
  }

  /**
   * Returns whether items were put that never were and never will be recorded: their files are
   * useless.
   */
  boolean abandoned() {
    return abandoned;
  }

  /** Writes the keys. */
  void keys(long[] keys) throws BadFile {
    orOver(() -> batch.io().writeKeys(keys));
  }

  /** Writes the set-up that is kept with the keys. */
  void setup(long[] words) throws BadFile {
    orOver(() -> batch.io().writeSetup(words));
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
   * Passes the items in memory to the operating system.
   *
   * @return the writers to force to disk before the portion is finished
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
   * Makes flushed items durable. This takes long and uses nothing but open files: the store is not
   * locked meanwhile, and nothing is put.
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

  /** Records that the items forced to disk are complete. */
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

  /** Runs a step. If the step fails, nothing is ever added to its result. */
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

  /** Ends the filler: items that are not recorded are lost, and nothing more can be put. */
  void end() {
    over = true;
    abandoned |= pending() && !finishing;
    closeWriters();
  }
}
