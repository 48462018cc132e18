package org.schurmpc.vm.programs;

/**
 * Encrypts blocks by DES, with the key schedule. {@link CircuitBatches} describes the arguments.
 */
public final class DesBlocks extends CircuitBatches {
  /** Creates the program. */
  public DesBlocks() {
    super("des");
  }
}
