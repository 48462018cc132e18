package org.schurmpc.circuits.lib;

import org.schurmpc.core.circuit.CircuitBuilder;
import org.schurmpc.core.circuit.LookupTable;

/** The S-box of AES as one lookup, and the inverse S-box as another. */
final class AesTables implements AesSubstitution {
  private final CircuitBuilder builder;
  private final LookupTable sbox;
  private final LookupTable inverseSbox;

  AesTables(CircuitBuilder builder) {
    this.builder = builder;
    int[] entries = entries();
    int[] inverse = new int[256];
    for (int x = 0; x < 256; x++) {
      inverse[entries[x]] = x;
    }
    this.sbox = new LookupTable(8, 8, entries);
    this.inverseSbox = new LookupTable(8, 8, inverse);
  }

  /**
   * Returns the entries of the S-box (FIPS 197, 5.1.1): the inverse in GF(2^8), 0 for 0, then the
   * affine map.
   */
  private static int[] entries() {
    int[] powers = new int[256]; // powers of X + 1, which generates the group of 255
    powers[0] = 1;
    for (int i = 1; i < 256; i++) {
      powers[i] = powers[i - 1] ^ timesX(powers[i - 1]);
    }
    int[] entries = new int[256];
    entries[0] = affine(0);
    for (int i = 0; i < 255; i++) {
      entries[powers[i]] = affine(powers[255 - i]);
    }
    return entries;
  }

  /** Returns the product with X in GF(2)[X]/(X^8 + X^4 + X^3 + X + 1). */
  static int timesX(int a) {
    return a << 1 ^ (a >> 7) * 0x11b;
  }

  /**
   * Returns the affine map: bit i is the sum of bits i, i + 4, i + 5, i + 6, i + 7 and bit i of
   * 0x63.
   */
  private static int affine(int b) {
    int twice = b << 8 | b;
    int sum = b;
    for (int turn = 4; turn < 8; turn++) {
      sum ^= twice >> turn;
    }
    return (sum ^ 0x63) & 0xff;
  }

  @Override
  public int[] apply(int[] input) {
    return builder.lookup(sbox, input);
  }

  @Override
  public int[] applyInverse(int[] input) {
    return builder.lookup(inverseSbox, input);
  }
}
