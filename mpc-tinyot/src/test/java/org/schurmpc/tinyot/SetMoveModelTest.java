package org.schurmpc.tinyot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The move of bits to another key as formulas over GF(2^8), in which a cheat is found with a
 * probability that can be counted: one combination, MACs of 8 bits.
 */
class SetMoveModelTest {
  private static final int TRIES = 200_000;
  private static final int BITS = 16;
  private static final int ORDER = 256;

  /** Multiplies in GF(2^8) modulo X^8 + X^4 + X^3 + X + 1. */
  private static int times(int a, int b) {
    int product = 0;
    for (int i = 0; i < 8; i++) {
      product ^= (b >>> i & 1) * (a << i);
    }
    for (int i = 14; i >= 8; i--) {
      product ^= (product >>> i & 1) * (0x11B << (i - 8));
    }
    return product;
  }

  /** What a verifier compares: the old key, the new one, or both. */
  private record Comparisons(boolean old, boolean fresh) {}

  /**
   * Counts the tries that pass. The cheat inputs a share with one bit changed, learns ρ, and then
   * opens what suits the old key, with a guess of the new one.
   *
   * @param rhoKnown whether the cheat knows ρ before it inputs its shares
   */
  private static int passes(Comparisons compared, boolean rhoKnown, long seed) {
    Random random = new Random(seed);
    int passed = 0;
    for (int i = 0; i < TRIES; i++) {
      int oldDelta = random.nextInt(ORDER);
      int newDelta = random.nextInt(ORDER);
      int[] rho = new int[BITS];
      int y = random.nextInt(ORDER); // of the shares and the spare
      for (int bit = 0; bit < BITS; bit++) {
        rho[bit] = random.nextInt(ORDER);
      }
      int changed = random.nextInt(BITS);
      int error = rhoKnown ? suiting(rho) : 1 << changed;
      int shift = 0;
      for (int bit = 0; bit < BITS; bit++) {
        shift ^= rho[bit] & -(error >>> bit & 1);
      }
      // Under the old key the cheat knows the MAC of y, under the new one that of y + shift.
      int opened = compared.old ? y : y ^ shift;
      int guess = random.nextInt(ORDER);
      boolean old = times(opened ^ y, oldDelta) == 0;
      boolean fresh = times(opened ^ y ^ shift, newDelta) == times(opened ^ y ^ shift, guess);
      passed += (!compared.old || old) && (!compared.fresh || fresh) ? 1 : 0;
    }
    return passed;
  }

  /** Returns errors of several bits that the coefficients do not show; 1 if there are none. */
  private static int suiting(int[] rho) {
    for (int error = 1; error < 1 << BITS; error++) {
      int sum = 0;
      for (int bit = 0; bit < BITS; bit++) {
        sum ^= rho[bit] & -(error >>> bit & 1);
      }
      if (sum == 0) {
        return error;
      }
    }
    return 1;
  }

  private static void assertNear(double expected, int counted) {
    double sigma = Math.sqrt(expected);
    assertTrue(Math.abs(counted - expected) < 4 * sigma, counted + " for " + expected);
  }

  /** Passes if ρ is zero at the changed bit, or if the guess is right: 1/256 each. */
  @Test
  void aChangedShareIsFoundButForTwoInTwoHundredAndFiftySix() {
    double once = 1.0 / ORDER;
    assertNear(TRIES * (once + (1 - once) * once), passes(new Comparisons(true, true), false, 1));
  }

  @Test
  void withoutOneOfTheComparisonsEverythingPasses() {
    assertEquals(TRIES, passes(new Comparisons(true, false), false, 2));
    assertEquals(TRIES, passes(new Comparisons(false, true), false, 2));
  }

  @Test
  void coefficientsThatAreKnownBeforeFindNothing() {
    assertEquals(TRIES, passes(new Comparisons(true, true), true, 3));
  }
}
