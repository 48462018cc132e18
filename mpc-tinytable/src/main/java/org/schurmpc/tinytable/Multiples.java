package org.schurmpc.tinytable;

import org.schurmpc.core.crypto.Secrets;

/**
 * The products v * Δ of all values v of up to 16 bits, as polynomials over GF(2), not reduced: the
 * linear MAC of DNNR17, section 3. Values are indices, so public: they were opened.
 */
final class Multiples {
  private static final int VALUES = 256;

  /** Lower and upper long of v * Δ at 2v. */
  private final long[] table = new long[2 * VALUES];

  Multiples(long delta) {
    for (int value = 1; value < VALUES; value++) {
      int bit = Integer.numberOfTrailingZeros(value);
      int rest = value & (value - 1);
      table[2 * value] = table[2 * rest] ^ (delta << bit);
      // Two shifts: one by 64 would be none.
      table[2 * value + 1] = table[2 * rest + 1] ^ (delta >>> 1 >>> (Long.SIZE - 1 - bit));
    }
  }

  /** The lower long of v * Δ. */
  long low(int value) {
    int v = value & 0xFF;
    int w = value >>> Byte.SIZE;
    return table[2 * v] ^ (table[2 * w] << Byte.SIZE);
  }

  /** The upper long of v * Δ. */
  long high(int value) {
    int v = value & 0xFF;
    int w = value >>> Byte.SIZE;
    return table[2 * v + 1]
        ^ (table[2 * w + 1] << Byte.SIZE)
        ^ (table[2 * w] >>> (Long.SIZE - Byte.SIZE));
  }

  void wipe() {
    Secrets.wipe(table);
  }
}
