package org.schurmpc.minimac.online;

import java.util.Arrays;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.agree.BroadcastCheck;
import org.schurmpc.core.code.Encoder;
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
  abstract void put(int peer, AuthWords words, Recipients recipients, byte[] message);

  /**
   * Reads all peers' shares of the words that this party learns, each from {@link #messageOf}, and
   * adds them up.
   */
  abstract void take(AuthWords words, Recipients recipients, long[] opened) throws MpcException;

  /** Performs deferred work, if any; called when no opening to all is outstanding. */
  void settle() throws MpcException {}

  /** Returns the message received from a peer; the array may be longer than the message. */
  final byte[] messageOf(int peer) {
    return in[peer];
  }

  @Override
  public final void open(AuthWords words, Recipients recipients, long[] opened)
      throws MpcException {
    putAll(words, recipients);
    expect(words, recipients);
    session.exchangeAll(out, sent, in, received);
    boolean toAll = recipients instanceof Recipients.All;
    if (toAll) {
      log(words, session.party(), out[peers[0]]);
      logReceived(words);
    }
    take(words, recipients, opened);
    if (toAll) {
      settle();
    }
  }

  @Override
  public final void begin() throws MpcException {
    settle();
    session.beginRound();
  }

  @Override
  public final void send(AuthWords words) throws MpcException {
    putAll(words, Recipients.ALL);
    session.sendAll(out, sent);
    log(words, session.party(), out[peers[0]]);
  }

  @Override
  public final void receive(AuthWords words, long[] opened) throws MpcException {
    expect(words, Recipients.ALL);
    session.receiveAll(in, received);
    logReceived(words);
    take(words, Recipients.ALL, opened);
  }

  private void putAll(AuthWords words, Recipients recipients) {
    for (int peer : peers) {
      sent[peer] = bytes(words, recipients, peer);
      out[peer] = room(out[peer], sent[peer]);
      put(peer, words, recipients, out[peer]);
    }
  }

  /** Makes room for the peers' messages about the words. */
  private void expect(AuthWords words, Recipients recipients) {
    for (int peer : peers) {
      received[peer] = bytes(words, recipients, session.party());
      in[peer] = room(in[peer], received[peer]);
    }
  }

  private int bytes(AuthWords words, Recipients recipients, int receiver) {
    int learnt = 0;
    for (int i = 0; i < words.count(); i++) {
      learnt += recipients.learns(i, receiver) ? 1 : 0;
    }
    return Math.multiplyExact(learnt, bytesOfWord(words.code()));
  }

  private static byte[] room(byte[] buffer, int bytes) {
    if (buffer.length >= bytes) {
      return buffer;
    }
    Arrays.fill(buffer, (byte) 0);
    return new byte[bytes];
  }

  private void logReceived(AuthWords words) {
    for (int peer : peers) {
      log(words, peer, in[peer]);
    }
  }

  private void log(AuthWords words, int sender, byte[] message) {
    if (peers.length > 1) {
      int all = bytesOfWord(words.code());
      int same = bytesToAll(words.code());
      if (same == all) {
        broadcast.log(sender, message, 0, words.count() * all);
      } else {
        for (int i = 0; i < words.count(); i++) {
          broadcast.log(sender, message, i * all, same);
        }
      }
    }
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
