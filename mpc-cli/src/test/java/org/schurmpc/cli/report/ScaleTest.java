package org.schurmpc.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScaleTest {
  private static List<String> labels(Scale scale) {
    return scale.ticks().stream().map(scale::label).toList();
  }

  @Test
  void linearAxesHaveRoundLabels() {
    assertEquals(
        List.of("0", "2", "4", "6", "8", "10"), labels(Scale.linear(0, 9.9, true, 0, 100)));
    assertEquals(
        List.of("0", "0.02", "0.04", "0.06", "0.08", "0.1"),
        labels(Scale.linear(0, 0.099, true, 0, 100)));
    assertEquals(
        List.of("0", "1,000,000", "2,000,000", "3,000,000"),
        labels(Scale.linear(0, 3.1e6, true, 0, 100)));
    assertEquals(
        List.of("110", "115", "120", "125", "130"), labels(Scale.linear(110, 130, false, 0, 9)));
  }

  @Test
  void logarithmicAxesHavePowers() {
    assertEquals(
        List.of("0.1", "1", "10", "100", "1,000"), labels(Scale.logarithmic(0.15, 1900, 0, 100)));
    assertEquals(
        List.of("1", "2", "5", "10", "20", "50"), labels(Scale.logarithmic(1.5, 40, 0, 100)));
    assertTrue(labels(Scale.logarithmic(1, 2e10, 0, 9)).contains("10⁴"));
  }

  @Test
  void valuesLieBetweenTheEnds() {
    for (Scale scale :
        List.of(
            Scale.linear(5, 5, false, 300, 0),
            Scale.linear(0, 0, true, 300, 0),
            Scale.linear(-3, 7, false, 300, 0),
            Scale.logarithmic(5, 5, 300, 0),
            Scale.logarithmic(1e-9, 1e9, 300, 0))) {
      assertTrue(scale.low() < scale.high(), scale.toString());
      assertEquals(300, scale.at(scale.low()), 1e-9);
      assertEquals(0, scale.at(scale.high()), 1e-9);
      assertTrue(scale.ticks().size() >= 2 && scale.ticks().size() <= 12, labels(scale).toString());
    }
  }

  @Test
  void axesOfAnyValuesHaveFewLabels() {
    List<Double> values =
        List.of(
            0.0,
            -1.0,
            1e15,
            1e15 + 1,
            1e18,
            1e18 + 128,
            Double.MIN_VALUE,
            2 * Double.MIN_VALUE,
            Double.MAX_VALUE,
            -Double.MAX_VALUE,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Double.NaN);
    for (double least : values) {
      for (double most : values) {
        String ends = least + " to " + most;
        for (Scale scale :
            List.of(
                Scale.linear(least, most, false, 0, 9),
                Scale.linear(least, most, true, 0, 9),
                Scale.logarithmic(least, most, 0, 9))) {
          List<String> labels =
              assertTimeoutPreemptively(Duration.ofSeconds(20), () -> labels(scale), ends);
          assertTrue(labels.size() <= 12, ends + ": " + labels.size() + " labels");
        }
      }
    }
    assertTrue(Scale.linear(1e15, 1e15 + 1, false, 0, 9).ticks().size() >= 2);
  }
}
