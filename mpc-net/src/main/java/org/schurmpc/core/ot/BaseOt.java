package org.schurmpc.core.ot;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.session.BaseOts;
import org.schurmpc.core.session.Session;

/**
 * Performs base oblivious transfer of random keys: for each i the sender gets two keys, and the
 * receiver gets the key selected by its choice bit. The protocol is the one-round endemic OT of
 * Masny and Rindal (CCS 2019, eprint 2019/706) from Diffie-Hellman over ristretto255, with
 * malicious security in the random oracle model.
 *
 * <p>Endemic means that a cheating party may determine its own keys, as far as the other party's
 * keys leave them open: a cheating sender both, a cheating receiver the one that it chose. So keys
 * may only be used where this suffices, such as for the seeds of an OT extension. If a message is
 * changed into another valid one, the change goes unnoticed and the parties' keys do not match.
 *
 * <p>One round of 32 bytes from sender to receiver and 64 bytes for each transfer from receiver to
 * sender. The parties call matching methods in the same order.
 */
public final class BaseOt {
  /** Length of a key in bytes. */
  public static final int KEY_BYTES = 16;

  /** The transfers over ristretto255, which every session has but those of tests. */
  static final BaseOts OVER_RISTRETTO = new OverRistretto();

  private static final String LABEL = "base OT";

  private BaseOt() {}

  /**
   * Performs the sender's part of {@code n} transfers.
   *
   * @return 2n keys of {@value #KEY_BYTES} bytes: the key for choice b of transfer i is key 2i + b
   * @throws PeerCheated with {@link Check#MALFORMED} if the peer sent bytes that encode no group
   *     element, or the neutral element
   */
  public static byte[] send(Session session, int n) throws MpcException {
    requirePositive(n);
    return of(session).send(session, n);
  }

  /**
   * Performs the receiver's part of {@code n} transfers.
   *
   * @param choices the choice bits; bit i is bit i % 64 of word i / 64
   * @return n keys of {@value #KEY_BYTES} bytes
   * @throws PeerCheated with {@link Check#MALFORMED} if the peer sent bytes that encode no group
   *     element, or the neutral element
   */
  public static byte[] receive(Session session, long[] choices, int n) throws MpcException {
    requireChoices(choices, n);
    return of(session).receive(session, choices, n);
  }

  /**
   * Performs {@code n} transfers in each direction, in the same round.
   *
   * @param choices the choice bits of the transfers that this party receives, as in {@link
   *     #receive}
   * @throws PeerCheated with {@link Check#MALFORMED} if the peer sent bytes that encode no group
   *     element, or the neutral element
   */
  public static BaseOtKeys exchange(Session session, long[] choices, int n) throws MpcException {
    requireChoices(choices, n);
    byte[][] both = of(session).exchange(session, choices, n);
    return new BaseOtKeys(both[0], both[1]);
  }

  private static BaseOts of(Session session) {
    return session.otherBaseOts().orElse(OVER_RISTRETTO);
  }

  private static final class OverRistretto implements BaseOts {
    @Override
    public byte[] send(Session session, int n) throws MpcException {
      BaseOtHash hash = hash(session, session.nextNumber(LABEL), session.party());
      try (BaseOtSender sender = new BaseOtSender(hash, session.random())) {
        byte[] in = new byte[BaseOtReceiver.messageBytes(n)];
        session.exchange(sender.message(), 0, BaseOtSender.MESSAGE_BYTES, in, 0, in.length);
        return session.enforce(() -> sender.keys(in, 0, n));
      }
    }

    @Override
    public byte[] receive(Session session, long[] choices, int n) throws MpcException {
      BaseOtHash hash = hash(session, session.nextNumber(LABEL), session.peer());
      try (BaseOtReceiver receiver = new BaseOtReceiver(hash, choices, n, session.random())) {
        byte[] in = new byte[BaseOtSender.MESSAGE_BYTES];
        byte[] out = receiver.message();
        session.exchange(out, 0, out.length, in, 0, in.length);
        return session.enforce(() -> receiver.keys(in, 0));
      }
    }

    @Override
    public byte[][] exchange(Session session, long[] choices, int n) throws MpcException {
      long number = session.nextNumber(LABEL);
      BaseOtHash sending = hash(session, number, session.party());
      BaseOtHash receiving = hash(session, number, session.peer());
      try (BaseOtSender sender = new BaseOtSender(sending, session.random());
          BaseOtReceiver receiver = new BaseOtReceiver(receiving, choices, n, session.random())) {
        byte[] out = new byte[BaseOtSender.MESSAGE_BYTES + BaseOtReceiver.messageBytes(n)];
        System.arraycopy(sender.message(), 0, out, 0, BaseOtSender.MESSAGE_BYTES);
        byte[] choosing = receiver.message();
        System.arraycopy(choosing, 0, out, BaseOtSender.MESSAGE_BYTES, choosing.length);
        byte[] in = session.exchange(out);
        return session.enforce(() -> keys(sender, receiver, in, n));
      }
    }

    private static byte[][] keys(BaseOtSender sender, BaseOtReceiver receiver, byte[] in, int n)
        throws PeerCheated {
      byte[] sent = sender.keys(in, BaseOtSender.MESSAGE_BYTES, n);
      byte[] received = null;
      try {
        received = receiver.keys(in, 0);
        return new byte[][] {sent, received};
      } finally {
        if (received == null) {
          Secrets.wipe(sent);
        }
      }
    }
  }

  /** Returns the hash of the transfers that one party sends in one run. */
  static BaseOtHash hash(Session session, long number, int sender) {
    return new BaseOtHash(session.hash(LABEL).add(number).add(sender).digest());
  }

  private static void requirePositive(int n) {
    if (n < 1) {
      throw new IllegalArgumentException(n + " base OTs");
    }
  }

  private static void requireChoices(long[] choices, int n) {
    requirePositive(n);
    if ((long) choices.length * Long.SIZE < n) {
      throw new IllegalArgumentException(choices.length + " words of choices for " + n + " OTs");
    }
  }
}
