package org.schurmpc.service.control;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.Network;

/**
 * A fork whose own forks have numbers of a range. All forks of a trunk share its numbers, and each
 * session counts its forks from 1.
 */
final class ForkRange implements Network {
  /** Number of forks, and forks of these, that a session has at most. */
  static final int SIZE = 1 << 16;

  private final Network fork;
  private final int first;

  /**
   * Creates a network.
   *
   * @param first the number of the fork itself
   */
  ForkRange(Network fork, int first) {
    this.fork = fork;
    this.first = first;
  }

  @Override
  public int party() {
    return fork.party();
  }

  @Override
  public int parties() {
    return fork.parties();
  }

  @Override
  public Channel channel(int peer) {
    return fork.channel(peer);
  }

  @Override
  public Network fork(byte[] sid, int number) throws MpcException {
    if (number >= SIZE) {
      throw new IllegalStateException("fork " + number + " of a work session");
    }
    return fork.fork(sid, first + number);
  }

  @Override
  public void close() {
    fork.close();
  }
}
