package org.schurmpc.core.net;

import org.schurmpc.core.abort.MpcException;

/**
 * Holds the channels of one party to all others. A network is used by one thread at a time, like a
 * {@link Channel}. Parties are numbered from 0 here, and from 1 in messages for people.
 */
public interface Network extends AutoCloseable {

  /** Returns the index of this party, 0 to {@code parties() - 1}. */
  int party();

  /** Returns the number of parties, at least 2. */
  int parties();

  /**
   * Returns the channel to {@code peer}, the same object for each call.
   *
   * @throws IllegalArgumentException if {@code peer} is not a party, or is this party
   */
  Channel channel(int peer);

  /**
   * Opens one more connection to each peer, for one more thread. The method may be called from any
   * thread at any time, even by several threads at once with different numbers. The peers call it
   * with the same arguments. A connection that names another session or number is dropped, and
   * waiting continues. Channels of a fork are established from the start if this network's are.
   *
   * @param sid the session's identity, 1 to 64 bytes
   * @param number the fork's number, at least 1; each number can be used once, even after a failure
   * @throws IllegalStateException if this party has used the number before
   */
  Network fork(byte[] sid, int number) throws MpcException;

  /** Returns the sum over all channels of this network, excluding forks. */
  default Traffic traffic() {
    Traffic sum = Traffic.NONE;
    for (int peer = 0; peer < parties(); peer++) {
      if (peer != party()) {
        sum = sum.plus(channel(peer).traffic());
      }
    }
    return sum;
  }

  /**
   * Returns the time that this party has waited on all channels of this network, in nanoseconds.
   */
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
