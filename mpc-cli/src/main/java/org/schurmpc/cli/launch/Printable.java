package org.schurmpc.cli.launch;

import java.util.regex.Pattern;

/** Text that another process wrote, made fit for a terminal. */
public final class Printable {
  private static final Pattern STEERING = Pattern.compile("[\\p{Cc}\\p{Cf}\\u2028\\u2029&&[^\t]]");

  private static final int LONGEST = 2000;

  private Printable() {}

  /** The text without what could forge lines of a log or steer a terminal, and not too long. */
  public static String of(String text) {
    String all = String.valueOf(text);
    String some = all.length() > LONGEST ? all.substring(0, LONGEST) + "..." : all;
    return line(some.replaceAll("\\s*\\R\\s*", " ")).replace('\t', ' ');
  }

  /** Returns a printable form of what a process says of itself, which may be nothing. */
  public static String orUnknown(String text) {
    return text == null ? "unknown" : of(text);
  }

  /** A line of any length, with its tabs, but without what could steer a terminal. */
  public static String line(String text) {
    return STEERING.matcher(text).replaceAll("?");
  }
}
