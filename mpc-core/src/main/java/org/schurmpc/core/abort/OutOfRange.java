package org.schurmpc.core.abort;

/**
 * Indicates that a program ended the run, since a condition that it requires did not hold, such as
 * that a result is in its range. All parties come to it alike, before anything is output. Nobody
 * has deviated from the protocol: stores and keys remain valid.
 */
public final class OutOfRange extends ProgramFault {
  public OutOfRange(String message) {
    super(message);
  }

  @Override
  public ExitCode exitCode() {
    return ExitCode.OUT_OF_RANGE;
  }
}
