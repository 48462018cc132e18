package org.schurmpc.core.agree;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.Commitment;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.session.Session;

/**
 * An exchange of values of one length, where neither party's depends on the other's: each commits
 * to its own, then both open. Two rounds.
 */
final class CommittedExchange {
  private final Session session;

  CommittedExchange(Session session) {
    this.session = session;
  }

  /**
   * Returns the peer's value.
   *
   * @param scope what the commitments are for, on whatever connection
   * @param counter tells apart all exchanges of a scope and connection
   * @param description of the exchange, if its check fails
   * @throws PeerCheated with {@link Check#COMMITMENT} if the peer opens to something else than it
   *     committed to
   */
  byte[] exchange(String scope, long counter, byte[] value, String description)
      throws MpcException {
    byte[] randomness = Commitment.randomness(session.random());
    byte[] theirCommitment =
        session.exchange(commitment(scope, session.party(), counter, value, randomness));

    byte[] opening = Arrays.copyOf(value, value.length + randomness.length);
    System.arraycopy(randomness, 0, opening, value.length, randomness.length);
    byte[] theirs = session.exchange(opening);
    byte[] theirValue = Arrays.copyOf(theirs, value.length);
    byte[] theirRandomness = Arrays.copyOfRange(theirs, value.length, theirs.length);
    byte[] expected = commitment(scope, session.peer(), counter, theirValue, theirRandomness);
    session.require(Secrets.equal(theirCommitment, expected), Check.COMMITMENT, description);
    return theirValue;
  }

  private byte[] commitment(
      String scope, int party, long counter, byte[] value, byte[] randomness) {
    String onConnection = scope + " on " + session.channelNumber();
    return Commitment.commit(session.sid(), onConnection, party, counter, value, randomness);
  }
}
