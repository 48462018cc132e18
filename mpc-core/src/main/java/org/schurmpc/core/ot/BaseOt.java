package org.schurmpc.core.ot;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.PeerCheated.Check;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.session.Session;

/**
 * Base oblivious transfer of random keys: for each i the sender gets two keys, the receiver the one
 * of them that its choice bit names. The one-round endemic OT of Masny and Rindal (CCS 2019, eprint
 * 2019/706) from Diffie-Hellman over ristretto255, malicious security with random oracles.
 *
 * <p>Endemic means that a cheating party may determine its own keys, as far as the other's leave
 * them open: a cheating sender both, a cheating receiver the one that it chose. So keys are only
 * good for what asks no more of them, as the seeds of an OT extension do. A message that is changed
 * into another valid one goes unnoticed and makes keys that don't match.
 *
 * <p>One round of 32 bytes from sender to receiver and 64 bytes for each transfer from receiver to
 * sender. The parties call matching methods in the same order.
 */
public final class BaseOt {
  /** The length of a key. */
  public static final int KEY_BYTES = 16;

  private static final String LABEL = "base OT";

  private BaseOt() {}

  /**
   * The sender's part of {@code n} transfers.
   *
   * @return 2n keys of {@value #KEY_BYTES} bytes: that for choice b of transfer i is key 2i + b
   * @throws PeerCheated with {@link Check#MALFORMED} if the peer sent what encodes no group element
   *     or the neutral one
   */
  public static byte[] send(Session session, int n) throws MpcException {
    requirePositive(n);
    BaseOtHash hash = hash(session, session.nextNumber(LABEL), session.party());
    try (BaseOtSender sender = new BaseOtSender(hash, session.random())) {
      byte[] in = new byte[BaseOtReceiver.messageBytes(n)];
      session.exchange(sender.message(), 0, BaseOtSender.MESSAGE_BYTES, in, 0, in.length);
      return session.enforce(() -> sender.keys(in, 0, n));
    }
  }

  /**
   * The receiver's part of {@code n} transfers.
   *
   * @param choices the choice bits; bit i is bit i % 64 of word i / 64
   * @return n keys of {@value #KEY_BYTES} bytes
   * @throws PeerCheated with {@link Check#MALFORMED} if the peer sent what encodes no group element
   *     or the neutral one
   */
  public static byte[] receive(Session session, long[] choices, int n) throws MpcException {
    requireChoices(choices, n);
    BaseOtHash hash = hash(session, session.nextNumber(LABEL), session.peer());
    try (BaseOtReceiver receiver = new BaseOtReceiver(hash, choices, n, session.random())) {
      byte[] in = new byte[BaseOtSender.MESSAGE_BYTES];
      byte[] out = receiver.message();
      session.exchange(out, 0, out.length, in, 0, in.length);
      return session.enforce(() -> receiver.keys(in, 0));
    }
  }

  /**
   * {@code n} transfers each way, in the same round.
   *
   * @param choices the choice bits of the transfers that this party receives, as in {@link
   *     #receive}
   * @throws PeerCheated with {@link Check#MALFORMED} if the peer sent what encodes no group element
   *     or the neutral one
   */
  public static BaseOtKeys exchange(Session session, long[] choices, int n) throws MpcException {
    requireChoices(choices, n);
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

  private static BaseOtKeys keys(BaseOtSender sender, BaseOtReceiver receiver, byte[] in, int n)
      throws PeerCheated {
    byte[] sent = sender.keys(in, BaseOtSender.MESSAGE_BYTES, n);
    BaseOtKeys keys = null;
    try {
      keys = new BaseOtKeys(sent, receiver.keys(in, 0));
      return keys;
    } finally {
      if (keys == null) {
        Secrets.wipe(sent);
      }
    }
  }

  /** The hash of the transfers that one party sends in one run. */
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
