package org.schurmpc.core.session;

import org.schurmpc.core.abort.MpcException;

/**
 * Represents a round that was started and not finished: the messages are under way while this party
 * computes. Until the round is finished, only other rounds are started on its connection.
 */
@FunctionalInterface
public interface PendingRound {
  /**
   * Sends what is left, and receives the messages of all peers.
   *
   * @throws IllegalStateException if the round is finished already, or an earlier one is not
   */
  void finish() throws MpcException;
}
