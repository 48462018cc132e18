package org.schurmpc.service.control;

import java.time.Duration;
import java.time.LocalTime;
import java.time.format.DateTimeParseException;

/**
 * Says when a job of many clients runs: as party 1 decides, but never for fewer requests than all
 * parties say. Each client has at most one request in a run.
 *
 * @param least number of requests below which it does not run
 * @param close "full", when all places have a request; "operator", when one says so; or a time of
 *     day in UTC, such as "18:00", for the requests that all parties have accepted before
 */
public record Gathering(int least, String close) {
  private static final long DAY = Duration.ofDays(1).toMillis();

  /** When all places have a request. */
  public static final String FULL = "full";

  /** When an operator says so. */
  public static final String OPERATOR = "operator";

  public Gathering {
    if (least < 1 || !isKnown(close)) {
      throw new IllegalArgumentException("a job of many clients that closes at " + close);
    }
  }

  private static boolean isKnown(String close) {
    try {
      return close.equals(FULL) || close.equals(OPERATOR) || LocalTime.parse(close) != null;
    } catch (DateTimeParseException e) {
      return false;
    }
  }

  /** Returns whether the job closes at a time of day. */
  boolean hasTime() {
    return !close.equals(FULL) && !close.equals(OPERATOR);
  }

  /**
   * Returns when the job closed last.
   *
   * @param now in milliseconds since 1970, as the result
   */
  long closedLast(long now) {
    long time = Duration.between(LocalTime.MIN, LocalTime.parse(close)).toMillis();
    return now - Math.floorMod(now - time, DAY);
  }
}
