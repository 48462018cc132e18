package org.schurmpc.bench.page;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.schurmpc.bench.report.Sample;

/** Collects the times of counted runs in milliseconds. */
final class RunTimes {
  /** Maximum number of times that a state has. */
  static final int SHOWN = 400;

  private static final int FIRST_CAPACITY = 64;

  private double[] millis = new double[FIRST_CAPACITY];
  private int count;

  synchronized void add(double time) {
    if (count == millis.length) {
      millis = Arrays.copyOf(millis, 2 * count);
    }
    millis[count++] = time;
  }

  synchronized int count() {
    return count;
  }

  /** Returns the last times, at most {@link #SHOWN}. */
  synchronized List<Double> last() {
    return Arrays.stream(millis, Math.max(0, count - SHOWN), count).boxed().toList();
  }

  /** Computes the figures of all times; takes milliseconds. */
  Figures figures() {
    Sample sample;
    synchronized (this) {
      if (count == 0) {
        return Figures.NONE;
      }
      sample = new Sample(Arrays.copyOf(millis, count));
    }
    OptionalDouble half = sample.ci95();
    return new Figures(
        sample.values().length,
        sample.median(),
        sample.mean(),
        half.isPresent() ? half.getAsDouble() : null);
  }

  /**
   * The figures of times.
   *
   * @param count the number of times
   * @param median the median in milliseconds; null if there is no time
   * @param mean the mean in milliseconds; null if there is no time
   * @param half half of the 95 % confidence interval of the mean; null for less than two times
   */
  record Figures(int count, Double median, Double mean, Double half) {
    static final Figures NONE = new Figures(0, null, null, null);
  }
}
