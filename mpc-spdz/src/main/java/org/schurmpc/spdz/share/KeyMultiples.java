package org.schurmpc.spdz.share;

import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.field.Field;
import org.schurmpc.spdz.material.Span;

/**
 * A party's share of α times each value of a {@link Span}, by the value's public coordinates: a
 * table of 256 elements for each byte of them.
 */
final class KeyMultiples {
  private static final int ENTRIES = 256;

  private final int limbs;
  private final int bytes;
  private final long[] multiples;

  /**
   * Computes the multiples.
   *
   * @param key this party's share of α, one element; not kept
   */
  KeyMultiples(Span span, long[] key) {
    Field field = span.field();
    this.limbs = field.limbs();
    this.bytes = span.coordinateBytes();
    this.multiples = new long[bytes * ENTRIES * limbs];
    for (int i = 0; i < span.dimension(); i++) {
      int table = i / Byte.SIZE * ENTRIES;
      int bit = 1 << i % Byte.SIZE;
      int at = (table + bit) * limbs;
      field.multiply(key, 0, span.basis(i), 0, multiples, at, 1);
      for (int lower = 1; lower < bit; lower++) {
        int from = (table + lower) * limbs;
        field.add(multiples, from, multiples, at, multiples, at + lower * limbs, 1);
      }
    }
  }

  /**
   * Adds α times n values to elements.
   *
   * @param coordinates of the values, public, {@link Span#coordinateBytes} each
   */
  void add(byte[] coordinates, int at, long[] to, int toAt, int n) {
    if (limbs == 1 && bytes == 1) {
      for (int i = 0; i < n; i++) {
        to[toAt + i] ^= multiples[coordinates[at + i] & 0xff];
      }
      return;
    }
    for (int i = 0; i < n; i++) {
      for (int b = 0; b < bytes; b++) {
        int entry = (b * ENTRIES + (coordinates[at + i * bytes + b] & 0xff)) * limbs;
        for (int limb = 0; limb < limbs; limb++) {
          to[toAt + i * limbs + limb] ^= multiples[entry + limb];
        }
      }
    }
  }

  void wipe() {
    Secrets.wipe(multiples);
  }
}
