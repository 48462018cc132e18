package org.schurmpc.cli.command;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;

/** Work that needs memory in proportion to what the user asks for. */
@FunctionalInterface
interface MemoryBound {
  /** Does the work. */
  void work() throws MpcException;

  /**
   * Does the work.
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
