package org.schurmpc.circuits.lib;

import org.schurmpc.core.circuit.CircuitBuilder;

/** An S-box of DES. */
interface DesSubstitution {
  /**
   * Maps six wires to four, both from the least significant bit on: b6 of FIPS 46-3 is the first.
   */
  int[] apply(CircuitBuilder builder, int[] input);
}
