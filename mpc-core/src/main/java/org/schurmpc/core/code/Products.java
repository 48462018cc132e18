package org.schurmpc.core.code;

import org.schurmpc.core.field.Gf256;

/** The multiplication table of GF(2^8): 64 KB, for public operands only. */
final class Products {
  private static final byte[] TABLE = new byte[Gf256.ORDER * Gf256.ORDER];

  static {
    for (int a = 0; a < Gf256.ORDER; a++) {
      for (int b = 0; b < Gf256.ORDER; b++) {
        TABLE[a << 8 | b] = (byte) Gf256.mul(a, b);
      }
    }
  }

  private Products() {}

  /** Returns the table, not a copy; the product of a and b is at 256 a + b. */
  static byte[] table() {
    return TABLE;
  }
}
