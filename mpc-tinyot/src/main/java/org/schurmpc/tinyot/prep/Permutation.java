package org.schurmpc.tinyot.prep;

import org.schurmpc.core.crypto.Prg;

/**
 * A uniformly random permutation from a public seed, equal at both parties: Fisher and Yates'
 * shuffle with unbiased indices (Lemire's multiplication with rejection).
 */
final class Permutation {
  private static final int CHUNK_LONGS = 512;
  private static final long LOW = 0xFFFFFFFFL;

  private final Prg prg;
  private final long[] chunk = new long[CHUNK_LONGS];
  private int used = 2 * CHUNK_LONGS;

  /**
   * Creates a generator of permutations.
   *
   * @param seed {@value Prg#SEED_BYTES} bytes
   */
  Permutation(byte[] seed) {
    prg = new Prg(seed);
  }

  /** Writes the numbers 0 to {@code count} - 1 in random order. */
  void fill(int[] order, int count) {
    for (int i = 0; i < count; i++) {
      order[i] = i;
    }
    for (int i = count - 1; i > 0; i--) {
      int j = below(i + 1);
      int other = order[j];
      order[j] = order[i];
      order[i] = other;
    }
  }

  /** Returns a uniform number from 0 to {@code bound} - 1. */
  int below(int bound) {
    long product = next32() * bound;
    if ((product & LOW) < bound) {
      long reject = (1L << 32) % bound;
      while ((product & LOW) < reject) {
        product = next32() * bound;
      }
    }
    return (int) (product >>> 32);
  }

  private long next32() {
    if (used == 2 * CHUNK_LONGS) {
      prg.nextLongs(chunk, 0, CHUNK_LONGS);
      used = 0;
    }
    long word = chunk[used >>> 1] >>> ((used & 1) << 5);
    used++;
    return word & LOW;
  }
}
