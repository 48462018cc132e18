package org.schurmpc.core.agree;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.Commitment;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.session.Session;

/**
 * Exchanges values of all parties such that none depends on another party's value: each party
 * commits to its own value, then all open. Two rounds, among two or more parties. Commitments and
 * openings are broadcast: they are added to the log of a {@link BroadcastCheck}, which the caller
 * performs before anything is output.
 *
 * <p>A commitment names its party, its purpose and its number, so that no commitment can be copied
 * or replayed.
 */
public final class CommittedBroadcast {
  private final Session session;
  private final BroadcastCheck broadcasts;

  public CommittedBroadcast(Session session, BroadcastCheck broadcasts) {
    this.session = session;
    this.broadcasts = broadcasts;
  }

  /**
   * Sends a value to every party and returns the values of all.
   *
   * @param scope the purpose of the values, equal at all parties
   * @param value of the same length at all parties
   * @return the values by party
   * @throws PeerCheated with {@link Check#COMMITMENT} if a peer's opening does not match its
   *     commitment, or if a peer leaves after this party has opened
   */
  public byte[][] exchange(String scope, byte[] value) throws MpcException {
    return exchange(scope, value, Check.COMMITMENT);
  }

  /**
   * Sends a value that is part of a check to every party and returns the values of all.
   *
   * @param leaving the check that fails, in place of {@link Check#COMMITMENT}, if a peer leaves
   *     after this party has opened
   */
  public byte[][] exchange(String scope, byte[] value, Check leaving) throws MpcException {
    return commit(scope, value).open(leaving);
  }

  /**
   * Commits to a value that is opened later; one round.
   *
   * @param scope the purpose of the values, equal at all parties
   * @param value of the same length at all parties
   */
  public Under commit(String scope, byte[] value) throws MpcException {
    Under under = new Under(scope, value);
    boolean committed = false;
    try {
      under.commitments = broadcast(under.commitment);
      committed = true;
      return under;
    } finally {
      if (!committed) {
        under.wipe();
      }
    }
  }

  /** Holds the commitments of all parties, and this party's opening. */
  public final class Under {
    private final String scope;
    private final String label;
    private final long counter;
    private final int length;
    private final byte[] commitment;
    private final byte[] opening;
    private byte[][] commitments; // by party, once they have been exchanged

    private Under(String scope, byte[] value) {
      this.scope = scope;
      this.label = scope + " on " + session.channelNumber();
      this.counter = session.nextNumber(scope);
      this.length = value.length;
      byte[] randomness = Commitment.randomness(session.random());
      this.opening = Arrays.copyOf(value, length + randomness.length);
      System.arraycopy(randomness, 0, opening, length, randomness.length);
      this.commitment = commitment(session.party(), value, randomness);
    }

    private byte[] commitment(int party, byte[] value, byte[] randomness) {
      return Commitment.commit(session.sid(), label, party, counter, value, randomness);
    }

    /**
     * Opens this party's value, and returns the values of all; one round.
     *
     * @param leaving the check that fails if a peer leaves after this party has opened
     * @return the values by party
     * @throws PeerCheated with {@link Check#COMMITMENT} if a peer's opening does not match its
     *     commitment
     */
    public byte[][] open(Check leaving) throws MpcException {
      byte[][] values = new byte[session.parties()][];
      values[session.party()] = Arrays.copyOf(opening, length);
      session.judge(leaving, scope, () -> receive(values));
      return values;
    }

    /** Opens values of which nothing is at stake if a peer leaves. */
    private byte[][] openUnjudged() throws MpcException {
      byte[][] values = new byte[session.parties()][];
      values[session.party()] = Arrays.copyOf(opening, length);
      receive(values);
      return values;
    }

