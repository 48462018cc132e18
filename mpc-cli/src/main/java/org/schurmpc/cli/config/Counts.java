package org.schurmpc.cli.config;

/** Writes numbers of things for messages, such as "1 party" and "1,024 lanes". */
public final class Counts {
  private Counts() {}

  /**
   * Returns a number with a noun in singular or plural.
   *
   * @param one the singular
   * @param many the plural
   */
  public static String of(long number, String one, String many) {
    return "%,d %s".formatted(number, number == 1 ? one : many);
  }

  /** Like {@link #of(long, String, String)}, for nouns whose plural ends in s. */
  public static String of(long number, String one) {
    return of(number, one, one + "s");
  }

  /** Returns "once" or a number of times. */
  public static String times(int number) {
    return number == 1 ? "once" : number + " times";
  }
}
