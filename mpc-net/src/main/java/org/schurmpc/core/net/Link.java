package org.schurmpc.core.net;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schurmpc.core.abort.Refused;

/**
 * Describes a slower line that channels between processes of one machine imitate, separately in
 * each direction. Both ends must have equal links, and must be on one machine because they compare
 * clocks. The overhead of TLS takes its share of the line; TCP's and IP's headers do not.
 * Connecting takes its round trips.
 *
 * @param bitsPerSecond the rate of bytes that enter the socket, above zero
 * @param delay the time from one end to the other: half of a round trip
 */
public record Link(long bitsPerSecond, Duration delay) {
  private static final Pattern TEXT = Pattern.compile("([0-9]{1,9})(k|m|g)bit,([0-9]{1,6})(us|ms)");

  public Link {
    if (bitsPerSecond < 1 || delay.isNegative()) {
      throw new IllegalArgumentException(bitsPerSecond + " bit/s with a delay of " + delay);
    }
  }

  /**
   * Parses {@code 1gbit} or {@code 2gbit} (a LAN: 50 µs each way), {@code wan} (50 Mbit/s, 50 ms
   * each way, so 100 ms for a round trip), or {@code RATE,DELAY} such as {@code 100mbit,5ms}, with
   * the delay each way.
   *
   * @throws Refused if the text is none of these
   */
  public static Link parse(String text) throws Refused {
    String lower = text.toLowerCase(Locale.ROOT);
    String full =
        switch (lower) {
          case "1gbit", "2gbit" -> lower + ",50us";
          case "wan" -> "50mbit,50ms";
          default -> lower;
        };
    Matcher matcher = TEXT.matcher(full);
    if (!matcher.matches() || Long.parseLong(matcher.group(1)) == 0) {
      throw new Refused(
          "a link is 1gbit, 2gbit, wan, or a rate and a delay as 100mbit,5ms, not '" + text + "'");
    }
    long rate = Long.parseLong(matcher.group(1)) * unit(matcher.group(2));
    long delay = Long.parseLong(matcher.group(3));
    return new Link(
        rate,
        matcher.group(4).equals("ms") ? Duration.ofMillis(delay) : Duration.ofNanos(1000 * delay));
  }

  private static long unit(String letter) {
    return switch (letter) {
      case "k" -> 1_000;
      case "m" -> 1_000_000;
      default -> 1_000_000_000;
    };
  }

  @Override
  public String toString() {
    return bitsPerSecond / 1e6 + " Mbit/s, " + delay.toNanos() / 1e6 + " ms each way";
  }
}
