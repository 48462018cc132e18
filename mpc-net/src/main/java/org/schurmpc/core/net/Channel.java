package org.schurmpc.core.net;

import java.util.Optional;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;

/**
 * Transfers frames to and from one peer: an ordered, reliable, blocking stream.
 *
 * <p>A channel, with all the channels of its {@link Network}, is used by one thread at a time; it
 * may pass from thread to thread. Only {@link #close()} may be called by another thread while one
 * waits, and ends that wait. Each further thread takes a {@link Network#fork fork}.
 *
 * <p>Data that a peer sent before it closed is received first. After that, and if the peer is
 * silent for longer than {@link NetOptions#timeout} or the thread is interrupted (its flag stays
 * set), every method throws {@link ConnectionLost}. After an exception the channel is closed.
 *
 * <p>Two parties that each send one frame of any allowed length before they receive do not block
 * each other. For larger amounts in both directions, use {@link #exchange}.
 */
public interface Channel extends AutoCloseable {

  /** Maximum length in bytes of the frames into which {@link #exchange} divides its data. */
  int PIECE = 1 << 20;

  /**
   * Sends {@code len} bytes as one frame. Returns when the transport has taken all of them, and
   * accepts data from the peers during that wait; the array may be reused on return.
   *
   * @throws IllegalArgumentException if {@code len} is above {@link NetOptions#maxFrame}
   */
  void send(byte[] src, int off, int len) throws MpcException;

  /**
   * Receives the next frame, whose length must be exactly {@code len}. A frame of another length
   * fails as soon as its length is announced.
   *
   * @throws PeerCheated (MALFORMED) for another length, if {@link #established()}; before that,
   *     {@link ConnectionLost} is thrown
   */
  void receive(byte[] dst, int off, int len) throws MpcException;

  /**
   * Receives the next frame, of any length up to {@code maxLength} bytes, into a new array: for
   * handshakes and control messages. A longer frame fails as soon as its length is announced, as in
   * {@link #receive(byte[], int, int)}.
   */
  byte[] receive(int maxLength) throws MpcException;

  /**
   * Sends {@code outLen} and receives {@code inLen} bytes, both directions at once, in frames of at
   * most {@link #PIECE} bytes. The peer makes the same call with the lengths swapped; the two do
   * not block each other for any amount of data. A direction of length zero transfers nothing, not
   * even an empty frame. The two ranges may be identical.
   */
  void exchange(byte[] out, int outOff, int outLen, byte[] in, int inOff, int inLen)
      throws MpcException;

  /**
   * Looks at the connection without waiting: data that has arrived stays to be received. To be
   * called by the thread that uses the channel, between frames.
   *
   * @throws ConnectionLost if the peer has closed the connection, and nothing that it sent before
   *     waits to be received
   */
  void requirePeer() throws ConnectionLost;

  /**
   * Declares that the peer has identified itself. From now on bad framing or a wrong length is
   * {@link PeerCheated} (MALFORMED); before, it is {@link ConnectionLost}.
   */
  void established();

  /**
   * Returns the traffic so far. To be called by the thread that uses the channel, or after that
   * thread is done.
   */
  Traffic traffic();

  /**
   * Returns the time that this side has waited for the peer so far, in nanoseconds. The rules of
   * {@link #traffic} apply.
   */
  default long waitedNanos() {
    return 0;
  }

  /** Returns the certificates of both ends; empty if the channel is plaintext. */
  default Optional<Certificates> certificates() {
    return Optional.empty();
  }

  /** Returns the name of the other end for messages, such as "party 2 at 127.0.0.1:4711". */
  String peer();

  /** Ends the stream. The peer still receives all data sent before. Idempotent; never throws. */
  @Override
  void close();
}
