package org.schurmpc.core.session;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The checks of a session and all its forks, one after the other: after the first one that fails,
 * none passes and nothing is sent. Otherwise a peer that cheats on many connections at once would
 * learn from each of them whether it guessed right, of keys that all of them share.
 *
 * <p>Listeners have discarded what a failed check discards before its exception is thrown, and
 * before any other thread of the session learns of it.
 */
final class Verdicts {
  private static final Logger LOG = LoggerFactory.getLogger(Verdicts.class);

  private final List<VerdictListener> listeners = new ArrayList<>();
  private int pending;
  private boolean failed;

  /** Adds a listener, and tells it where the checks stand. */
  synchronized void add(VerdictListener listener) throws MpcException {
    if (listeners.contains(listener)) {
      return;
    }
    if (failed) {
      listener.failed();
    } else if (pending > 0) {
      listener.pending();
    }
    listeners.add(listener);
  }

  /** Adds a listener that has nothing to note of pending checks. */
  synchronized void addInMemory(VerdictListener listener) {
    if (failed) {
      listener.failed();
    }
    listeners.add(listener);
  }

  /** Removes a listener; one that is not there is ignored. */
  synchronized void remove(VerdictListener listener) {
    listeners.remove(listener);
  }

  /** Says how a check ended. */
  synchronized void require(boolean holds, PeerCheated.Check check, String where)
      throws PeerCheated, ConnectionLost {
    requireNoneFailed();
    if (!holds) {
      throw fail(new PeerCheated(check, where));
    }
  }

  /** Ends the session, and returns the reason. */
  synchronized PeerCheated fail(PeerCheated reason) {
    if (!failed) {
      failed = true;
      for (VerdictListener listener : listeners) {
        try {
          listener.failed();
        } catch (RuntimeException e) {
          // The others are told all the same, and the reason that is thrown stays the check's.
          reason.addSuppressed(e);
          LOG.error("what a failed check discards could not be discarded", e);
        }
      }
    }
    return reason;
  }

  /** Ends the session if a part of the protocol finds that a check failed. */
  <T> T enforce(Session.Part<T> part) throws MpcException {
    try {
      return part.run();
    } catch (PeerCheated e) {
      throw fail(e);
    }
  }

  synchronized void requireNoneFailed() throws ConnectionLost {
    if (failed) {
      throw new ConnectionLost("a check of this session failed, which ended it");
    }
  }

  /** Begins what ends with {@link #settle} or with a failed check. */
  synchronized void begin() throws MpcException {
    requireNoneFailed();
    if (pending == 0) {
      int told = 0;
      try {
        for (; told < listeners.size(); told++) {
          listeners.get(told).pending();
        }
      } finally {
        if (told < listeners.size()) {
          listeners.subList(0, told).forEach(VerdictListener::passed); // nothing has left
        }
      }
    }
    pending++;
  }

  /** Ends what {@link #begin} began, without a failed check. */
  synchronized void settle() {
    pending--;
    if (pending == 0 && !failed) {
      listeners.forEach(VerdictListener::passed);
    }
  }
}
