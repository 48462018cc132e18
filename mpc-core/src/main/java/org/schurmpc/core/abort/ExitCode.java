package org.schurmpc.core.abort;

/** The exit codes of every command, from the least to the most serious reason. */
public enum ExitCode {
  OK(0),
  REFUSED(2),
  BAD_FILE(3),
  EXHAUSTED(7),
  CONNECTION_LOST(4),
  DISAGREEMENT(5),
  PEER_CHEATED(6);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  /** The number that the operating system sees. */
  public int code() {
    return code;
  }

  /** The more serious of two: a run's code is the worst of its parties' codes. */
  public ExitCode worst(ExitCode other) {
    return compareTo(other) >= 0 ? this : other;
  }

  /**
   * The exit code with this number; a number that is none of ours means that the process died, and
   * counts as a lost connection.
   */
  public static ExitCode ofProcess(int code) {
    for (ExitCode exitCode : values()) {
      if (exitCode.code == code) {
        return exitCode;
      }
    }
    return CONNECTION_LOST;
  }
}
