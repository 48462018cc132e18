package org.schurmpc.core.session;

import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.PeerCheated;

/**
 * The checks of a session and all its forks, one after the other: after the first one that fails,
 * none passes and nothing is sent. Otherwise a peer that cheats on many connections at once would
 * learn from each of them whether it guessed right, of keys that all of them share.
 */
final class Verdicts {
  private boolean failed;

  synchronized void require(boolean holds, PeerCheated.Check check, String where)
      throws PeerCheated, ConnectionLost {
    requireNoneFailed();
    if (!holds) {
      failed = true;
      throw new PeerCheated(check, where);
    }
  }

  synchronized void requireNoneFailed() throws ConnectionLost {
    if (failed) {
      throw new ConnectionLost("a check of this session failed, which ended it");
    }
  }
}
