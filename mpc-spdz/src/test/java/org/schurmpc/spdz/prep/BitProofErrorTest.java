package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The best cheat in the proof of a bit, counted over primes so small that all χ and α can be tried,
 * stays below the bound that {@link BitProof} states.
 */
class BitProofErrorTest {
  /** The holder's check of one value: q (q - α) χ + q_u = U α + V, where q = α x - m. */
  private static boolean passes(
      int p, int x, int m, int u, int mu, int chi, int alpha, int sentU, int sentV) {
    int q = Math.floorMod(alpha * x - m, p);
    int qu = Math.floorMod(alpha * u - mu, p);
    int left = Math.floorMod(q * (q - alpha) % p * chi + qu, p);
    return left == Math.floorMod(alpha * sentU + sentV, p);
  }

  /** Over how many of all α the best U and V pass, if the owner knows its values, m and χ. */
  private static int best(int p, int x, int m, int u, int mu, int chi) {
    int best = 0;
    for (int sentU = 0; sentU < p; sentU++) {
      for (int sentV = 0; sentV < p; sentV++) {
        int count = 0;
        for (int alpha = 0; alpha < p; alpha++) {
          count += passes(p, x, m, u, mu, chi, alpha, sentU, sentV) ? 1 : 0;
        }
        best = Math.max(best, count);
      }
    }
    return best;
  }

  @ParameterizedTest
  @ValueSource(ints = {11, 31, 101})
  void theBestCheatIsBelowTheBound(int p) {
    int[] others = p == 101 ? new int[] {2, 100} : new int[] {2, 3, p / 2, p - 1};
    for (int x : others) {
      // By symmetry of U and V, m, u and its m do not matter.
      long passed = 0;
      int[] chis = p == 101 ? new int[] {0, 1, 57} : all(p);
      for (int chi : chis) {
        int best = best(p, x, 5, 7, 3, chi);
        assertEquals(chi == 0 ? p : 2, best, "roots at χ = " + chi);
        passed += best;
      }
      if (chis.length == p) {
        assertEquals(p + 2L * (p - 1), passed); // of p^2 pairs of χ and α
        assertTrue(passed < 3L * p, "more than 3/p");
      }
    }
  }

  private static int[] all(int p) {
    int[] all = new int[p];
    for (int i = 0; i < p; i++) {
      all[i] = i;
    }
    return all;
  }

  /** What {@link BitProof} sends for a bit passes under all χ and α. */
  @ParameterizedTest
  @ValueSource(ints = {11, 31, 101})
  void bitsAlwaysPass(int p) {
    for (int x = 0; x <= 1; x++) {
      for (int chi = 0; chi < p; chi++) {
        for (int alpha = 0; alpha < p; alpha++) {
          int m = (3 * chi + alpha + 1) % p;
          int sentU = Math.floorMod(chi * m % p * (1 - 2 * x) + 7, p);
          int sentV = Math.floorMod(chi * m % p * m - 3, p);
          assertTrue(passes(p, x, m, 7, 3, chi, alpha, sentU, sentV));
        }
      }
    }
  }
}
