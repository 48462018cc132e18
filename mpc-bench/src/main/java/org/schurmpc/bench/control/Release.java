package org.schurmpc.bench.control;

/** What pieces of a benchmark must have alike to understand each other. */
public final class Release {
  /** Counts up with every change of the control messages. */
  private static final int MESSAGES = 2;

  private Release() {}

  /** The version from the jar's manifest. */
  public static String version() {
    String version = Release.class.getPackage().getImplementationVersion();
    return version == null ? "(not packaged)" : version;
  }

  /** One line, for people and for comparison. */
  public static String text() {
    return "mpc-bench " + version() + " with control messages " + MESSAGES;
  }
}
