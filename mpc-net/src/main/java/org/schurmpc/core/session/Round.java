package org.schurmpc.core.session;

import java.util.ArrayDeque;
import java.util.Deque;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Channel;

/**
 * Moves the messages of rounds with all peers, in pieces. Rounds are finished in the order in which
 * they were started, except that one may end before an earlier one if no party that speaks in one
 * direction in it does so in the other.
 */
final class Round {
  /** Number of pieces by which a party's sending may be ahead of its receiving. */
  private static final int AHEAD = 2;

  /** Number of rounds that may be under way at once. */
  private static final int MOST = 4;

  private final int[] peers;
  private final PeerLine[] lines; // by peer
  private final Metrics metrics;
  private final Started[] all = new Started[MOST];
  private final Deque<Started> pending = new ArrayDeque<>(MOST);

  Round(int[] peers, PeerLine[] lines, Metrics metrics) {
    this.peers = peers;
    this.lines = lines;
    this.metrics = metrics;
    for (int i = 0; i < MOST; i++) {
      all[i] = new Started();
    }
  }

  void requireFinished() {
    if (!pending.isEmpty()) {
      throw new IllegalStateException("a round is not finished");
    }
  }

  /** Whether messages are on their way together with those of a round that is not finished. */
  boolean joins(int[] outLengths, int[] inLengths) {
    boolean sends = most(outLengths) > 0;
    boolean receives = most(inLengths) > 0;
    for (Started each : pending) {
      if (each.meets(sends, receives)) {
        return true;
      }
    }
    return false;
  }

  /** Starts a round, whose arrays are used until it is finished. */
  PendingRound start(byte[][] out, int[] outLengths, byte[][] in, int[] inLengths)
      throws MpcException {
    Started started = null;
    for (Started each : all) {
      started = pending.contains(each) ? started : each;
    }
    if (started == null) {
      throw new IllegalStateException(MOST + " rounds are not finished");
    }
    started.begin(out, outLengths, in, inLengths);
    long ahead = (long) AHEAD * Channel.PIECE;
    for (Started earlier : pending) {
      ahead -= Math.min(ahead, earlier.mostOut);
    }
    started.sendUpTo(ahead);
    // If sending fails, there is no round to finish.
    pending.add(started);
    return started;
  }

  /** A round that was started. */
  private final class Started implements PendingRound {
    private byte[][] out;
    private int[] outLengths;
    private byte[][] in;
    private int[] inLengths;
    private int mostOut;
    private int mostIn;

    /** Number of bytes that were sent of the longest message. */
    private long sent;

    void begin(byte[][] newOut, int[] newOutLengths, byte[][] newIn, int[] newInLengths) {
      out = newOut;
      outLengths = newOutLengths;
      in = newIn;
      inLengths = newInLengths;
      mostOut = most(outLengths);
      mostIn = most(inLengths);
      sent = 0;
    }

    boolean meets(boolean sends, boolean receives) {
      return (sends && mostOut > 0) || (receives && mostIn > 0);
    }

    /** Sends whole pieces until this number of bytes of the longest message is sent. */
    private void sendUpTo(long bytes) throws MpcException {
      for (; sent < mostOut && sent < bytes; sent += Channel.PIECE) {
        send(out, outLengths, sent);
      }
    }

    @Override
    public void finish() throws MpcException {
      if (!pending.contains(this)) {
        throw new IllegalStateException("no round was started");
      }
      for (Started earlier : pending) {
        if (earlier == this) {
          break;
        }
        if (earlier.meets(mostOut > 0, mostIn > 0)) {
          throw new IllegalStateException("an earlier round is not finished");
        }
      }
      pending.remove(this);
      long ahead = (long) AHEAD * Channel.PIECE;
      sendUpTo(ahead);
      for (long done = 0; done < Math.max(mostOut, mostIn); done += Channel.PIECE) {
        receive(in, inLengths, done);
        sendUpTo(done + Channel.PIECE + ahead);
      }
      for (Started next : pending) {
        next.sendUpTo(ahead);
        break;
      }
    }
  }

  /** Returns the maximum of the lengths for the peers. */
  int most(int[] lengths) {
    int result = 0;
    for (int peer : peers) {
      result = Math.max(result, lengths[peer]);
    }
    return result;
  }

  /** Sends a piece to each peer whose message is longer than what was sent before. */
  void send(byte[][] messages, int[] lengths, long done) throws MpcException {
    long start = System.nanoTime();
    for (int peer : peers) {
      int length = (int) Math.min(Channel.PIECE, lengths[peer] - done);
      if (length > 0) {
        lines[peer].send(messages[peer], (int) done, length);
      }
    }
    metrics.countMessaging(start);
  }

  /** Receives a piece from each peer whose message is longer than what was received before. */
  void receive(byte[][] messages, int[] lengths, long done) throws MpcException {
    long start = System.nanoTime();
    for (int peer : peers) {
      int length = (int) Math.min(Channel.PIECE, lengths[peer] - done);
      if (length > 0) {
        lines[peer].receive(messages[peer], (int) done, length);
      }
    }
    metrics.countMessaging(start);
  }
}
