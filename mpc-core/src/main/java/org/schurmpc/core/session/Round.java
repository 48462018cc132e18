package org.schurmpc.core.session;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Channel;

/** Moves the messages of a round with all peers, in pieces; used for one round after the other. */
final class Round implements PendingRound {
  /** Number of pieces by which a party's sending may be ahead of its receiving. */
  private static final int AHEAD = 2;

  private final int[] peers;
  private final Line[] lines; // by peer
  private final Metrics metrics;
  private boolean pending;
  private byte[][] out;
  private int[] outLengths;
  private byte[][] in;
  private int[] inLengths;
  private int most;

  Round(int[] peers, Line[] lines, Metrics metrics) {
    this.peers = peers;
    this.lines = lines;
    this.metrics = metrics;
  }

  void requireFinished() {
    if (pending) {
      throw new IllegalStateException("a round is not finished");
    }
  }

  /** Starts a round, whose arrays are used until it is finished. */
  void start(byte[][] newOut, int[] newOutLengths, byte[][] newIn, int[] newInLengths)
      throws MpcException {
    out = newOut;
    outLengths = newOutLengths;
    in = newIn;
    inLengths = newInLengths;
    most = Math.max(most(outLengths), most(inLengths));
    for (int piece = 0; piece < AHEAD; piece++) {
      send(out, outLengths, (long) piece * Channel.PIECE);
    }
    // If sending fails, there is no round to finish.
    pending = true;
  }

  @Override
  public void finish() throws MpcException {
    if (!pending) {
      throw new IllegalStateException("no round was started");
    }
    pending = false;
    for (long done = 0; done < most; done += Channel.PIECE) {
      receive(in, inLengths, done);
      send(out, outLengths, done + (long) AHEAD * Channel.PIECE);
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
