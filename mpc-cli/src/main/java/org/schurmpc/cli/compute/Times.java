package org.schurmpc.cli.compute;

import java.time.Duration;
import org.schurmpc.core.net.NetOptions;

/**
 * How long a process waits for others.
 *
 * @param silence for a peer amid the computation
 * @param connect for others to be there at all
 */
public record Times(Duration silence, Duration connect) {
  private static final int DEALING = 10;

  /** Between the parties. */
  NetOptions peers() {
    return NetOptions.party().withTimeout(silence).withConnectDeadline(connect);
  }

  /**
   * Between the parties and the dealer: the one waits until both others are there, the others until
   * everything is dealt, or computed.
   */
  NetOptions dealing() {
    Duration patience = silence.multipliedBy(DEALING);
    return NetOptions.service()
        .withTimeout(patience.compareTo(connect) > 0 ? patience : connect)
        .withConnectDeadline(connect);
  }
}
