package org.schurmpc.vm.lang;

/** What is recorded beside a program's own instructions. */
public enum Recording {
  /** Nothing. */
  WITHOUT_LINES,
  /** The source line of each instruction. */
  WITH_LINES,
  /**
   * The source lines, and checks of the developer's word and of indices that wrap around, which
   * open values: for a trial in the clear alone.
   */
  OF_TRIAL
}
