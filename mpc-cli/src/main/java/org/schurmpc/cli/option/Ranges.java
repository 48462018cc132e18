package org.schurmpc.cli.option;

import java.time.Duration;
import org.schurmpc.core.abort.Refused;

/** Checks that option values are within their ranges. */
public final class Ranges {
  private static final Duration MAX_TIME = Duration.ofDays(1);

  private Ranges() {}

  /**
   * Checks a number.
   *
   * @param least the minimum, inclusive
   * @param most the maximum, inclusive
   * @throws Refused naming the option, if the number is out of range
   */
  public static void range(String option, long value, long least, long most) throws Refused {
    if (value < least || value > most) {
      throw new Refused("%s is %d to %d, not %d".formatted(option, least, most, value));
    }
  }

  /**
   * Checks a duration.
   *
   * @throws Refused naming the option, if the duration is longer than a day
   */
  public static void atMostADay(String option, Duration value) throws Refused {
    if (value.compareTo(MAX_TIME) > 0) {
      throw new Refused("a day is the longest " + option);
    }
  }

  /**
   * Checks a time limit.
   *
   * @throws Refused naming the option, if the time limit is 0 or longer than a day
   */
  public static void timeLimit(String option, Duration value) throws Refused {
    atMostADay(option, value);
    if (value.isZero()) {
      throw new Refused(option + " must be above 0");
    }
  }
}
