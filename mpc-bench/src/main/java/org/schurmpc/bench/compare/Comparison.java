package org.schurmpc.bench.compare;

import java.util.stream.IntStream;
import org.schurmpc.bench.report.Sample;

/**
 * The figures of paired runs.
 *
 * @param ours our figure in each pair
 * @param theirs their figure in each pair
 * @param moreIsBetter whether the figures are rates; otherwise they are times
 */
public record Comparison(PairedRuns runs, Sample ours, Sample theirs, boolean moreIsBetter) {
  /** What the interval of the lead says. */
  public enum Verdict {
    AHEAD("ahead"),
    BEHIND("behind"),
    OPEN("neither ahead nor behind");

    private final String words;

    Verdict(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  /**
   * How many times as fast as theirs ours is: the geometric mean of the pairs' ratios, and the 95 %
   * confidence interval by Student's t distribution of their logarithms.
   *
   * @param low the lower end of the interval
   * @param high the upper end of the interval
   */
  public record Lead(double ratio, double low, double high) {
    /** Returns what can be said: an interval that contains 1 shows no difference. */
    public Verdict verdict() {
      if (low > 1) {
        return Verdict.AHEAD;
      }
      return high < 1 ? Verdict.BEHIND : Verdict.OPEN;
    }
  }

  /** Returns the lead of ours, above 1 if ours is faster. */
  public Lead lead() {
    double sign = moreIsBetter ? 1 : -1;
    Sample logs =
        new Sample(
            IntStream.range(0, ours.values().length)
                .mapToDouble(i -> sign * Math.log(ours.values()[i] / theirs.values()[i]))
                .toArray());
    double half = logs.ci95().orElseThrow();
    return new Lead(
        Math.exp(logs.mean()), Math.exp(logs.mean() - half), Math.exp(logs.mean() + half));
  }
}
