package org.schurmpc.tinyot.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.tinyot.material.MacWidths;

class BatchPlanTest {
  @ParameterizedTest
  @ValueSource(ints = {40, 64, 80})
  void batchesFitAndMeetTheDemand(int sigma) {
    BatchPlan plan = new BatchPlan(sigma);
    for (long demand = 1; demand < 1L << 33; demand = demand * 3 + 64) {
      long left = demand;
      int batches = 0;
      while (left > 0) {
        int triples = plan.next(left);
        assertEquals(0, triples % BatchPlan.STEP);
        assertTrue(triples >= BucketSize.MIN_BATCH && triples <= plan.most());
        int size = BucketSize.least(triples, sigma);
        assertTrue((long) triples * size <= BatchPlan.MAX_LEAKY);
        left -= triples;
        if (++batches > 100) {
          break;
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "40,1,1024", // rounded up
    "40,20000,20480",
    "40,210432,210432", // four leaky ANDs each are cheaper than three for 281,088
    "40,212000,281088",
    "40,524288,524288",
    "40,524352,281088", // not a full one and a tiny one
    "40,1048576,524288",
    "64,600000,600064", // five each are cheaper than four for 781,312
    "64,700000,781312",
    "64,1048576,1048576",
    "64,1100000,1048576", // a full one of four each and a small one
    "80,1048576,524288"
  })
  void sizes(int sigma, long demand, int triples) {
    assertEquals(triples, new BatchPlan(sigma).next(demand));
  }

  @Test
  void batchesOfMacsThatAreWideBothWaysAreNotLargerThanUsual() {
    assertEquals(1 << 20, BatchPlan.of(64, MacWidths.equal(1)).most());
    assertEquals(1 << 19, BatchPlan.of(64, MacWidths.equal(2)).most());
    assertEquals(1 << 20, BatchPlan.of(64, new MacWidths(1, 2)).most());
    assertEquals(1 << 20, BatchPlan.of(64, new MacWidths(2, 1)).most());
    assertEquals(1 << 19, BatchPlan.of(40, MacWidths.equal(1)).most());
    assertEquals(1 << 19, BatchPlan.of(80, MacWidths.equal(2)).most());
  }

  @Test
  void anEnlargedBatchIsNeverDearer() {
    for (int sigma : new int[] {40, 64, 80}) {
      BatchPlan plan = new BatchPlan(sigma);
      for (int demand = 1024; demand <= plan.most(); demand += 512 * 13) {
        int triples = plan.next(demand);
        long cost = (long) triples * BucketSize.least(triples, sigma);
        assertTrue(triples >= demand);
        assertTrue(cost <= (long) demand * BucketSize.least(demand, sigma) + 512 * 8);
      }
    }
  }
}
