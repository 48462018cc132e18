package org.schurmpc.bench.monitor;

import org.schurmpc.core.abort.ExitCode;

/** A run ended without a result. */
public final class RunFailed extends Exception {
  private final ExitCode exitCode;

  /**
   * @param exitCode the worst of all children's; never {@link ExitCode#OK}
   * @param sentence the first cause
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
