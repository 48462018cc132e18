package org.schurmpc.bench.job;

/**
 * How often a task is run, and how long its parts may take.
 *
 * @param warmup runs that do not count
 * @param runs runs that count
 * @param rehearsalMillis how long each party exercises its work by itself before it connects
 * @param timeoutMillis how long a party waits for a silent peer
 * @param wallMillis if above 0, for how long runs that count are begun: {@link #runs} is the most
 */
public record Schedule(
    int warmup, int runs, long rehearsalMillis, long timeoutMillis, long wallMillis) {

  /** Creates a schedule by which all runs are run. */
  public Schedule(int warmup, int runs, long rehearsalMillis, long timeoutMillis) {
    this(warmup, runs, rehearsalMillis, timeoutMillis, 0);
  }

  /** Returns this schedule with another number of runs that count. */
  public Schedule withRuns(int counted) {
    return new Schedule(warmup, counted, rehearsalMillis, timeoutMillis, wallMillis);
  }

  /** Returns this schedule with runs that are begun during a time in milliseconds. */
  public Schedule forMillis(long millis) {
    return new Schedule(warmup, runs, rehearsalMillis, timeoutMillis, millis);
  }
}
