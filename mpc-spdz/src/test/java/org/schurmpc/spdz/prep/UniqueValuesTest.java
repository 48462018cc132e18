package org.schurmpc.spdz.prep;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How many keys α leave several values open if a giver of COPE errs over a prime field: the numbers
 * of decision 36, counted for a small prime. The key has three pieces a, b, c, and the giver's two
 * values are off such that their MACs are right for the values a/α and b/α. It passes with y for
 * the keys of χ_1 a + χ_2 b = y α; two of these keys leave one value open if their pieces are
 * proportional.
 */
class UniqueValuesTest {
  private static final int K = 18;
  private static final int P = BigInteger.ONE.shiftLeft(K).nextProbablePrime().intValueExact();
  private static final long[] INVERSES = inverses();

  private static long[] inverses() {
    long[] inverses = new long[P];
    inverses[1] = 1;
    for (int i = 2; i < P; i++) {
      inverses[i] = (P - P / i) * inverses[P % i] % P;
    }
    return inverses;
  }

  /**
   * The best choice of y.
   *
   * @param open the number of keys that pass with another value than the likeliest one
   * @param likeliest the number of keys of the likeliest value
   */
  private record Best(int open, int likeliest) {}

  private static Best best(int aBits, int bBits, long x, long z) {
    int cBits = K - aBits - bBits;
    int[] sums = new int[1 << K];
    int[] passing = new int[P];
    for (int alpha = 1; alpha < 1 << K; alpha++) {
      long a = alpha >> (bBits + cBits);
      long b = (alpha >> cBits) & ((1 << bBits) - 1);
      sums[alpha] = (int) ((x * a + z * b) % P * INVERSES[alpha] % P);
      passing[sums[alpha]]++;
    }
    Best best = new Best(0, 0);
    for (int y = 0; y < P; y++) {
      if (passing[y] > best.open) {
        Best other = open(sums, y, aBits, bBits);
        best = other.open > best.open ? other : best;
      }
      // A few y pass for many keys of one value; most have hardly any.
    }
    return best;
  }

  private static Best open(int[] sums, int y, int aBits, int bBits) {
    int cBits = K - aBits - bBits;
    Map<Long, Integer> values = new HashMap<>();
    int all = 0;
    for (int alpha = 1; alpha < 1 << K; alpha++) {
      if (sums[alpha] == y) {
        long a = alpha >> (bBits + cBits);
        long b = (alpha >> cBits) & ((1 << bBits) - 1);
        long value = a * INVERSES[alpha] % P * P + b * INVERSES[alpha] % P;
        values.merge(value, 1, Integer::sum);
        all++;
      }
    }
    int likeliest = values.values().stream().max(Integer::compare).orElse(0);
    return new Best(all - likeliest, likeliest);
  }

  /** 2^(k/3) keys, that is a probability of 2^(−2k/3), and 2^(k/6) keys of the likeliest value. */
  @Test
  void piecesOfASixthLeaveTheMostValuesOpen() {
    Random random = new Random(1);
    int[] open = new int[9];
    for (int i = 0; i < open.length; i++) {
      Best best = best(K / 6, K / 6, 1 + random.nextInt(P - 1), 1 + random.nextInt(P - 1));
      open[i] = best.open;
      assertTrue(best.likeliest <= 1 << (K / 6), best + " for the likeliest value");
    }
    Arrays.sort(open);
    int expected = 1 << (K / 3);
    assertTrue(open[4] >= expected / 4, Arrays.toString(open));
    assertTrue(open[8] <= 2 * expected, Arrays.toString(open));
  }

  @Tag("slow")
  @Test
  void otherPiecesLeaveNoMore() {
    Random random = new Random(2);
    for (int a = 1; a < K - 1; a += 2) {
      for (int b = 1; a + b < K; b += 2) {
        Best best = best(a, b, 1 + random.nextInt(P - 1), 1 + random.nextInt(P - 1));
        assertTrue(best.open <= 4 << (K / 3), a + " " + b + ": " + best);
      }
    }
  }
}
