package org.schurmpc.bench.monitor;

import java.util.function.LongSupplier;
import org.schurmpc.bench.job.Task;

/** Whether another run that counts is to be begun. The first is, whatever the time. */
final class WallTime {
  private static final long NANOS_PER_MS = 1_000_000;

  private final int warmup;
  private final long limitNanos;
  private final LongSupplier nanoTime;
  private final Runnable up;
  private long startNanos;

  /**
   * @param warmup runs that do not count
   * @param limitMillis 0 for no limit
   * @param nanoTime {@link System#nanoTime}, or a test's
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

  /** Called once as each run is about to begin. */
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
