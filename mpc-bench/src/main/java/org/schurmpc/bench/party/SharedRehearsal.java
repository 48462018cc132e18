package org.schurmpc.bench.party;

import org.schurmpc.core.abort.MpcException;

/**
 * Rehearses once for all sessions of a process, which share the JIT compiler: the first session
 * rehearses and then waits until the compiler is idle, and the others wait for the first.
 */
final class SharedRehearsal {
  /** Reciprocal of the part of a rehearsal's time that the wait for the compiler may add. */
  private static final int WAIT_PART = 4;

  private boolean over;

  /** Rehearses, unless another session has done so. */
  synchronized void rehearse(PartyWork work) throws MpcException {
    if (!over) {
      over = true;
      long start = System.nanoTime();
      work.rehearse();
      long millis = (System.nanoTime() - start) / 1_000_000;
      JitCompiler.awaitIdle(millis / WAIT_PART);
    }
  }
}
