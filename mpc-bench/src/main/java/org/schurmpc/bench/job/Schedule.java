package org.schurmpc.bench.job;

/**
 * Holds the number of runs of a task, and the time limits.
 *
 * @param warmup the number of warm-up runs
 * @param runs the number of counted runs
 * @param rehearsalMillis the time that each party rehearses in its own process before it connects
 * @param timeoutMillis the time that a party waits for a silent peer
 * @param wallMillis if above 0, the time during which counted runs are started, at most {@link
 *     #runs} of them
 */
public record Schedule(
    int warmup, int runs, long rehearsalMillis, long timeoutMillis, long wallMillis) {

  /** Creates a schedule that performs all runs. */
  public Schedule(int warmup, int runs, long rehearsalMillis, long timeoutMillis) {
    this(warmup, runs, rehearsalMillis, timeoutMillis, 0);
  }

  /** Returns this schedule with another number of counted runs. */
  public Schedule withRuns(int counted) {
    return new Schedule(warmup, counted, rehearsalMillis, timeoutMillis, wallMillis);
  }

  /** Returns this schedule whose counted runs are started during a time in milliseconds. */
  public Schedule forMillis(long millis) {
    return new Schedule(warmup, runs, rehearsalMillis, timeoutMillis, millis);
  }
}
