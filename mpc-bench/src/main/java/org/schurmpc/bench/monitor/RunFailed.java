package org.schurmpc.bench.monitor;

import org.schurmpc.core.abort.ExitCode;

/** Thrown when a run ends without a result. */
public final class RunFailed extends Exception {
  private final ExitCode exitCode;

  /**
   * Creates the exception.
   *
   * @param exitCode the worst exit code of all children; never {@link ExitCode#OK}
   * @param sentence describes the first cause
   */
  public RunFailed(ExitCode exitCode, String sentence) {
    super(sentence);
    if (exitCode == ExitCode.OK) {
      throw new IllegalArgumentException("a failed run is not OK");
    }
    this.exitCode = exitCode;
  }

  public ExitCode exitCode() {
    return exitCode;
  }
}
