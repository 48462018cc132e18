package org.schurmpc.core.word;

import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.code.ReedSolomon;

/**
 * Holds the parameters of authenticated words. Only {@link #of} checks that the code is long
 * enough.
 *
 * @param code the code C
 * @param k the number of bits of a GGM tree: 4 or 8
 * @param sigma the statistical security of all words under one alpha, in bits: a failed check ends
 *     the session and destroys the keys, so the number of batches does not matter
 * @param openChecks the number of random combinations of each class that are opened
 * @param tieChecks the number of random sums of words that are compared with authenticated bits
 */
public record WordParameters(ReedSolomon code, int k, int sigma, int openChecks, int tieChecks) {
  /** Number of checks of sums by random bits beyond sigma, so that they add nothing to 2^-sigma. */
  private static final int MORE_TIE_CHECKS = 2;

  private static final int SYMBOL_BITS = 8;
  private static final double CLASSES = 3;

  /**
   * Returns the parameters for a code.
   *
   * @throws Refused if the code is too short for sigma, or k is neither 4 nor 8
   */
  public static WordParameters of(ReedSolomon code, int k, int sigma) throws Refused {
    require(code, k, sigma);
    return new WordParameters(code, k, sigma, openChecks(k, code.n(), sigma), tieChecks(sigma));
  }

  /**
   * Returns the number m of random combinations over GF(2^8) of each class. Coordinates whose trees
   * have inconsistent corrections stay visible in the combinations except with probability 256^-m
   * each, and every guess of a symbol of alpha costs 8 bits, so that a wrong word passes with
   * probability (n + 3 (1 + 2^-8)^n) 2^(-8m); with k = 8 a coordinate has one tree, and the first
   * term vanishes.
   *
   * @param n the length of the code
   */
  public static int openChecks(int k, int n, int sigma) {
    double factor = CLASSES * Math.pow(1 + 1.0 / 256, n) + (k < SYMBOL_BITS ? n : 0);
    return (int) Math.ceil((sigma + Math.log(factor) / Math.log(2)) / SYMBOL_BITS);
  }

  /**
   * Returns the number of sums by random bits; each lets a wrong word pass with probability 1/2.
   */
  public static int tieChecks(int sigma) {
    return sigma + MORE_TIE_CHECKS;
  }

  /**
   * Returns the statistical security of evaluations with words that were prepared with sigma: up to
   * sigma bits of a peer's alpha may leak in the preprocessing, so that a word of C* is forged with
   * probability 2^-(8 d* - sigma).
   */
  public static int claimed(ReedSolomon code, int sigma) {
    return Math.min(sigma, SYMBOL_BITS * distance(code) - sigma);
  }

  /** Returns the minimum distance d* of C*. */
  private static int distance(ReedSolomon code) {
    return code.n() - 2 * (code.k() - 1);
  }

  /**
   * Requires that the corrections determine every word. Up to sigma/k coordinates may have
   * inconsistent trees at a cost of k bits each, other errors cost 8 bits and count twice, so the
   * distance d* of C* must exceed the larger of sigma/k and sigma/4.
   *
   * @throws Refused if the code has a smaller distance, or k is neither 4 nor 8
   */
  public static void require(ReedSolomon code, int k, int sigma) throws Refused {
    if (k != 4 && k != SYMBOL_BITS) {
      throw new Refused("authenticated words have trees of 4 or 8 bits, not " + k);
    }
    int distance = distance(code);
    int needed = Math.max(sigma / k, sigma / 4) + 1;
    if (distance < needed) {
      throw new Refused(
          ("code %s is too short to be prepared by oblivious transfer with sigma %d and trees of %d"
                  + " bits: the distance of its square, n - 2 (k - 1), is %d, and at least %d is"
                  + " needed")
              .formatted(code.name(), sigma, k, distance, needed));
    }
  }
}
