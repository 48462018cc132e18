package org.schurmpc.bench.control;

/** Identifies the release of this program, which must be equal in all processes of a benchmark. */
public final class Release {
  /** Version of the control messages, increased with every change of them. */
  private static final int MESSAGES = 2;

  private Release() {}

  /** Returns the version from the jar's manifest. */
  public static String version() {
    String version = Release.class.getPackage().getImplementationVersion();
    return version == null ? "(not packaged)" : version;
  }

  /** Returns the release in one line, for users and for comparison. */
  public static String text() {
    return "mpc-bench " + version() + " with control messages " + MESSAGES;
  }
}
