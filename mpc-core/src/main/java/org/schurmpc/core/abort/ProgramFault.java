package org.schurmpc.core.abort;

/**
 * Indicates that a program cannot go on: an index or a value is outside of its range. All parties
 * come to the fault at the same instruction, since it depends on checked values alone; a disk that
 * fails at one party is a {@link BadFile} of another class.
 */
public sealed class ProgramFault extends BadFile permits OutOfRange {
  public ProgramFault(String message) {
    super(message);
  }
}
