package org.schurmpc.core.code;

import java.util.ArrayList;
import java.util.List;

/**
 * Butterflies of one level of an additive transform on two longs of each plane of a bit-sliced
 * word: a += λ b and b += a, in this order (forward) or the reverse order, where b is 2^level
 * positions after a. A run multiplies 64 pairs at once, by constants that differ from pair to pair.
 *
 * <p>Up to level 5, both elements of a pair are in one long, which has 32 lower positions: the
 * products of the second long are computed at its upper positions.
 */
final class AdditiveButterflies {
  /** Lower positions of pairs, for each level below 6. */
  private static final long[] LOWER = {
    0x5555555555555555L,
    0x3333333333333333L,
    0x0F0F0F0F0F0F0F0FL,
    0x00FF00FF00FF00FFL,
    0x0000FFFF0000FFFFL,
    0x00000000FFFFFFFFL
  };

  private final boolean within; // both elements of a pair are in one long
  private final boolean forward;
  private final int first;
  private final int second;
  private final int shift;
  private final long lower;
  private final long firstAdd; // pairs, by their lower positions, with b += a
  private final long secondAdd;
  private final long[] lambda; // eight planes of constants; null if all are zero

  private AdditiveButterflies(
      int level, boolean forward, int first, int second, int[] lambda, boolean[] add) {
    this.within = level < 6;
    this.forward = forward;
    this.first = first;
    this.second = second;
    this.shift = within ? 1 << level : 0;
    this.lower = within ? LOWER[level] : -1;
    this.firstAdd = bits(add, 64 * first);
    this.secondAdd = within ? bits(add, 64 * second) : 0;
    long[] planes = new long[Codeword.PLANES];
    long any = 0;
    for (int j = 0; j < Codeword.PLANES; j++) {
      for (int p = 0; p < 64; p++) {
        planes[j] |= (long) (lambda[64 * first + p] >>> j & 1) << p;
        if (within) {
          // At an upper position; shift < 64, as p + shift is in the long where lambda is not zero.
          planes[j] |= (long) (lambda[64 * second + p] >>> j & 1) << (p + shift);
        }
      }
      any |= planes[j];
    }
    this.lambda = any == 0 ? null : planes;
  }

  /**
   * Returns the operations for all butterflies of a level.
   *
   * @param lambda factors, by lower position
   * @param add whether to perform b += a, by lower position
   */
  static List<AdditiveButterflies> of(int level, boolean forward, int[] lambda, boolean[] add) {
    List<AdditiveButterflies> all = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      int first = level == 7 ? i : 2 * i;
      int second = first + (level == 7 ? 2 : 1);
      AdditiveButterflies some =
          new AdditiveButterflies(level, forward, first, second, lambda, add);
      if (some.lambda != null || some.firstAdd != 0 || some.secondAdd != 0) {
        all.add(some);
      }
    }
    return all;
  }

  private static long bits(boolean[] set, int from) {
    long bits = 0;
    for (int p = 0; p < 64; p++) {
      bits |= set[from + p] ? 1L << p : 0;
    }
    return bits;
  }

  /**
   * Performs the butterflies.
   *
   * @param word a bit-sliced word
   * @param x scratch space of eight longs
   */
  void run(long[] word, long[] x) {
    if (lambda == null) {
      add(word);
    } else if (within) {
      // Straight-line code: loops of eight cost HotSpot more than their bodies.
      take(word, x, 0);
      take(word, x, 1);
      take(word, x, 2);
      take(word, x, 3);
      take(word, x, 4);
      take(word, x, 5);
      take(word, x, 6);
      take(word, x, 7);
      multiply(x, lambda);
      put(word, x, 0);
      put(word, x, 1);
      put(word, x, 2);
      put(word, x, 3);
      put(word, x, 4);
      put(word, x, 5);
      put(word, x, 6);
      put(word, x, 7);
    } else {
      if (!forward) {
        add(word);
      }
      for (int j = 0; j < Codeword.PLANES; j++) {
        x[j] = word[4 * j + second];
      }
      multiply(x, lambda);
      for (int j = 0; j < Codeword.PLANES; j++) {
        word[4 * j + first] ^= x[j];
      }
      if (forward) {
        add(word);
      }
    }
  }

  /** Puts plane j of all b into x; in reverse order, adds a to b first. */
  private void take(long[] word, long[] x, int j) {
    long a = word[4 * j + first];
    long b = word[4 * j + second];
    if (!forward) {
      a ^= (a & firstAdd) << shift;
      b ^= (b & secondAdd) << shift;
      word[4 * j + first] = a;
      word[4 * j + second] = b;
    }
    x[j] = (a >>> shift & lower) | (b & ~lower);
  }

  /** Adds plane j of the products to all a; in forward order, then adds a to b. */
  private void put(long[] word, long[] x, int j) {
    long a = word[4 * j + first] ^ (x[j] & lower);
    long b = word[4 * j + second] ^ (x[j] >>> shift & lower);
    if (forward) {
      a ^= (a & firstAdd) << shift;
      b ^= (b & secondAdd) << shift;
    }
    word[4 * j + first] = a;
    word[4 * j + second] = b;
  }

  private void add(long[] word) {
    if (within) {
      if (firstAdd != 0) {
        for (int i = first; i < Codeword.LONGS; i += 4) {
          word[i] ^= (word[i] & firstAdd) << shift;
        }
      }
      if (secondAdd != 0) {
        for (int i = second; i < Codeword.LONGS; i += 4) {
          word[i] ^= (word[i] & secondAdd) << shift;
        }
      }
    } else if (firstAdd != 0) {
      int toSecond = second - first;
      for (int i = first; i < Codeword.LONGS; i += 4) {
        word[i + toSecond] ^= word[i] & firstAdd;
      }
    }
  }

  /** Computes x *= c: 64 products in GF(2^8), by Horner's rule. */
  private static void multiply(long[] x, long[] c) {
    long x0 = x[0];
    long x1 = x[1];
    long x2 = x[2];
    long x3 = x[3];
    long x4 = x[4];
    long x5 = x[5];
    long x6 = x[6];
    long x7 = x[7];
    long c7 = c[7];
    long y0 = x0 & c7;
    long y1 = x1 & c7;
    long y2 = x2 & c7;
    long y3 = x3 & c7;
    long y4 = x4 & c7;
    long y5 = x5 & c7;
    long y6 = x6 & c7;
    long y7 = x7 & c7;
    for (int j = 6; j >= 0; j--) {
      long cj = c[j];
      long top = y7; // X^8 = X^4 + X^3 + X + 1
      y7 = y6 ^ (x7 & cj);
      y6 = y5 ^ (x6 & cj);
      y5 = y4 ^ (x5 & cj);
      y4 = y3 ^ top ^ (x4 & cj);
      y3 = y2 ^ top ^ (x3 & cj);
      y2 = y1 ^ (x2 & cj);
      y1 = y0 ^ top ^ (x1 & cj);
      y0 = top ^ (x0 & cj);
    }
    x[0] = y0;
    x[1] = y1;
    x[2] = y2;
    x[3] = y3;
    x[4] = y4;
    x[5] = y5;
    x[6] = y6;
    x[7] = y7;
  }
}
