package org.schurmpc.bench.job;

import java.time.Duration;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Link;

/**
 * The link that the connections between parties emulate, as part of a task.
 *
 * @param bitsPerSecond the rate in each direction
 * @param delayNanos the one-way delay
 */
public record Line(long bitsPerSecond, long delayNanos) {
  /**
   * Parses the texts of {@link Link#parse}.
   *
   * @throws Refused if the text is not a link
   */
  public static Line parse(String text) throws Refused {
    Link link = Link.parse(text);
    return new Line(link.bitsPerSecond(), link.delay().toNanos());
  }

  /** Returns the link as an option of the network. */
  public Link link() {
    return new Link(bitsPerSecond, Duration.ofNanos(delayNanos));
  }
}
