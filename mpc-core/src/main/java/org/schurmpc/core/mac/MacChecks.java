package org.schurmpc.core.mac;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.agree.CoinToss;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.session.Session;

/**
 * A {@link MacCheck} with each peer, all of them at once: one round if all intervals are short,
 * else three, however many parties there are. Whoever keeps the others waiting does so to each of
 * them.
 */
public final class MacChecks {
  private final Session session;
  private final int[] peers;
  private final MacCheck[] checks; // by peer

  /**
   * @param session of all parties
   * @param capacity words of each log to make room for at first
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

  /** The MACs that this party holds for what it sent a peer. */
  public MacLog held(int peer) {
    return checks[peer].held();
  }

  /** The MACs that this party's keys give for what it received of a peer. */
  public MacLog expected(int peer) {
    return checks[peer].expected();
  }

  /** The most words that were logged with any peer and not yet checked. */
  public int pending() {
    int most = 0;
    for (int peer : peers) {
      most = Math.max(most, checks[peer].pending());
    }
    return most;
  }

  /**
   * Compares everything logged since the last check; nothing pending costs nothing. All parties
   * call it at the same points.
   *
   * @throws PeerCheated as {@link MacCheck#check}
   */
  public void check() throws MpcException {
    if (peers.length == 1) {
      checks[peers[0]].check();
      return;
    }
    if (pending() == 0) {
      for (int peer : peers) {
        checks[peer].check(); // none has failed
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

  /** A key for each peer with whom much is pending. */
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
    session.judge(
        Check.COMMITMENT,
        "coin tosses for MAC checks",
        () -> {
          byte[][] openings = exchange(out, lengths);
          for (int peer : peers) {
            if (tosses[peer] != null) {
              keys[peer] = tosses[peer].end(commitments[peer], openings[peer]);
            }
          }
        });
    return keys;
  }

  /** What is sent to a peer is as long as what comes from it. */
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
