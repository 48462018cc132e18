package org.schurmpc.bench.monitor;

import org.schurmpc.core.abort.ExitCode;

/** A run ended without a result. */
public final class RunFailed extends Exception {
  private final ExitCode exitCode;

  /**
   * @param exitCode the worst of all children's
   * @param sentence the first cause
   */
  public RunFailed(ExitCode exitCode, String sentence) {
    super(sentence);
    this.exitCode = exitCode;
  }

  public ExitCode exitCode() {
    return exitCode;
  }
}
