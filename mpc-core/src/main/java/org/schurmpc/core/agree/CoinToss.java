package org.schurmpc.core.agree;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
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
  private final CommittedExchange exchange;

  public CoinToss(Session session) {
    this.session = session;
    this.exchange = new CommittedExchange(session);
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
    byte[] theirValue = exchange.exchange(label, counter, value, "coin toss for " + label);
    for (int i = 0; i < nBytes; i++) {
      value[i] ^= theirValue[i];
    }
    return value;
  }
}
