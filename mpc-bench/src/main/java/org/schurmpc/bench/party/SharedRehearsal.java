package org.schurmpc.bench.party;

import org.schurmpc.core.abort.MpcException;

/**
 * The rehearsal of all sessions of a process: the first rehearses and the others wait for it, since
 * one compiler serves them all.
 */
final class SharedRehearsal {
  private boolean over;

  /** Rehearses, unless another session did. */
  synchronized void rehearse(PartyWork work) throws MpcException {
    if (!over) {
      over = true;
      work.rehearse();
    }
  }
}
