package org.schurmpc.vm.programs;

/**
 * The compression function of MD5, on states and blocks. {@link CircuitBatches} describes the
 * arguments.
 */
public final class Md5Blocks extends CircuitBatches {
  /** Creates the program. */
  public Md5Blocks() {
    super("md5");
  }
}
