package org.schurmpc.core.agree;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.Commitment;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.session.Session;

/**
 * Random values that neither party controls: each commits to a random value, then both open and the
 * values are XORed (Blum's coin toss). Malicious security with abort; two rounds and 64 + n bytes
 * each way for n tossed bytes. A peer that does not like the value can still hang up.
 *
 * <p>A challenge is tossed only after everything that it tests is fixed.
 */
public final class CoinToss {
  private final Session session;

  public CoinToss(Session session) {
    this.session = session;
  }

  /**
   * Tosses {@code nBytes} bytes, at least one.
   *
   * @param label what the value is for, the same at both parties
   * @throws PeerCheated with {@link Check#COMMITMENT} if the peer opens to something else
   */
  public byte[] toss(String label, int nBytes) throws MpcException {
    if (nBytes < 1) {
      throw new IllegalArgumentException("a toss of " + nBytes + " bytes");
    }
    long counter = session.nextNumber("coin toss");
    byte[] value = new byte[nBytes];
    session.random().nextBytes(value);
    byte[] randomness = Commitment.randomness(session.random());
    byte[] theirCommitment =
        session.exchange(commitment(label, session.party(), counter, value, randomness));

    byte[] opening = new byte[nBytes + randomness.length];
    System.arraycopy(value, 0, opening, 0, nBytes);
    System.arraycopy(randomness, 0, opening, nBytes, randomness.length);
    byte[] theirs = session.exchange(opening);
    byte[] theirValue = Arrays.copyOf(theirs, nBytes);
    byte[] theirRandomness = Arrays.copyOfRange(theirs, nBytes, theirs.length);
    byte[] expected = commitment(label, session.peer(), counter, theirValue, theirRandomness);
    boolean opens = Secrets.equal(theirCommitment, expected);
    session.require(opens, Check.COMMITMENT, "coin toss for " + label);
    for (int i = 0; i < nBytes; i++) {
      value[i] ^= theirValue[i];
    }
    return value;
  }

  private byte[] commitment(
      String label, int party, long counter, byte[] value, byte[] randomness) {
    String scope = label + " on " + session.channelNumber();
    return Commitment.commit(session.sid(), scope, party, counter, value, randomness);
  }
}
