package org.schurmpc.tinyot.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BucketSizeTest {
  @ParameterizedTest
  @CsvSource({
    "40,12,4", "40,14,4", "40,16,4", "40,18,4", "40,20,3",
    "64,12,6", "64,14,6", "64,16,5", "64,18,5", "64,20,4",
    "80,12,7", "80,14,7", "80,16,6", "80,18,6", "80,20,5"
  })
  void sizesOfTheTable(int sigma, int logTriples, int size) {
    assertEquals(size, BucketSize.least(1 << logTriples, sigma));
  }

  /** log2 of C(n, k), by its product. */
  private static double logBinomial(double n, int k) {
    double log = 0;
    for (int i = 0; i < k; i++) {
      log += Math.log((n - i) / (i + 1));
    }
    return log / Math.log(2);
  }

  /** log2 of the probability of a gain in a batch whose bound is that of a store, over all t. */
  private static double logGain(int triples, int size) {
    double most = Double.NEGATIVE_INFINITY;
    for (int t = size; t <= triples * size; t++) {
      double caught = t < 50 ? Math.log(Math.pow(2, t) - 1) / Math.log(2) : t;
      most = Math.max(most, logBinomial(t, size) - caught);
    }
    return most + Math.log(triples) / Math.log(2) - logBinomial((double) triples * size, size);
  }

  @Test
  void theMaximumIsOverAllNumbersOfCorruptions() {
    for (int sigma : new int[] {40, 64, 80}) {
      for (int triples = 1024; triples <= 1 << 18; triples *= 4) {
        int size = BucketSize.least(triples, sigma);
        assertTrue(logGain(triples, size) <= -sigma, sigma + " " + triples);
        assertTrue(logGain(triples, size - 1) > -sigma, sigma + " " + triples);
      }
    }
  }

  /** The peer's best choices in a store of many batches do not gain more than 2^-σ, at the edge. */
  @Test
  void theBoundIsForAStoreOfManyBatches() {
    for (int[] edge : new int[][] {{3, 40}, {4, 64}, {4, 40}, {5, 64}}) {
      int size = edge[0];
      int sigma = edge[1];
      int triples = BucketSize.leastTriples(size, sigma);
      double one = 0;
      double store = 0;
      for (int batch = 0; batch < 100; batch++) {
        double best = 0;
        for (int t = 1; t < 4 * size; t++) {
          double log = logBinomial(t, size) + Math.log(triples) / Math.log(2);
          double gain =
              t < size ? 0 : Math.pow(2, log - logBinomial((double) triples * size, size) - t);
          best = Math.max(best, gain + Math.pow(2, -t) * store);
        }
        one = batch == 0 ? best : one;
        store = best;
      }
      double bound = Math.pow(2, -sigma);
      assertTrue(store <= bound * (1 + 1e-9), size + " " + sigma + ": " + store / bound);
      assertTrue(store > one && store > 0.999 * bound, size + " " + sigma + ": " + store / bound);
    }
  }

  @Test
  void threeSufficeFromHereOn() {
    assertEquals(280_747, BucketSize.leastTriples(3, 40));
    assertEquals(3, BucketSize.least(280_747, 40));
    assertEquals(4, BucketSize.least(280_746, 40));
  }

  @Test
  void theTableShowsAllSizes() throws Exception {
    List<String> lines = BucketSize.table().lines().toList();
    assertEquals(12, lines.size());
    assertEquals("2^10        5     7     8", lines.get(1));
    assertEquals("2^20        3     4     5", lines.get(11));
    String page = Files.readString(Path.of("../docs/tinyot.md"));
    assertTrue(page.contains(String.join("\n", lines)), "docs/tinyot.md shows the table");
  }

  @Test
  void whatHasNoSizeIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> BucketSize.least(1023, 40));
    assertThrows(IllegalArgumentException.class, () -> BucketSize.least(1024, 39));
    assertThrows(IllegalArgumentException.class, () -> BucketSize.least(1024, 81));
  }
}
