package org.schurmpc.core.net;

import org.schurmpc.core.abort.MpcException;

/**
 * The channels of one party to all others; used by one thread at a time, as {@link Channel} is.
 * Parties are numbered from 0 here, and shown to people from 1.
 */
public interface Network extends AutoCloseable {

  /** This party, 0 to {@code parties() - 1}. */
  int party();

  /** The number of parties, at least 2. */
  int parties();

  /**
   * The channel to {@code peer}, the same object at each call.
   *
   * @throws IllegalArgumentException if {@code peer} is no party or this one
   */
  Channel channel(int peer);

  /**
   * Opens one more connection to each peer, for one more thread; may be called from any thread at
   * any time, with different numbers also by several at once. The peers call it with the same
   * arguments. A connection that names another session or number is dropped, and waiting goes on.
   * Channels of a fork are established from the start if this network's are.
   *
   * @param sid the session's identity, 1 to 64 bytes
   * @param number the fork's number, at least 1; each number serves once, also after a failure
   * @throws IllegalStateException if this party has used the number before
   */
  Network fork(byte[] sid, int number) throws MpcException;

  /** The sum over all channels of this network, forks not included. */
  default Traffic traffic() {
    Traffic sum = Traffic.NONE;
    for (int peer = 0; peer < parties(); peer++) {
      if (peer != party()) {
        sum = sum.plus(channel(peer).traffic());
      }
    }
    return sum;
  }

  /** How long this party has waited on all channels of this network, in nanoseconds. */
  default long waitedNanos() {
    long sum = 0;
    for (int peer = 0; peer < parties(); peer++) {
      if (peer != party()) {
        sum += channel(peer).waitedNanos();
      }
    }
    return sum;
  }

  /** Closes all channels; forks stay open. Idempotent; never throws. */
  @Override
  void close();
}
