package org.schurmpc.tinyot.prep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PermutationTest {
  private static final long SEED = 11;

  private static byte[] seed(Random random) {
    byte[] seed = new byte[16];
    random.nextBytes(seed);
    return seed;
  }

  private static int[] permutation(byte[] seed, int count) {
    int[] order = new int[count + 3];
    new Permutation(seed).fill(order, count);
    return Arrays.copyOf(order, count);
  }

  @Test
  void everyNumberOnceAndTheSameForTheSameSeed() {
    Random random = new Random(SEED);
    for (int count : new int[] {1, 2, 1000, 5121}) {
      byte[] seed = seed(random);
      int[] order = permutation(seed, count);
      assertArrayEquals(order, permutation(seed, count));
      int[] sorted = order.clone();
      Arrays.sort(sorted);
      assertArrayEquals(IntStream.range(0, count).toArray(), sorted);
    }
  }

  @Test
  void allPermutationsAreEquallyLikely() {
    Random random = new Random(SEED);
    Map<String, Integer> counts = new HashMap<>();
    int samples = 24 * 2000;
    for (int i = 0; i < samples; i++) {
      counts.merge(Arrays.toString(permutation(seed(random), 4)), 1, Integer::sum);
    }
    assertEquals(24, counts.size());
    double chiSquare = 0;
    for (int count : counts.values()) {
      chiSquare += Math.pow(count - 2000, 2) / 2000;
    }
    assertTrue(chiSquare < 70, "chi-square " + chiSquare); // 23 degrees of freedom: 1e-6
  }

  /** A bound just above half of 2^31, for which plain scaling of 31 bits would be biased. */
  @Test
  void largeBoundsAreNotBiased() {
    int bound = 3 << 29;
    Permutation permutation = new Permutation(seed(new Random(SEED)));
    int[] thirds = new int[3];
    int odd = 0;
    for (int i = 0; i < 300_000; i++) {
      int number = permutation.below(bound);
      thirds[number >>> 29]++;
      odd += number & 1;
    }
    for (int count : thirds) {
      assertEquals(100_000, count, 1600);
    }
    assertEquals(150_000, odd, 1700);
  }
}
