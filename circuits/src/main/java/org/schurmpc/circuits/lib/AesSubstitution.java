package org.schurmpc.circuits.lib;

/**
 * The S-box of AES and its inverse on wires of a builder: 8 wires to 8, least significant bit
 * first.
 */
interface AesSubstitution {
  int[] apply(int[] input);

  int[] applyInverse(int[] input);
}
