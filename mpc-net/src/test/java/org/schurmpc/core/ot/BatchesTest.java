package org.schurmpc.core.ot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the sizes of batches. */
class BatchesTest {
  private final Batches batches = new Batches();
  private final List<Integer> made = new ArrayList<>();
  private int left;

  /** Requests words, from what is left over first. */
  private void request(int words) throws Exception {
    int fromLeft = Math.min(left, words);
    left -= fromLeft;
    int[] delivered = {fromLeft};
    batches.serve(
        words,
        fromLeft,
        made::add,
        (size, done, now, rest) -> {
          assertEquals(delivered[0], done);
          delivered[0] += now;
          left = rest;
        });
    assertEquals(words, delivered[0]);
  }

  private void request(int words, int times) throws Exception {
    for (int i = 0; i < times; i++) {
      request(words);
    }
  }

  @Test
  void batchesOfUnannouncedRequestsDouble() throws Exception {
    request(16, 40);
    assertEquals(List.of(128, 256, 512), made);
  }

  @Test
  void announcedRequestsAreServedByOneBatchOfTheirSize() throws Exception {
    batches.expect(16 * 40);
    request(16, 40);
    assertEquals(List.of(16 * 40 + Batch.MASK_WORDS), made);
    assertEquals(0, left);
  }

  @Test
  void announcedRequestsUseWhatIsLeftOver() throws Exception {
    request(6);
    batches.expect(500);
    request(50, 10);
    assertEquals(List.of(128, 500 - 120 + Batch.MASK_WORDS), made);
    assertEquals(0, left);
  }

  @Test
  void largeAnnouncementsAreServedByTheLargestBatches() throws Exception {
    batches.expect(5000);
    request(100, 50);
    int rest = 5000 - 2 * Batch.usable(Batch.MAX_WORDS);
    assertEquals(List.of(Batch.MAX_WORDS, Batch.MAX_WORDS, rest + Batch.MASK_WORDS), made);
    assertEquals(0, left);
  }

  @Test
  void moreThanWasAnnouncedIsServed() throws Exception {
    batches.expect(150);
    request(200, 2);
    assertEquals(400, made.stream().mapToInt(Batch::usable).sum() - left);
  }
}
