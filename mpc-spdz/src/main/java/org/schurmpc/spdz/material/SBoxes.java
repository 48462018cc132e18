package org.schurmpc.spdz.material;

import org.schurmpc.core.circuit.LookupTable;

/** The S-boxes of ciphers as public tables. */
public final class SBoxes {
  private static final int BYTES = 256;
  private static final int POLYNOMIAL = 0x11b;

  private SBoxes() {}

  /**
   * Returns the S-box of AES (FIPS 197, 5.1.1): the inverse in GF(2^8), 0 for 0, then the affine
   * map.
   */
  public static LookupTable aes() {
    int[] powers = new int[BYTES]; // powers of X + 1, which generates the group of 255
    powers[0] = 1;
    for (int i = 1; i < BYTES; i++) {
      powers[i] = powers[i - 1] ^ timesX(powers[i - 1]);
    }
    int[] entries = new int[BYTES];
    entries[0] = affine(0);
    for (int i = 0; i < BYTES - 1; i++) {
      entries[powers[i]] = affine(powers[BYTES - 1 - i]);
    }
    return new LookupTable(Byte.SIZE, Byte.SIZE, entries);
  }

  private static int timesX(int a) {
    return a << 1 ^ (a >> 7) * POLYNOMIAL;
  }

  /**
   * Returns the affine map: bit i is the sum of bits i, i + 4, i + 5, i + 6, i + 7 and bit i of
   * 0x63.
   */
  private static int affine(int b) {
    int twice = b << Byte.SIZE | b;
    int sum = b;
    for (int turn = 4; turn < Byte.SIZE; turn++) {
      sum ^= twice >> turn;
    }
    return (sum ^ 0x63) & 0xff;
  }
}