    private void receive(byte[][] values) throws MpcException {
      byte[][] openings = broadcast(opening);
      boolean all = true;
      for (int peer : session.peers()) {
        values[peer] = Arrays.copyOf(openings[peer], length);
        byte[] randomness = Arrays.copyOfRange(openings[peer], length, opening.length);
        byte[] expected = commitment(peer, values[peer], randomness);
        all &= Secrets.equal(expected, commitments[peer]);
      }
      session.require(all, Check.COMMITMENT, scope);
    }

    /** Wipes this party's value. */
    public void wipe() {
      Secrets.wipe(opening);
    }
  }

  /**
   * Sends public bytes to every party and returns those of all; one logged round.
   *
   * @param mine of the same length at all parties; not copied
   * @return the bytes by party
   */
  public byte[][] broadcast(byte[] mine) throws MpcException {
    byte[][] all = session.exchangeAll(mine);
    for (int party = 0; party < all.length; party++) {
      broadcasts.log(party, all[party], all[party].length);
    }
    return all;
  }

  /**
   * Begins a toss whose commitments travel with other messages of the caller. A peer that leaves
   * instead of opening has failed no check: only for tosses that gain nothing if they are repeated
   * with other values under the same keys.
   *
   * @param label the purpose of the bytes, equal at all parties
   */
  public Toss beginToss(String label, int nBytes) {
    byte[] value = new byte[nBytes];
    session.random().nextBytes(value);
    try {
      return new Toss(new Under(label, value));
    } finally {
      Secrets.wipe(value);
    }
  }

  /** Represents a toss to whose value this party is committed. */
  public final class Toss {
    private final Under under;

    private Toss(Under under) {
      this.under = under;
    }

    /** Returns a copy of this party's commitment, {@value Commitment#BYTES} bytes, to broadcast. */
    public byte[] commitment() {
      return under.commitment.clone();
    }

    /**
     * Opens, and returns the XOR of the values of all parties; one logged round. Called once the
     * commitments of all parties, and everything that the toss tests, have arrived.
     *
     * @param commitments by party
     * @throws org.schurmpc.core.abort.PeerCheated with {@link Check#COMMITMENT} if a peer's opening
     *     does not match its commitment
     */
    public byte[] end(byte[][] commitments) throws MpcException {
      under.commitments = commitments;
      byte[][] values = new byte[session.parties()][];
      values[session.party()] = Arrays.copyOf(under.opening, under.length);
      under.receive(values);
      byte[] tossed = new byte[under.length];
      for (byte[] each : values) {
        for (int i = 0; i < tossed.length; i++) {
          tossed[i] ^= each[i];
        }
      }
      return tossed;
    }

    /** Wipes this party's value. */
    public void wipe() {
      under.wipe();
    }
  }

  /**
   * Tosses {@code nBytes} bytes that no party controls as long as one is honest: the XOR of values
   * of all parties. A challenge is tossed only after everything that it tests is fixed.
   *
   * @param label the purpose of the bytes, equal at all parties
   */
  public byte[] toss(String label, int nBytes) throws MpcException {
    return sum(commitForToss(label, nBytes).open(Check.COMMITMENT));
  }

  /**
   * Tosses {@code nBytes} bytes like {@link #toss}, but a peer that leaves instead of opening has
   * failed no check. Only where {@link CoinToss#tossUnjudged} would do.
   *
   * @param label the purpose of the bytes, equal at all parties
   * @throws PeerCheated with {@link Check#COMMITMENT} if a peer's opening does not match its
   *     commitment
   */
  public byte[] tossUnjudged(String label, int nBytes) throws MpcException {
    return sum(commitForToss(label, nBytes).openUnjudged());
  }

  private Under commitForToss(String label, int nBytes) throws MpcException {
    byte[] value = new byte[nBytes];
    session.random().nextBytes(value);
    return commit("coin toss for " + label, value);
  }

  private static byte[] sum(byte[][] values) {
    byte[] sum = new byte[values[0].length];
    for (byte[] each : values) {
      for (int i = 0; i < sum.length; i++) {
        sum[i] ^= each[i];
      }
    }
    return sum;
  }
}
