package org.schurmpc.core.session;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Channel;

/**
 * Holds the channel to one peer and a transcript of each direction. A malformed message ends the
 * whole session, like any failed check. A check that fails elsewhere ends messages that are under
 * way.
 */
final class PeerLine {
  final int peer;
  final Channel channel;
  final TranscriptHash sent;
  final TranscriptHash received;
  private final Verdicts verdicts;

  /**
   * Opens the line to a peer.
   *
   * @param number the number of the connection within the session
   */
  PeerLine(byte[] sid, int number, int party, int peer, Channel channel, Verdicts verdicts) {
    this.peer = peer;
    this.channel = channel;
    this.sent = new TranscriptHash(sid, direction(party, peer, number));
    this.received = new TranscriptHash(sid, direction(peer, party, number));
    this.verdicts = verdicts;
  }

  private static String direction(int from, int to, int number) {
    return from + "->" + to + " on " + number;
  }

  void exchange(byte[] out, int outOffset, int outLength, byte[] in, int inOffset, int inLength)
      throws MpcException {
    sent.update(out, outOffset, outLength);
    exchangeUnnoted(out, outOffset, outLength, in, inOffset, inLength);
    received.update(in, inOffset, inLength);
  }

  /** Exchanges messages that are left out of the transcripts. The two ranges may be identical. */
  void exchangeUnnoted(
      byte[] out, int outOffset, int outLength, byte[] in, int inOffset, int inLength)
      throws MpcException {
    verdicts.enforce(
        () -> {
          exchangePieces(out, outOffset, outLength, in, inOffset, inLength);
          return null;
        });
  }

  private void exchangePieces(
      byte[] out, int outOffset, int outLength, byte[] in, int inOffset, int inLength)
      throws MpcException {
    int all = Math.max(outLength, inLength);
    for (int done = 0; done < all; done += Channel.PIECE) {
      verdicts.requireNoneFailed();
      int outNow = Math.max(0, Math.min(Channel.PIECE, outLength - done));
      int inNow = Math.max(0, Math.min(Channel.PIECE, inLength - done));
      int outAt = outOffset + Math.min(done, outLength);
      int inAt = inOffset + Math.min(done, inLength);
      channel.exchange(out, outAt, outNow, in, inAt, inNow);
    }
  }

  void send(byte[] bytes, int offset, int length) throws MpcException {
    verdicts.requireNoneFailed();
    sent.update(bytes, offset, length);
    sendUnnoted(bytes, offset, length);
  }

  void sendUnnoted(byte[] bytes, int offset, int length) throws MpcException {
    verdicts.enforce(
        () -> {
          channel.send(bytes, offset, length);
          return null;
        });
  }

  void receive(byte[] bytes, int offset, int length) throws MpcException {
    receiveUnnoted(bytes, offset, length);
    received.update(bytes, offset, length);
  }

  void receiveUnnoted(byte[] bytes, int offset, int length) throws MpcException {
    verdicts.enforce(
        () -> {
          channel.receive(bytes, offset, length);
          return null;
        });
  }
}
