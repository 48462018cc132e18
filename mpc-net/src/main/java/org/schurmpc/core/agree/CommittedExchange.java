package org.schurmpc.core.agree;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.Commitment;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.session.Session;

/**
 * Exchanges values of one length such that neither party's value depends on the other's: each party
 * commits to its own value, then both open. Two rounds.
 */
final class CommittedExchange {
  private final Session session;

  CommittedExchange(Session session) {
    this.session = session;
  }

  /**
   * Starts an exchange whose messages the caller moves: first the commitments, then, in a {@link
   * Session#judge}, the openings.
   *
   * @param scope the purpose of the commitments, on any connection
   * @param counter distinguishes all exchanges of a scope and connection
   * @param description names the exchange if its check fails
   */
  Under begin(String scope, long counter, byte[] value, String description) {
    return new Under(scope, counter, value, description);
  }

  /** Represents an exchange under way. */
  final class Under {
    private final String scope;
    private final long counter;
    private final String description;
    private final byte[] commitment;
    private final byte[] opening;

    private Under(String scope, long counter, byte[] value, String description) {
      this.scope = scope;
      this.counter = counter;
      this.description = description;
      byte[] randomness = Commitment.randomness(session.random());
      this.commitment =
          CommittedExchange.this.commitment(scope, session.party(), counter, value, randomness);
      this.opening = Arrays.copyOf(value, value.length + randomness.length);
      System.arraycopy(randomness, 0, opening, value.length, randomness.length);
    }

    /** Returns the first message to send. The peer's message has the same length. */
    byte[] commitment() {
      return commitment;
    }

    /**
     * Returns the message to send after the peer's commitment has arrived. The peer's message has
     * the same length.
     */
    byte[] opening() {
      return opening;
    }

    /** Returns the peer's value. */
    byte[] end(byte[] theirCommitment, byte[] theirOpening) throws MpcException {
      int length = opening.length - Commitment.RANDOMNESS_BYTES;
      byte[] theirValue = Arrays.copyOf(theirOpening, length);
      byte[] theirRandomness = Arrays.copyOfRange(theirOpening, length, theirOpening.length);
      byte[] expected =
          CommittedExchange.this.commitment(
              scope, session.peer(), counter, theirValue, theirRandomness);
      session.require(Secrets.equal(theirCommitment, expected), Check.COMMITMENT, description);
      return theirValue;
    }
  }

  private byte[] commitment(
      String scope, int party, long counter, byte[] value, byte[] randomness) {
    String onConnection = scope + " on " + session.channelNumber();
    return Commitment.commit(session.sid(), onConnection, party, counter, value, randomness);
  }
}
