package org.schurmpc.bench.control;

/** Text that another process wrote, made fit for a terminal. */
final class Printable {
  private static final int LONGEST = 2000;

  private Printable() {}

  /** The text without what could forge lines of a log or steer a terminal, and not too long. */
  static String of(String text) {
    String all = String.valueOf(text);
    String some = all.length() > LONGEST ? all.substring(0, LONGEST) + "..." : all;
    return some.replaceAll("\\s*\\R\\s*", " ").replaceAll("[\\p{Cc}\\p{Cf}\\u2028\\u2029]", "?");
  }
}
