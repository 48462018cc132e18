package org.schurmpc.core.agree;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.session.Session;

/**
 * Checks that both parties hold the same secret: each party commits to a digest of its own secret,
 * then both open and compare. Malicious security with abort; two rounds, {@value FieldHash#BYTES}
 * and 64 bytes each way.
 *
 * <p>Neither party learns the other's digest before its own is fixed, so a party that does not know
 * the other's secret passes only by guessing it. A failed check reveals the digest: the compared
 * secrets and the keys behind them must be discarded then.
 */
public final class EqualityCheck {
  private final Session session;
  private final CommittedExchange exchange;

  public EqualityCheck(Session session) {
    this.session = session;
    this.exchange = new CommittedExchange(session);
  }

  /**
   * Compares digests.
   *
   * @param label names what is compared, equal at both parties
   * @param digest {@value FieldHash#BYTES} bytes: a hash of everything that must be equal
   * @throws PeerCheated with {@link Check#COMMITMENT} if the peer's opening does not match its
   *     commitment; with {@link Check#EQUALITY} if its digest differs, or if the peer leaves after
   *     this party's digest was opened
   */
  public void requireEqual(String label, byte[] digest) throws MpcException {
    if (digest.length != FieldHash.BYTES) {
      throw new IllegalArgumentException("a digest has 32 bytes, not " + digest.length);
    }
    long counter = session.nextNumber("equality check");
    String scope = "equality of " + label;
    exchange.exchange(
        scope,
        counter,
        digest,
        scope,
        Check.EQUALITY,
        theirs -> session.require(Secrets.equal(theirs, digest), Check.EQUALITY, label));
  }
}
