package org.schurmpc.core.net;

import java.time.Duration;
import java.util.Objects;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;

/**
 * Implements the common part of all channels: argument checks, the check of announced lengths,
 * lock-step exchange, counters, and the choice of the exception for bad framing.
 */
abstract class FrameChannel implements Channel {

  /** Length of a frame's header in bytes: its length, big-endian. */
  static final int HEADER = 4;

  final NetOptions options;
  private final String peer;
  private volatile boolean established;
  private long bytesSent;
  private long bytesReceived;
  private long messagesSent;
  private long messagesReceived;
  private long waitedNanos;

  FrameChannel(String peer, NetOptions options) {
    this.peer = peer;
    this.options = options;
  }

  /** Passes one frame to the transport. */
  abstract void write(byte[] src, int off, int len) throws MpcException;

  /**
   * Waits for the next frame's header, and returns the length that the header announces, unchecked.
   */
  abstract int awaitHeader() throws MpcException;

  /** Receives the rest of the frame whose header was read last. */
  abstract void readBody(byte[] dst, int off, int len) throws MpcException;

  @Override
  public final void send(byte[] src, int off, int len) throws MpcException {
    Objects.checkFromIndexSize(off, len, src.length);
    if (len > options.maxFrame()) {
      throw new IllegalArgumentException(
          "a frame has at most " + options.maxFrame() + " bytes, not " + len);
    }
    write(src, off, len);
    bytesSent += HEADER + (long) len;
    messagesSent++;
  }

  @Override
  public final void receive(byte[] dst, int off, int len) throws MpcException {
    Objects.checkFromIndexSize(off, len, dst.length);
    int announced = awaitHeader();
    if (announced != len) {
      throw malformed(describe(announced) + " where " + len + " were due");
    }
    readBody(dst, off, len);
    countReceived(len);
  }

  @Override
  public final byte[] receive(int maxLength) throws MpcException {
    if (maxLength < 0) {
      throw new IllegalArgumentException("negative maxLength " + maxLength);
    }
    int announced = awaitHeader();
    int limit = Math.min(maxLength, options.maxFrame());
    if (announced < 0 || announced > limit) {
      throw malformed(describe(announced) + " where at most " + limit + " are allowed");
    }
    byte[] frame = new byte[announced];
    readBody(frame, 0, announced);
    countReceived(announced);
    return frame;
  }

  @Override
  public final void exchange(byte[] out, int outOff, int outLen, byte[] in, int inOff, int inLen)
      throws MpcException {
    Objects.checkFromIndexSize(outOff, outLen, out.length);
    Objects.checkFromIndexSize(inOff, inLen, in.length);
    int sent = 0;
    int received = 0;
    while (sent < outLen || received < inLen) {
      int toSend = Math.min(PIECE, outLen - sent);
      if (toSend > 0) {
        send(out, outOff + sent, toSend);
        sent += toSend;
      }
      int toReceive = Math.min(PIECE, inLen - received);
      if (toReceive > 0) {
        receive(in, inOff + received, toReceive);
        received += toReceive;
      }
    }
  }

  @Override
  public final void established() {
    established = true;
  }

  final boolean isEstablished() {
    return established;
  }

  @Override
  public final Traffic traffic() {
    return new Traffic(bytesSent, bytesReceived, messagesSent, messagesReceived);
  }

  @Override
  public final String peer() {
    return peer;
  }

  @Override
  public final long waitedNanos() {
    return waitedNanos;
  }

  /** Counts a wait for the peer that has ended. */
  final void waited(long nanos) {
    waitedNanos += nanos;
  }

  private void countReceived(int len) {
    bytesReceived += HEADER + (long) len;
    messagesReceived++;
  }

  private static String describe(int announced) {
    return "announced a frame of " + Integer.toUnsignedString(announced) + " bytes";
  }

  private MpcException malformed(String what) {
    close();
    return established
        ? new PeerCheated(PeerCheated.Check.MALFORMED, peer + " " + what)
        : new ConnectionLost(peer + " " + what + ".");
  }

  final ConnectionLost silent() {
    return silent(options.timeout());
  }

  final ConnectionLost silent(Duration patience) {
    close();
    return new ConnectionLost(peer + " was silent for " + NetOptions.show(patience) + ".");
  }

  final ConnectionLost tooSlow() {
    close();
    return new ConnectionLost(
        peer
            + " sends a frame too slowly: it had "
            + NetOptions.show(options.timeout())
            + ", and"
            + " more for its length.");
  }

  final ConnectionLost takesNothing() {
    close();
    return new ConnectionLost(
        peer + " took nothing for " + NetOptions.show(options.timeout()) + ".");
  }

  final ConnectionLost closedByPeer() {
    close();
    return new ConnectionLost(peer + " closed the connection.");
  }

  final ConnectionLost closedHere() {
    return new ConnectionLost("The connection to " + peer + " was closed on this side.");
  }

  final ConnectionLost interrupted() {
    close();
    return new ConnectionLost("Interrupted while waiting for " + peer + ".");
  }
}
