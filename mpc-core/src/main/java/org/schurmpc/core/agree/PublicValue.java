package org.schurmpc.core.agree;

import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.session.Session;

/**
 * Whether both parties hold the same public value; one round. This finds mistakes: a peer that lies
 * about its value, or echoes, passes.
 */
public final class PublicValue {
  private PublicValue() {}

  /**
   * Compares hashes of a public value (never of a secret one: the peer could search it).
   *
   * @param what the value's name, for the message
   * @param digest a hash of this party's value
   * @throws Disagreement if the peer's hash differs
   */
  public static void requireEqual(Session session, String what, byte[] digest) throws MpcException {
    byte[] mine = session.hash("public value").add(what).add(digest).digest();
    if (!Secrets.equal(session.exchange(mine), mine)) {
      throw new Disagreement("the parties differ in " + what);
    }
  }
}
