package org.schurmpc.vm.programs;

/** Encrypts blocks by DES under round keys. {@link CircuitBatches} describes the arguments. */
public final class DesExpandedBlocks extends CircuitBatches {
  /** Creates the program. */
  public DesExpandedBlocks() {
    super("des_expanded");
  }
}
