package org.schurmpc.bench.party;

import org.schurmpc.core.abort.MpcException;

/**
 * Rehearses once for all sessions of a process, which share the JIT compiler: the first session
 * rehearses, and the others wait.
 */
final class SharedRehearsal {
  private boolean over;

  /** Rehearses, unless another session has done so. */
  synchronized void rehearse(PartyWork work) throws MpcException {
    if (!over) {
      over = true;
      work.rehearse();
    }
  }
}
