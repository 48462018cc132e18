package org.schurmpc.cli.compute;

import java.time.Duration;
import java.util.Optional;
import org.schurmpc.core.net.Link;
import org.schurmpc.core.net.NetOptions;

/**
 * Holds the timeouts of a process, and the line that its connections to the other parties imitate.
 *
 * @param silence time limit for a message of a peer during the computation
 * @param connect time limit for connecting to the others
 * @param link the line to imitate, if any
 */
public record Times(Duration silence, Duration connect, Optional<Link> link) {
  private static final int DEALING = 10;

  /** Returns the network options between the parties. */
  NetOptions peers() {
    NetOptions options = NetOptions.party().withTimeout(silence).withConnectDeadline(connect);
    return link.map(options::withLink).orElse(options);
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
