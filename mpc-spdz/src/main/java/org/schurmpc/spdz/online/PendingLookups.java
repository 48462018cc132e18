package org.schurmpc.spdz.online;

import org.schurmpc.core.abort.MpcException;

/** Lookups that were started: their masked indices are under way. */
@FunctionalInterface
interface PendingLookups {
  /** Receives the masked indices of all parties, and writes the outputs. */
  void stop() throws MpcException;
}
