package org.schurmpc.cli.compute;

import java.time.Duration;
import org.schurmpc.core.net.NetOptions;

/**
 * Holds the timeouts of a process.
 *
 * @param silence time limit for a message of a peer during the computation
 * @param connect time limit for connecting to the others
 */
public record Times(Duration silence, Duration connect) {
  private static final int DEALING = 10;

  /** Returns the network options between the parties. */
  NetOptions peers() {
    return NetOptions.party().withTimeout(silence).withConnectDeadline(connect);
  }

  /**
   * Returns the network options between the parties and the dealer. Their timeout is longer: the
   * dealer waits until all parties have connected, and a party waits until all material is dealt,
   * or until the other parties have computed.
   */
  NetOptions dealing() {
    Duration patience = silence.multipliedBy(DEALING);
    return NetOptions.service()
        .withTimeout(patience.compareTo(connect) > 0 ? patience : connect)
        .withConnectDeadline(connect);
  }
}
