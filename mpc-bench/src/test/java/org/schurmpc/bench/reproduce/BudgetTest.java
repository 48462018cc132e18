package org.schurmpc.bench.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.schurmpc.bench.reproduce.Budget.Forecast;
import org.schurmpc.cli.launch.HeapSize;

class BudgetTest {
  private long nanos = 12345;
  private final Budget budget = new Budget(Duration.ofSeconds(100), () -> nanos);

  private void pass(long seconds) {
    nanos += Duration.ofSeconds(seconds).toNanos();
  }

  @Test
  void fastRowsGetAllRuns() {
    assertEquals(5, budget.runs(5));
    assertEquals(5, budget.runs(5, 2, 1, new Forecast(8, 1), 10));
  }

  /** 20 s for each of 10 rows at most: 8 s and 12 s of runs. */
  @Test
  void slowRowsGetFewer() {
    assertEquals(5, budget.runs(5, 2, 1, new Forecast(8, 2), 10));
    assertEquals(3, budget.runs(5, 2, 1, new Forecast(8, 3), 10));
    assertEquals(2, budget.runs(5, 2, 1, new Forecast(8, 20), 10));
    assertEquals(5, budget.runs(5, 5, 1, new Forecast(8, 3), 10));
  }

  @Test
  void rowsThatDoNotFitGetNone() {
    assertEquals(0, budget.runs(5, 2, 1, new Forecast(8, 31), 1));
    pass(80);
    assertEquals(0, budget.runs(5, 2, 1, new Forecast(8, 5), 1));
    assertEquals(5, budget.runs(5));
    pass(20);
    assertEquals(0, budget.runs(5));
  }

  @Test
  void aCrowdTakesLonger() {
    assertEquals(new Forecast(8, 6), new Forecast(8, 2).times(3));
    InstanceLimit two = new InstanceLimit(4, "so it is", 2, 1 << 20);
    assertEquals(1, two.crowding(1));
    assertEquals(4, two.crowding(4));
    InstanceLimit eight = new InstanceLimit(4, "so it is", 8, 1 << 20);
    assertEquals(1, eight.crowding(4));
    assertEquals(2, eight.crowding(8));
  }

  @Test
  void aMachineHasRoomForSoMany() {
    InstanceLimit limit = new InstanceLimit(2, "so it is", 2, 3000);
    HeapSize heap = new HeapSize(600);
    assertEquals(Optional.empty(), limit.refusal(2, heap));
    assertEquals(Optional.of("3 instances, so it is"), limit.refusal(3, heap));
    String memory = limit.refusal(2, new HeapSize(700)).orElseThrow();
    assertEquals("2 instances take up to 3,500 MB, this machine has 3,000 MB", memory);
    assertEquals(Optional.empty(), limit.refusal(1, new HeapSize(70_000)));
    assertTrue(InstanceLimit.ofThisMachine().memoryMegabytes() > 100);
  }
}
