package org.schurmpc.minimac.online;

import org.schurmpc.core.abort.MpcException;

/** Re-encoding of opened words sigma* of C* to sigma of C with equal data. */
interface Reencoding {
  /**
   * Re-encodes words in place.
   *
   * @param words {@code count} words that were opened to all players
   */
  void reencode(long[] words, int count) throws MpcException;

  /** Wipes all secrets. */
  void wipe();
}
