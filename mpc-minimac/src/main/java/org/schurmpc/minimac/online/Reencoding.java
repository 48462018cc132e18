package org.schurmpc.minimac.online;

import org.schurmpc.core.abort.MpcException;

/** How opened words sigma* of C* become sigma of C with the same data. */
interface Reencoding {
  /**
   * Re-encodes words in place.
   *
   * @param words {@code count} words that all players have seen opened
   */
  void reencode(long[] words, int count) throws MpcException;

  /** Wipes what is held. */
  void wipe();
}
