package org.schurmpc.core.session;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.net.Network;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serialises the checks of a session and all its forks: after the first failure, no check passes
 * and nothing is sent. Otherwise a peer that cheats on many connections at once would learn from
 * each of them whether its guess about the keys that all of them share was right.
 *
 * <p>Listeners have discarded everything that a failed check discards before its exception is
 * thrown, and before any other thread of the session learns of the failure.
 */
final class Verdicts {
  private static final Logger LOG = LoggerFactory.getLogger(Verdicts.class);

  /** Maximum time for which the end of the program waits for a verdict. */
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final List<VerdictListener> listeners = new ArrayList<>();
  private final List<VerdictGroup> groups = new CopyOnWriteArrayList<>();
  private final Set<Network> open = ConcurrentHashMap.newKeySet();
  private final EndOfProgram end = new EndOfProgram(LIMIT);
  private int pending;
  private boolean failed;

  /** Notes that connections of the session, or of a fork, are open. */
  void opened(Network network) {
    open.add(network);
  }

  /** Notes that connections were closed. */
  void closed(Network network) {
    open.remove(network);
  }

  /** Returns whether the connections of the session and of all its forks were closed. */
  boolean ended() {
    return open.isEmpty();
  }

  /** Adds a listener and notifies it of the current state of the checks. */
  synchronized void add(VerdictListener listener) throws MpcException {
    if (listeners.contains(listener)) {
      return;
    }
    if (failed) {
      listener.failed();
    } else if (pending > 0) {
      end.delay();
      listener.pending();
    }
    listeners.add(listener);
  }

  /** Joins a group of sessions; if a check of this session has failed already, the group ends. */
  synchronized void join(VerdictGroup group) {
    if (failed) {
      group.fail();
    }
    if (!groups.contains(group)) {
      groups.add(group);
    }
  }

  /** Adds a listener that does not record pending checks. */
  synchronized void addInMemory(VerdictListener listener) {
    if (failed) {
      listener.failed();
    }
    listeners.add(listener);
  }

  /** Removes a listener. A listener that is not present is ignored. */
  synchronized void remove(VerdictListener listener) {
    listeners.remove(listener);
  }

  /** Reports the outcome of a check. */
  synchronized void require(boolean holds, PeerCheated.Check check, String where)
      throws PeerCheated, ConnectionLost {
    requireNoneFailed();
    if (!holds) {
      throw fail(new PeerCheated(check, where));
    }
  }

  /** Reports a check that has no verdict, since a peer left. */
  synchronized void left(PeerCheated.Check check, String where) throws PeerCheated, ConnectionLost {
    requireNoneFailed();
    throw fail(PeerCheated.left(check, where));
  }

  /** Ends the session and returns the reason. */
  synchronized PeerCheated fail(PeerCheated reason) {
    if (!failed) {
      failed = true;
      groups.forEach(VerdictGroup::fail);
      for (VerdictListener listener : listeners) {
        try {
          listener.failed();
        } catch (RuntimeException e) {
          // The other listeners are notified even so, and the check stays the reason that is
          // thrown.
          reason.addSuppressed(e);
          LOG.error("what a failed check discards could not be discarded", e);
        }
      }
    }
    end.release();
    return reason;
  }

  /** Runs a part of the protocol, and ends the session if the part detects a failed check. */
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
    for (VerdictGroup group : groups) {
      if (group.failed()) {
        throw new ConnectionLost("a check of another session with the same keys failed");
      }
    }
  }

  /** Begins a judgement that ends with {@link #settle} or with a failed check. */
  synchronized void begin() throws MpcException {
    requireNoneFailed();
    if (pending == 0 && !listeners.isEmpty()) {
      end.delay();
      int told = 0;
      try {
        for (; told < listeners.size(); told++) {
          listeners.get(told).pending();
        }
      } finally {
        if (told < listeners.size()) {
          listeners.subList(0, told).forEach(VerdictListener::passed); // nothing has been sent
          end.release();
        }
      }
    }
    pending++;
  }

  /** Ends a judgement begun by {@link #begin}, without a failed check. */
  synchronized void settle() {
    pending--;
    if (pending == 0 && !failed) {
      listeners.forEach(VerdictListener::passed);
    }
    if (pending == 0) {
      end.release();
    }
  }
}
