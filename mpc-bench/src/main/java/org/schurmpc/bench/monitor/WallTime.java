package org.schurmpc.bench.monitor;

import java.util.function.LongSupplier;
import org.schurmpc.bench.job.Task;

/** Decides whether to begin another counted run. The first counted run always takes place. */
final class WallTime {
  private static final long NANOS_PER_MS = 1_000_000;

  private final int warmup;
  private final long limitNanos;
  private final LongSupplier nanoTime;
  private final Runnable up;
  private long startNanos;

  /**
   * Creates the limit.
   *
   * @param warmup the number of runs that are not counted
   * @param limitMillis the limit in milliseconds; 0 for none
   * @param nanoTime the clock, usually {@link System#nanoTime}
   * @param up called when the time is up
   */
  WallTime(int warmup, long limitMillis, LongSupplier nanoTime, Runnable up) {
    this.warmup = warmup;
    this.limitNanos = limitMillis * NANOS_PER_MS;
    this.nanoTime = nanoTime;
    this.up = up;
  }

  static WallTime of(Task task, Runnable up) {
    return new WallTime(
        task.schedule().warmup(), task.schedule().wallMillis(), System::nanoTime, up);
  }

  /** Returns whether the time is up. Called once before each run. */
  boolean isUp(int run) {
    if (run <= warmup) {
      startNanos = nanoTime.getAsLong();
      return false;
    }
    if (limitNanos == 0 || nanoTime.getAsLong() - startNanos < limitNanos) {
      return false;
    }
    up.run();
    return true;
  }
}
