package org.schurmpc.minimac.online;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.code.Encoder;
import org.schurmpc.core.eval.OutputTarget;
import org.schurmpc.core.session.Session;
import org.schurmpc.minimac.material.AuthWord;

/**
 * Base of all openings: every party sends its shares to every other one, in messages with an equal
 * number of bytes for each word, at once or in portions. With more than two parties, values opened
 * to all are logged for comparison.
 */
abstract class ShareOpening implements Opening {
  final Session session;
  final AuthWord layout;
  final int[] peers;
  private final BroadcastCheck broadcast;
  private final byte[][] out; // by peer
  private final byte[][] in;
  private final int[] sent;
  private final int[] received;

  ShareOpening(Session session, AuthWord layout) {
    this.session = session;
    this.layout = layout;
    this.peers = session.peers();
    this.broadcast = new BroadcastCheck(session);
    int parties = session.parties();
    this.out = new byte[parties][0];
    this.in = new byte[parties][0];
    this.sent = new int[parties];
    this.received = new int[parties];
  }

  /** Returns the number of bytes sent of a word to one peer. */
  abstract int bytesOfWord(Encoder code);

  /** Returns the number of leading bytes that are equal for all peers. */
  abstract int bytesToAll(Encoder code);

  /** Writes this party's shares of the words that a peer learns. */
  abstract void put(
      int peer,
      Encoder code,
      OutputTarget[] targets,
      long[] auth,
      int offset,
      int count,
      byte[] message);

  /** Reads all peers' shares of the words that this party learns, and adds them up. */
  abstract void take(
      byte[][] messages,
      Encoder code,
      OutputTarget[] targets,
      long[] auth,
      int offset,
      int count,
      long[] opened,
      int openedOffset)
      throws MpcException;

  /** Performs deferred work, if any; called when no opening to all is outstanding. */
  void settle() throws MpcException {}

  @Override
  public final void openTo(
      Encoder code, OutputTarget[] targets, long[] auth, int count, long[] opened)
      throws MpcException {
    putAll(code, targets, auth, 0, count);
    expect(code, targets, count);
    session.exchangeAll(out, sent, in, received);
    if (targets == null) {
      log(code, count, session.party(), out[peers[0]]);
      logReceived(code, count);
    }
    take(in, code, targets, auth, 0, count, opened, 0);
    if (targets == null) {
      settle();
    }
  }

  @Override
  public final void begin() throws MpcException {
    settle();
    session.beginRound();
  }

  @Override
  public final void send(Encoder code, long[] auth, int offset, int count) throws MpcException {
    putAll(code, null, auth, offset, count);
    session.sendAll(out, sent);
    log(code, count, session.party(), out[peers[0]]);
  }

  @Override
  public final void receive(
      Encoder code, long[] auth, int offset, int count, long[] opened, int openedOffset)
      throws MpcException {
    expect(code, null, count);
    session.receiveAll(in, received);
    logReceived(code, count);
    take(in, code, null, auth, offset, count, opened, openedOffset);
  }

  private void putAll(Encoder code, OutputTarget[] targets, long[] auth, int offset, int count) {
    for (int peer : peers) {
      sent[peer] = bytes(code, targets, count, peer);
      out[peer] = room(out[peer], sent[peer]);
      put(peer, code, targets, auth, offset, count, out[peer]);
    }
  }

  /** Makes room for the peers' messages about {@code count} words. */
  private void expect(Encoder code, OutputTarget[] targets, int count) {
    for (int peer : peers) {
      received[peer] = bytes(code, targets, count, session.party());
      in[peer] = room(in[peer], received[peer]);
    }
  }

  private int bytes(Encoder code, OutputTarget[] targets, int count, int receiver) {
    int words = 0;
    for (int i = 0; i < count; i++) {
      words += learns(targets, i, receiver) ? 1 : 0;
    }
    return Math.multiplyExact(words, bytesOfWord(code));
  }

  private static byte[] room(byte[] buffer, int bytes) {
    if (buffer.length >= bytes) {
      return buffer;
    }
    Arrays.fill(buffer, (byte) 0);
    return new byte[bytes];
  }

  private void logReceived(Encoder code, int count) {
    for (int peer : peers) {
      log(code, count, peer, in[peer]);
    }
  }

  private void log(Encoder code, int count, int sender, byte[] message) {
    if (peers.length > 1) {
      int all = bytesOfWord(code);
      int same = bytesToAll(code);
      if (same == all) {
        broadcast.log(sender, message, 0, count * all);
      } else {
        for (int i = 0; i < count; i++) {
          broadcast.log(sender, message, i * all, same);
        }
      }
    }
  }

  static boolean learns(OutputTarget[] targets, int i, int party) {
    return targets == null || targets[i].includes(party);
  }

  @Override
  public void check() throws MpcException {
    broadcast.check();
  }

  @Override
  public void wipe() {
    for (int peer : peers) {
      Arrays.fill(out[peer], (byte) 0);
      Arrays.fill(in[peer], (byte) 0);
    }
  }
}
