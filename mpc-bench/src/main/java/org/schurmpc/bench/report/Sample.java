package org.schurmpc.bench.report;

import java.util.Arrays;
import java.util.OptionalDouble;

/** Holds repeated measurements of one quantity. */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Sample(double[] values) {
  public Sample {
    if (values.length == 0) {
      throw new IllegalArgumentException("no measurement");
    }
  }

  /** Returns the mean. */
  public double mean() {
    return Arrays.stream(values).average().orElseThrow();
  }

  /** Returns the median: the middle value, or the mean of the two middle values. */
  public double median() {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /**
   * Returns the half-width of the 95 % confidence interval of the mean; empty for a single value.
   */
  public OptionalDouble ci95() {
    int n = values.length;
    if (n < 2) {
      return OptionalDouble.empty();
    }
    double mean = mean();
    double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    return OptionalDouble.of(StudentT.quantile95(n - 1) * Math.sqrt(squares / (n - 1) / n));
  }
}
