package org.schurmpc.vm.programs;

/**
 * The compression function of SHA-1, on states and blocks. {@link CircuitBatches} describes the
 * arguments.
 */
public final class Sha1Blocks extends CircuitBatches {
  /** Creates the program. */
  public Sha1Blocks() {
    super("sha1");
  }
}
