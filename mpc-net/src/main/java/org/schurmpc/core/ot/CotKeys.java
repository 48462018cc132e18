package org.schurmpc.core.ot;

import java.security.SecureRandom;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.session.Session;

/**
 * Holds a party's result of the base OTs: for sending correlated OTs, Δ with the keys selected by
 * its complement; for receiving them, pairs of keys. Either part may be missing. The keys serve any
 * number of extensions of one session, on any number of its connections: each extension derives its
 * own keys.
 */
public final class CotKeys implements AutoCloseable {
  private final long[] delta;
  private final byte[] chosen;
  private final byte[] pairs;
  private boolean closed;

  CotKeys(long[] delta, byte[] chosen, byte[] pairs) {
    this.delta = delta;
    this.chosen = chosen;
    this.pairs = pairs;
  }

  /** Returns a uniform Δ, two longs. */
  public static long[] randomDelta(SecureRandom random) {
    return new long[] {random.nextLong(), random.nextLong()};
  }

  /**
   * Performs the base OTs of a sender of correlated OTs; the peer calls {@link #forReceiver}. One
   * round.
   *
   * @param delta two longs, copied
   */
  public static CotKeys forSender(Session session, long[] delta) throws MpcException {
    long[] choices = complement(delta);
    try {
      byte[] chosen = BaseOt.receive(session, choices, SmallField.BITS);
      return new CotKeys(delta.clone(), chosen, null);
    } finally {
      Secrets.wipe(choices);
    }
  }

  /**
   * Performs the base OTs of a receiver of correlated OTs; the peer calls {@link #forSender}. One
   * round.
   */
  public static CotKeys forReceiver(Session session) throws MpcException {
    return new CotKeys(null, null, BaseOt.send(session, SmallField.BITS));
  }

  /**
   * Performs the base OTs for correlated OTs in both directions; the peer calls this method, too.
   * One round.
   *
   * @param delta two longs, copied
   */
  public static CotKeys forBoth(Session session, long[] delta) throws MpcException {
    long[] choices = complement(delta);
    try {
      BaseOtKeys keys = BaseOt.exchange(session, choices, SmallField.BITS);
      return new CotKeys(delta.clone(), keys.received(), keys.sent());
    } finally {
      Secrets.wipe(choices);
    }
  }

  private static long[] complement(long[] delta) {
    return new long[] {~delta[0], ~delta[1]};
  }

  /** Returns a copy of Δ, two longs. */
  public long[] delta() {
    return requireSender(delta).clone();
  }

  byte[] chosen() {
    return requireSender(chosen);
  }

  byte[] pairs() {
    requireOpen();
    if (pairs == null) {
      throw new IllegalStateException("the base OTs were not made for receiving");
    }
    return pairs;
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the base OTs are closed");
    }
  }

  private <T> T requireSender(T value) {
    requireOpen();
    if (delta == null) {
      throw new IllegalStateException("the base OTs were not made for sending");
    }
    return value;
  }

  /** Wipes the keys. Extensions that have begun remain usable. */
  @Override
  public void close() {
    closed = true;
    if (delta != null) {
      Secrets.wipe(delta);
      Secrets.wipe(chosen);
    }
    if (pairs != null) {
      Secrets.wipe(pairs);
    }
  }
}
