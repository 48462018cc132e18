package org.schurmpc.cli.command;

/** Defines options of a command for whose party other parties wait. */
interface Withdrawing {
  /**
   * Tells the other parties, for a few seconds at most, that this party cannot begin. Does nothing
   * if it has begun, or cannot reach the others.
   *
   * @param reason why this party cannot begin, which nobody is told
   */
  void withdraw(Exception reason);
}
