package org.schurmpc.core.session;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.crypto.FieldHash;

/**
 * Base OTs without security, for tests of what is built on them: both parties derive all keys from
 * the session and the messages. Messages have the lengths and the round of those over ristretto255;
 * a changed message makes keys that do not match.
 */
public final class InsecureBaseOts implements BaseOts {
  private static final int KEY = 16;
  private static final int SENDER_MESSAGE = 32;
  private static final int PAIR = 64;
  private static final String LABEL = "insecure base OT";

  @Override
  public byte[] send(Session session, int n) throws MpcException {
    long number = session.nextNumber(LABEL);
    byte[] mine = message(session, SENDER_MESSAGE);
    byte[] in = new byte[n * PAIR];
    session.exchange(mine, 0, mine.length, in, 0, in.length);
    return pairs(seed(session, number, session.party(), mine), in, 0, n);
  }

  @Override
  public byte[] receive(Session session, long[] choices, int n) throws MpcException {
    long number = session.nextNumber(LABEL);
    byte[] mine = message(session, n * PAIR);
    byte[] in = new byte[SENDER_MESSAGE];
    session.exchange(mine, 0, mine.length, in, 0, in.length);
    return chosen(pairs(seed(session, number, session.peer(), in), mine, 0, n), choices, n);
  }

  @Override
  public byte[][] exchange(Session session, long[] choices, int n) throws MpcException {
    long number = session.nextNumber(LABEL);
    byte[] mine = message(session, SENDER_MESSAGE + n * PAIR);
    byte[] in = session.exchange(mine);
    byte[] sent = pairs(seed(session, number, session.party(), mine), in, SENDER_MESSAGE, n);
    byte[] all = pairs(seed(session, number, session.peer(), in), mine, SENDER_MESSAGE, n);
    return new byte[][] {sent, chosen(all, choices, n)};
  }

  private static byte[] message(Session session, int length) {
    byte[] message = new byte[length];
    session.random().nextBytes(message);
    return message;
  }

  private static byte[] seed(Session session, long number, int sender, byte[] message) {
    byte[] ofSender = Arrays.copyOf(message, SENDER_MESSAGE);
    return session.hash(LABEL).add(number).add(sender).add(ofSender).digest();
  }

  private static byte[] pairs(byte[] seed, byte[] ofReceiver, int offset, int n) {
    byte[] keys = new byte[2 * n * KEY];
    for (int i = 0; i < n; i++) {
      int from = offset + i * PAIR;
      byte[] pair = Arrays.copyOfRange(ofReceiver, from, from + PAIR);
      byte[] both = new FieldHash(LABEL).add(seed).add(i).add(pair).digest();
      System.arraycopy(both, 0, keys, 2 * i * KEY, 2 * KEY);
    }
    return keys;
  }

  private static byte[] chosen(byte[] pairs, long[] choices, int n) {
    byte[] keys = new byte[n * KEY];
    for (int i = 0; i < n; i++) {
      int choice = (int) (choices[i / Long.SIZE] >>> i % Long.SIZE & 1);
      System.arraycopy(pairs, (2 * i + choice) * KEY, keys, i * KEY, KEY);
    }
    return keys;
  }
}
