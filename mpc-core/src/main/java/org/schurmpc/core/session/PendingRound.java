package org.schurmpc.core.session;

import org.schurmpc.core.abort.MpcException;

/**
 * Represents a round that was started and not finished: the messages are under way while this party
 * computes. Until the round is finished, nothing else is sent on its connection.
 */
@FunctionalInterface
public interface PendingRound {
  /**
   * Sends what is left, and receives the messages of all peers.
   *
   * @throws IllegalStateException if the round is finished already
   */
  void finish() throws MpcException;
}
