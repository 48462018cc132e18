package org.schurmpc.cli.command;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;

/** Represents work whose memory grows with the size of the user's request. */
@FunctionalInterface
interface MemoryBound {
  /** Performs the work. */
  void work() throws MpcException;

  /**
   * Performs the work, and explains an {@link OutOfMemoryError}.
   *
   * @throws Refused naming {@code --heap} if the heap is too small
   */
  default void run() throws MpcException {
    try {
      work();
    } catch (OutOfMemoryError e) {
      throw new Refused("the heap is too small: give more with --heap, as --heap 4g", e);
    }
  }
}
