package org.schurmpc.core.agree;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.session.Session;

/**
 * Tosses random values that neither party controls: each party commits to a random value, then both
 * open, and the values are XORed (Blum's coin toss). Malicious security with abort; two rounds and
 * 64 + n bytes each way for n tossed bytes. A peer that dislikes the value can still disconnect. In
 * {@link #toss} this counts as a failed check, because the peer could otherwise come back with the
 * same material for another challenge; in {@link #tossUnjudged} it is a lost connection.
 *
 * <p>A challenge is tossed only after everything that it tests is fixed.
 */
public final class CoinToss {
  private final Session session;
  private final CommittedExchange exchange;

  public CoinToss(Session session) {
    this.session = session;
    this.exchange = new CommittedExchange(session);
  }

  /**
   * Tosses {@code nBytes} bytes, at least one.
   *
   * @param label the purpose of the value, equal at both parties
   * @throws PeerCheated with {@link Check#COMMITMENT} if the peer's opening does not match its
   *     commitment, or if the peer leaves after this party has opened
   */
  public byte[] toss(String label, int nBytes) throws MpcException {
    Under under = begin(label, nBytes);
    byte[] theirCommitment = session.exchange(under.commitment());
    byte[][] tossed = new byte[1][];
    session.judge(
        Check.COMMITMENT,
        "a coin toss for " + label,
        () -> tossed[0] = under.end(theirCommitment, session.exchange(under.opening())));
    return tossed[0];
  }

  /**
   * Tosses {@code nBytes} bytes like {@link #toss}, but a peer that leaves instead of opening has
   * failed no check: keys and material stay in use. Only for a value that gains nothing if it is
   * tossed again for the same material, or whose next message is not judged, so that the peer could
   * leave there as well.
   *
   * @throws PeerCheated with {@link Check#COMMITMENT} if the peer's opening does not match its
   *     commitment
   */
  public byte[] tossUnjudged(String label, int nBytes) throws MpcException {
    Under under = begin(label, nBytes);
    byte[] theirCommitment = session.exchange(under.commitment());
    return under.end(theirCommitment, session.exchange(under.opening()));
  }

  /**
   * Starts a toss whose messages the caller moves, for example with many peers at once: first the
   * commitments, then the openings, in a {@link Session#judge} unless {@link #tossUnjudged} would
   * do.
   */
  public Under begin(String label, int nBytes) {
    if (nBytes < 1) {
      throw new IllegalArgumentException("a toss of " + nBytes + " bytes");
    }
    long counter = session.nextNumber("coin toss");
    byte[] value = new byte[nBytes];
    session.random().nextBytes(value);
    return new Under(value, exchange.begin(label, counter, value, "coin toss for " + label));
  }

  /** Represents a toss under way. */
  public static final class Under {
    private final byte[] value;
    private final CommittedExchange.Under exchange;

    private Under(byte[] value, CommittedExchange.Under exchange) {
      this.value = value;
      this.exchange = exchange;
    }

    /** Returns the first message to send. The peer's message has the same length. */
    public byte[] commitment() {
      return exchange.commitment();
    }

    /**
     * Returns the message to send after the peer's commitment has arrived. The peer's message has
     * the same length.
     */
    public byte[] opening() {
      return exchange.opening();
    }

    /**
     * Returns the tossed value.
     *
     * @throws PeerCheated with {@link Check#COMMITMENT} if the peer's opening does not match its
     *     commitment
     */
    public byte[] end(byte[] theirCommitment, byte[] theirOpening) throws MpcException {
      byte[] theirValue = exchange.end(theirCommitment, theirOpening);
      byte[] tossed = value.clone();
      for (int i = 0; i < tossed.length; i++) {
        tossed[i] ^= theirValue[i];
      }
      return tossed;
    }
  }
}
