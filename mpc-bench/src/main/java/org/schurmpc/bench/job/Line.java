package org.schurmpc.bench.job;

import java.time.Duration;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Link;

/**
 * The line that the parties' connections imitate, as it travels in a task.
 *
 * @param bitsPerSecond in each direction
 * @param delayNanos of one way
 */
public record Line(long bitsPerSecond, long delayNanos) {
  /**
   * Reads what {@link Link#parse} does.
   *
   * @throws Refused if it is no line
   */
  public static Line parse(String text) throws Refused {
    Link link = Link.parse(text);
    return new Line(link.bitsPerSecond(), link.delay().toNanos());
  }

  /** For the network. */
  public Link link() {
    return new Link(bitsPerSecond, Duration.ofNanos(delayNanos));
  }
}
