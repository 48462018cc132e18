package org.schurmpc.core.abort;

/** Lists the exit codes of every command, from the least to the most serious reason. */
public enum ExitCode {
  OK(0),
  PEER_WITHDREW(9),
  REFUSED(2),
  BAD_FILE(3),
  OUT_OF_RANGE(8),
  EXHAUSTED(7),
  CONNECTION_LOST(4),
  DISAGREEMENT(5),
  PEER_CHEATED(6);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  /** Returns the number that the operating system sees. */
  public int code() {
    return code;
  }

  /**
   * Returns the more serious of two exit codes. The code of a run is the worst of its parties'
   * codes.
   */
  public ExitCode worst(ExitCode other) {
    return compareTo(other) >= 0 ? this : other;
  }

  /**
   * Returns the exit code with a number. For an unknown number, which means that the process died,
   * returns {@link #CONNECTION_LOST}.
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
