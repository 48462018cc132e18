package org.schurmpc.core.mac;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.session.Session;

/**
 * Performs a {@link MacCheck} with each peer, all at once: one round if all intervals are short,
 * otherwise three, for any number of parties. A party that delays the others delays all of them
 * alike.
 */
public final class MacChecks {
  private final Session session;
  private final int[] peers;
  private final MacCheck[] checks; // by peer

  /**
   * Creates a check with each peer.
   *
   * @param session the session of all parties
   * @param capacity the initial capacity of each log, in words
   */
  public MacChecks(Session session, int capacity) {
    this.session = session;
    this.peers = session.peers();
    this.checks = new MacCheck[session.parties()];
    for (int peer : peers) {
      Session pair = session.pair(peer);
      checks[peer] = new MacCheck(pair, new CoinToss(pair), capacity);
    }
  }

  /** Returns the log of MACs that this party holds for the values that it sent to a peer. */
  public MacLog held(int peer) {
    return checks[peer].held();
  }

  /**
   * Returns the log of MACs computed from this party's keys for the values that it received from a
   * peer.
   */
  public MacLog expected(int peer) {
    return checks[peer].expected();
  }

  /**
   * Returns the number of words that were logged and not yet checked with the peer for which it is
   * largest.
   */
  public int pending() {
    int most = 0;
    for (int peer : peers) {
      most = Math.max(most, checks[peer].pending());
    }
    return most;
  }

  /**
   * Compares everything logged since the last check. If nothing is pending, nothing is sent. All
   * parties call this method at the same points.
   *
   * @throws PeerCheated as in {@link MacCheck#check}
   */
  public void check() throws MpcException {
    if (peers.length == 1) {
      checks[peers[0]].check();
      return;
    }
    if (pending() == 0) {
      for (int peer : peers) {
        checks[peer].check(); // checks that none has failed
      }
      return;
    }
    byte[][] keys = toss();
    byte[][] proofs = new byte[checks.length][];
    int[] lengths = new int[checks.length];
    for (int peer : peers) {
      if (checks[peer].pending() > 0) {
        proofs[peer] = checks[peer].begin(keys[peer]);
        lengths[peer] = FieldHash.BYTES;
      }
    }
    byte[][] theirs = exchange(proofs, lengths);
    for (int peer : peers) {
      if (lengths[peer] > 0) {
        checks[peer].end(theirs[peer]);
      }
    }
  }

  /** Tosses a key with each peer whose interval is long. */
  private byte[][] toss() throws MpcException {
    byte[][] keys = new byte[checks.length][];
    Arrays.fill(keys, MacCheck.noKey());
    if (Arrays.stream(peers).noneMatch(peer -> checks[peer].isLong())) {
      return keys;
    }
    CoinToss.Under[] tosses = new CoinToss.Under[checks.length];
    byte[][] out = new byte[checks.length][];
    int[] lengths = new int[checks.length];
    for (int peer : peers) {
      if (checks[peer].isLong()) {
        tosses[peer] = checks[peer].beginToss();
        out[peer] = tosses[peer].commitment();
        lengths[peer] = out[peer].length;
      }
    }
    byte[][] commitments = exchange(out, lengths);
    for (int peer : peers) {
      if (tosses[peer] != null) {
        out[peer] = tosses[peer].opening();
        lengths[peer] = out[peer].length;
      }
    }
    byte[][] openings = exchange(out, lengths);
    for (int peer : peers) {
      if (tosses[peer] != null) {
        keys[peer] = tosses[peer].end(commitments[peer], openings[peer]);
      }
    }
    return keys;
  }

  /** Exchanges messages with all peers. The messages to and from a peer have one length. */
  private byte[][] exchange(byte[][] out, int[] lengths) throws MpcException {
    byte[][] in = new byte[checks.length][];
    Arrays.setAll(in, peer -> new byte[lengths[peer]]);
    session.exchangeAll(out, lengths, in, lengths);
    return in;
  }

  /** Wipes the logs. */
  public void wipe() {
    for (int peer : peers) {
      checks[peer].wipe();
    }
  }
}
