package org.schurmpc.core.silent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How often cheats pass the check of a round of VOLE, over primes of 5 to 7 bits and with trees of
 * height 3. What depends on α is tried for all α; the rest is counted, within five standard
 * deviations.
 */
class VoleCountTest {
  private static final LpnParameters TREE = new LpnParameters(1, 1, 3);
  private static final LpnParameters TWO_TREES = new LpnParameters(2, 1, 3);
  private static final int TRIES = 1_000;

  private static final UnaryOperator<byte[]> HONEST = UnaryOperator.identity();

  /** Requires that a count is within five standard deviations of its mean. */
  static void assertRate(double rate, int passed, int tries, String cheat) {
    double mean = rate * tries;
    double tolerance = 5 * Math.sqrt(mean * (1 - rate));
    String found = "%s: %d of %d, not about %.1f".formatted(cheat, passed, tries, mean);
    assertTrue(Math.abs(passed - mean) <= tolerance, found);
  }

  @FunctionalInterface
  private interface Try {
    boolean passes(int alpha) throws Exception;
  }

  private static int count(ToyVole toy, Try one) throws Exception {
    int passed = 0;
    for (int i = 0; i < TRIES; i++) {
      passed += one.passes(1 + i % (toy.p - 1)) ? 1 : 0;
    }
    return passed;
  }

  /** An owner that shifts its sum by d and its claim by c passes under α = c / d alone. */
  @ParameterizedTest
  @ValueSource(ints = {17, 31, 101})
  void anOwnerPassesUnderOneKey(int p) throws Exception {
    ToyVole toy = new ToyVole(p, TREE);
    int[] shifts = p == 101 ? new int[] {0, 1, 50, 100} : all(p);
    int[][] passed = new int[p][p]; // by shift of the sum and of the claim
    for (int alpha = 0; alpha < p; alpha++) {
      ToyVole.Round round = toy.play(alpha, HONEST, HONEST);
      for (int shift : shifts) {
        passed[shift][round.difference(toy.adding(shift))]++;
      }
    }
    for (int shift : shifts) {
      for (int claim = 0; claim < p; claim++) {
        int keys = shift > 0 ? 1 : claim == 0 ? p : 0;
        assertEquals(keys, passed[shift][claim], "keys for %d and %d".formatted(shift, claim));
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

  /** An owner that uses another β than it has sent passes if its coefficient is zero. */
  @Test
  void anotherNoiseValuePassesByCoefficientZero() throws Exception {
    ToyVole toy = new ToyVole(31, TREE);
    for (int claim : new int[] {0, 7}) {
      int passed =
          count(toy, alpha -> toy.play(alpha, toy.adding(3), HONEST).difference(HONEST) == claim);
      assertRate(1.0 / toy.p, passed, TRIES, "another β");
    }
  }

  /** A holder that changes a tree's correction, and knows nothing of the noise. */
  @Test
  void aWrongCorrectionPassesByCoefficientZero() throws Exception {
    ToyVole toy = new ToyVole(31, TREE);
    for (int side : new int[] {0, 7}) {
      int passed =
          count(toy, alpha -> toy.play(alpha, HONEST, toy.adding(3)).difference(HONEST) == side);
      assertRate(1.0 / toy.p, passed, TRIES, "a wrong correction");
    }
  }

  /** Like before, by a holder that guesses the place: one of 8, or with an equal coefficient. */
  @Test
  void aWrongCorrectionPassesByAGuessOfThePlace() throws Exception {
    ToyVole toy = new ToyVole(101, TREE);
    int places = TREE.outputs();
    int passed =
        count(
            toy,
            alpha -> {
              ToyVole.Round round = toy.play(alpha, HONEST, toy.adding(3));
              int coefficient = round.coefficients()[toy.random.nextInt(places)];
              int shift = Math.floorMod(-3 * coefficient, toy.p);
              return round.difference(HONEST) == shift;
            });
    double rate = 1.0 / places;
    assertRate(rate + (1 - rate) / toy.p, passed, TRIES, "a guess of the place");
  }

  /** A holder that sends no node in some OTs tests a bit of a place by each of them. */
  @ParameterizedTest
  @CsvSource({"1, 0", "0, 2", "3, 0", "1, 1", "1, 2"})
  void testsOfPlacesPassByHalves(int first, int second) throws Exception {
    ToyVole toy = new ToyVole(127, TWO_TREES);
    int passed =
        count(
            toy,
            alpha ->
                toy.play(alpha, HONEST, reply -> withoutNodes(toy, reply, first, second))
                        .difference(HONEST)
                    == 0);
    double rate = Math.pow(0.5, first + second);
    assertRate(rate + (1 - rate) / toy.p, passed, TRIES, "bits that are tested");
  }

  /** Changes a random one of the nodes of OTs of each tree's first levels. */
  private static byte[] withoutNodes(ToyVole toy, byte[] reply, int first, int second) {
    for (int tree = 0; tree < 2; tree++) {
      for (int level = 0; level < (tree == 0 ? first : second); level++) {
        int ot = tree * TWO_TREES.h() + level;
        int branch = toy.random.nextInt(2);
        reply[TreeOts.BYTES * ot + TreeOts.BYTES / 2 * branch] ^= 1;
      }
    }
    return reply;
  }

  /** All values are products under α if nobody cheats. */
  @Test
  void honestRoundsAreCorrelated() throws Exception {
    ToyVole toy = new ToyVole(31, TWO_TREES);
    for (int alpha = 0; alpha < toy.p; alpha++) {
      ToyVole.Round round = toy.play(alpha, HONEST, HONEST);
      assertEquals(0, round.difference(HONEST));
      for (boolean right : round.correlated()) {
        assertTrue(right);
      }
    }
  }
}
