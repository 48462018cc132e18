package org.schurmpc.core.net;

import java.util.Optional;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;

/**
 * An ordered, reliable, blocking stream of frames to one peer.
 *
 * <p>A channel, with all the channels of its {@link Network}, is used by one thread at a time; it
 * may pass from thread to thread. Only {@link #close()} may come from another thread while one
 * waits, and ends that wait. Further threads take a {@link Network#fork fork} each.
 *
 * <p>What a peer sent before it closed is received first; then, and when the peer is silent for
 * longer than {@link NetOptions#timeout}, or the thread is interrupted (its flag stays set), every
 * method ends with {@link ConnectionLost}. After an exception the channel is closed.
 *
 * <p>Two parties that each send one frame of any allowed length before they receive do not block
 * each other; for more than that in both directions there is {@link #exchange}.
 */
public interface Channel extends AutoCloseable {

  /** The longest frame, in bytes, into which {@link #exchange} cuts what it moves. */
  int PIECE = 1 << 20;

  /**
   * Sends {@code len} bytes as one frame. Returns when the transport has taken them all, and takes
   * in what the peers send while it waits for that; the array is free again afterwards.
   *
   * @throws IllegalArgumentException if {@code len} is above {@link NetOptions#maxFrame}
   */
  void send(byte[] src, int off, int len) throws MpcException;

  /**
   * Receives the next frame, whose length must be exactly {@code len}: another length fails as soon
   * as it is announced.
   *
   * @throws PeerCheated (MALFORMED) for another length, if {@link #established()}; before that it
   *     is {@link ConnectionLost}
   */
  void receive(byte[] dst, int off, int len) throws MpcException;

  /**
   * Receives the next frame, of any length up to {@code maxLength} bytes, into a new array: for
   * handshakes and control messages. A longer one fails as soon as it is announced, as in {@link
   * #receive(byte[], int, int)}.
   */
  byte[] receive(int maxLength) throws MpcException;

  /**
   * Sends {@code outLen} and receives {@code inLen} bytes, both directions at once, in frames of at
   * most {@link #PIECE} bytes. The peer calls the same with the lengths swapped; no amount makes
   * the two block each other. A direction of length zero moves nothing, not even an empty frame.
   * The two ranges may be one and the same.
   */
  void exchange(byte[] out, int outOff, int outLen, byte[] in, int inOff, int inLen)
      throws MpcException;

  /**
   * From here on the peer has identified itself: bad framing or a wrong length is {@link
   * PeerCheated} (MALFORMED); before, it is {@link ConnectionLost}.
   */
  void established();

  /** What has gone through so far; for the thread that uses the channel, or after it is done. */
  Traffic traffic();

  /**
   * How long this side has waited for the peer so far, in nanoseconds; where {@link #traffic} is.
   */
  default long waitedNanos() {
    return 0;
  }

  /** The certificates of both ends; empty if the channel is plaintext. */
  default Optional<Certificates> certificates() {
    return Optional.empty();
  }

  /** The other end, for messages: such as "party 2 at 127.0.0.1:4711". */
  String peer();

  /** Ends the stream: the peer still receives all that was sent. Idempotent; never throws. */
  @Override
  void close();
}
