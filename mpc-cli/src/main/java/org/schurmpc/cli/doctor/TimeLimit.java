package org.schurmpc.cli.doctor;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Channel;

/**
 * Limits the time that a peer may take for all tests together: the time-out of a channel starts
 * again with each byte that arrives.
 *
 * @param limit the time after which the channel is closed
 */
record TimeLimit(Duration limit) {

  /** Tests a peer. */
  interface Test {
    /** Returns the peer's index. */
    int run() throws MpcException;
  }

  /**
   * Runs a test of the peer of a channel.
   *
   * @throws ConnectionLost if the peer takes too long
   */
  int run(Channel channel, Test test) throws MpcException {
    CompletableFuture<Void> end =
        new CompletableFuture<Void>()
            .completeOnTimeout(null, limit.toNanos(), TimeUnit.NANOSECONDS);
    CompletableFuture<Void> closed = end.thenRun(channel::close);
    try {
      return test.run();
    } catch (MpcException e) {
      if (end.isDone()) {
        throw new ConnectionLost(
            "%s did not finish its part of the tests within %d ms"
                .formatted(channel.peer(), limit.toMillis()),
            e);
      }
      throw e;
    } finally {
      closed.cancel(false);
      end.cancel(false);
    }
  }
}
