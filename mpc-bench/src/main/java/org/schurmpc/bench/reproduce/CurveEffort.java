package org.schurmpc.bench.reproduce;

import java.time.Duration;
import java.util.List;

/**
 * How often, and for which numbers of elements, the curves of KSS13 are measured.
 *
 * @param runs that count, of each point
 * @param warmup runs before them
 * @param rehearsal of each party before it connects
 * @param threads numbers of threads of each party
 * @param widths numbers of elements that a thread handles at once; empty for those of each figure
 * @param batches the most of them in a run
 * @param budget the time for all points together
 */
public record CurveEffort(
    int runs,
    int warmup,
    Duration rehearsal,
    List<Integer> threads,
    List<Integer> widths,
    int batches,
    Duration budget) {
  private static final List<Integer> THREADS = List.of(1, 2, 4);

  /** The paper's least number of batches. */
  private static final int BATCHES = 50;

  public CurveEffort {
    threads = List.copyOf(threads);
    widths = List.copyOf(widths);
  }

  /** Three runs of 1, 2 and 4 threads, with as many batches as in the paper. */
  public static CurveEffort usual(Duration budget) {
    return new CurveEffort(3, 1, Duration.ofSeconds(1), THREADS, List.of(), BATCHES, budget);
  }

  /** One run of few elements, without any warming up: to see that everything works. */
  public static CurveEffort quick(Duration budget) {
    return new CurveEffort(1, 0, Duration.ZERO, List.of(1), List.of(2), 2, budget);
  }

  /** Returns the effort with other numbers of threads. */
  public CurveEffort withThreads(List<Integer> other) {
    return new CurveEffort(runs, warmup, rehearsal, other, widths, batches, budget);
  }

  /** Returns the effort with other numbers of elements. */
  public CurveEffort withWidths(List<Integer> other) {
    return new CurveEffort(runs, warmup, rehearsal, threads, other, batches, budget);
  }
}
