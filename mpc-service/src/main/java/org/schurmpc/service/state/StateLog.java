package org.schurmpc.service.state;

import java.util.Collection;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;

/**
 * Keeps entries in order, and blobs beside them, durably and without roll-back. An implementation
 * is opened with a {@link Replay}, to which it applies all entries of the last checkpoint and
 * since.
 *
 * <p>Safe for use by several threads. No method blocks, and none does I/O in the caller's thread,
 * which may be interrupted.
 */
public interface StateLog {
  /** Receives entries; its state is a function of them. */
  interface Replay {
    /**
     * Applies an entry, at the start or once it is durable; never two at a time, and in order.
     *
     * @throws IllegalArgumentException if the entry is none that this replay knows
     */
    void apply(String entry);

    /** Returns entries that bring a new replay to the present state: a checkpoint. */
    Iterator<String> state();
  }

  /**
   * Notes entries as one group: after a crash either all are there or none is. The future completes
   * after the group is durable and applied, or exceptionally if it is neither.
   *
   * @param entries lines without line ends
   */
  CompletableFuture<Void> note(String... entries);

  /**
   * Keeps a blob, durable when the future completes with the blob's name: [0-9a-z.-]{1,64}.
   *
   * @param content copied before the method returns; the caller may wipe it then
   */
  CompletableFuture<String> put(byte[] content);

  /** Returns the content of a blob. */
  CompletableFuture<byte[]> get(String blob);

  /** Overwrites and deletes a blob. A blob that is not there is no error. */
  CompletableFuture<Void> wipe(String blob);

  /** Wipes all blobs but those named; called once, after the start. */
  CompletableFuture<Void> wipeAllBut(Collection<String> blobs);

  /** Returns the number of bytes of the entries on disk. */
  long bytes();

  /** Returns whether the last note was durable, so that the next may be. */
  boolean isWritable();
}
