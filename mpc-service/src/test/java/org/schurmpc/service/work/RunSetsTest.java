package org.schurmpc.service.work;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.prep.disk.KeyName;

class RunSetsTest {
  private static final KeyName A = KeyName.ofBatch("0a".repeat(32));
  private static final KeyName B = KeyName.ofBatch("0b".repeat(32));

  /** All parties choose the same, whatever the order. */
  @Test
  void theKeyOfMostMasksIsPreferred() {
    assertEquals(Optional.empty(), RunSets.mostFrequent(List.of()));
    assertEquals(Optional.of(B), RunSets.mostFrequent(List.of(B)));
    assertEquals(Optional.of(B), RunSets.mostFrequent(List.of(B, A, B)));
    assertEquals(Optional.of(A), RunSets.mostFrequent(List.of(B, A)));
    assertEquals(Optional.of(A), RunSets.mostFrequent(List.of(A, B)));
  }
}
