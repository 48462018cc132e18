package org.schurmpc.tinytable.material;

import org.schurmpc.core.crypto.Secrets;

/**
 * The products v * Δ in {@link Gf64} of all values v of up to 16 bits: the linear MAC of DNNR17,
 * section 3. The values are array indices, so they must be public, such as opened values.
 */
public final class Multiples {
  private static final int VALUES = 256;

  /** Products of the lower byte, followed by those of the upper byte. */
  private final long[] table = new long[2 * VALUES];

  public Multiples(long delta) {
    long power = delta;
    for (int bit = 0; bit < 2 * Byte.SIZE; bit++) {
      int half = bit < Byte.SIZE ? 0 : VALUES;
      int first = 1 << bit % Byte.SIZE;
      for (int value = first; value < 2 * first; value++) {
        table[half + value] = table[half + value - first] ^ power;
      }
      power = Gf64.timesX(power);
    }
  }

  /** Returns v * Δ. */
  public long of(int value) {
    return table[value & 0xFF] ^ table[VALUES + (value >>> Byte.SIZE)];
  }

  public void wipe() {
    Secrets.wipe(table);
  }
}
