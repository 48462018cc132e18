package org.schurmpc.cli.launch;

import java.util.regex.Pattern;

/** Makes text of another process safe to print on a terminal. */
public final class Printable {
  private static final Pattern STEERING = Pattern.compile("[\\p{Cc}\\p{Cf}\\u2028\\u2029&&[^\t]]");

  private static final int LONGEST = 2000;

  private Printable() {}

  /**
   * Returns the text, shortened if it is long, without characters that could forge log lines or
   * control a terminal.
   */
  public static String of(String text) {
    String all = String.valueOf(text);
    String some = all.length() > LONGEST ? all.substring(0, LONGEST) + "..." : all;
    return line(some.replaceAll("\\s*\\R\\s*", " ")).replace('\t', ' ');
  }

  /**
   * Returns the printable form of a process's description of itself; "unknown" if the description
   * is null.
   */
  public static String orUnknown(String text) {
    return text == null ? "unknown" : of(text);
  }

  /**
   * Returns a line with its tabs and at its full length, but without characters that could control
   * a terminal.
   */
  public static String line(String text) {
    return STEERING.matcher(text).replaceAll("?");
  }
}
