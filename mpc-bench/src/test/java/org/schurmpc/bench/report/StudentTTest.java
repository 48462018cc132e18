package org.schurmpc.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudentTTest {
  @ParameterizedTest
  @CsvSource({
    "1, 12.706",
    "2, 4.303",
    "3, 3.182",
    "4, 2.776",
    "9, 2.262",
    "30, 2.042",
    "120, 1.980"
  })
  void quantilesAreThoseOfTheTables(int degrees, double expected) {
    assertEquals(expected, StudentT.quantile95(degrees), 0.0006);
  }

  @Test
  void noDegreesOfFreedomIsAMistake() {
    assertThrows(IllegalArgumentException.class, () -> StudentT.quantile95(0));
  }

  @Test
  void intervalOfFiveValues() {
    Sample sample = new Sample(new double[] {10, 12, 9, 11, 13});
    assertEquals(11, sample.mean(), 1e-12);
    // s = sqrt(10 / 4); 2.776 s / sqrt 5
    assertEquals(1.963, sample.ci95().orElseThrow(), 0.001);
  }

  @Test
  void oneValueHasNoInterval() {
    assertTrue(new Sample(new double[] {3}).ci95().isEmpty());
  }
}
