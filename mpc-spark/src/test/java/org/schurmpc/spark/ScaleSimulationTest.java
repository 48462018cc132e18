package org.schurmpc.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class ScaleSimulationTest {
  private static final Path PAGE = Path.of("..", "docs", "scale.md");

  /** Measured: see docs/scale.md. */
  private static final double SECONDS_PER_ROW = 68e-6;

  private static final double BYTES_PER_ROW = 31 * 83.4 + 15;
  private static final double GIGABIT = 125e6;

  private static double seconds(int workers, double lines) {
    return new ScaleSimulation(
            100_000_000, 1 << 16, SECONDS_PER_ROW, BYTES_PER_ROW, lines * GIGABIT)
        .seconds(workers);
  }

  @Test
  void limitsAreOneCoreAndOneLine() {
    ScaleSimulation wide = new ScaleSimulation(1_000, 10, 2, 1, 1e12);
    assertEquals(2_000, wide.seconds(1), 1);
    assertEquals(500, wide.seconds(4), 1);
    ScaleSimulation narrow = new ScaleSimulation(1_000, 10, 1e-9, 8, 4);
    assertEquals(2_000, narrow.seconds(1), 1);
    assertEquals(2_000, narrow.seconds(10), 1);
  }

  @Test
  void moreWorkersAreNeverSlower() {
    double before = Double.POSITIVE_INFINITY;
    for (int workers = 1; workers <= 256; workers *= 2) {
      double now = seconds(workers, 10);
      assertTrue(now <= before * 1.001, workers + " workers");
      before = now;
    }
  }

  /** Holds the table of the page to the simulation. */
  @Test
  void pageHasTheSimulatedTimes() throws IOException {
    String page = Files.readString(PAGE);
    for (int workers : new int[] {1, 4, 16, 32, 64, 128}) {
      String row =
          String.format(
              Locale.ROOT,
              "| %d | %,.0f s | %,.0f s | %,.0f s |",
              workers,
              seconds(workers, 1),
              seconds(workers, 10),
              seconds(workers, 100));
      assertTrue(page.contains(row), () -> "docs/scale.md lacks " + row);
    }
  }
}
