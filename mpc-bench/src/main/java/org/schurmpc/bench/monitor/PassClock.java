package org.schurmpc.bench.monitor;

import java.time.Duration;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;

/** Starts all parties of a pass at once, instances a given interval apart, and times the last. */
final class PassClock {
  private final CyclicBarrier start;
  private final CyclicBarrier end;
  private final long staggerNanos;
  private final long[] runNanos;
  private long goNanos;
  private long lastDoneNanos;
  private int run;

  PassClock(int parties, int runs, Duration stagger, Runnable passEnded) {
    this.staggerNanos = stagger.toNanos();
    this.runNanos = new long[runs];
    this.start = new CyclicBarrier(parties, this::startPass);
    this.end =
        new CyclicBarrier(
            parties,
            () -> {
              endPass();
              passEnded.run();
            });
  }

  /** Waits until all parties are ready and this one's instance may go. */
  void awaitGo(int runNumber, int instance) throws InterruptedException {
    await(start, runNumber);
    long at = goNanos + instance * staggerNanos;
    for (long left = at - System.nanoTime(); left > 0; left = at - System.nanoTime()) {
      TimeUnit.NANOSECONDS.sleep(left);
    }
  }

  /** Takes the time at which a party was done, and waits until all are. */
  void done(int runNumber, long atNanos) throws InterruptedException {
    synchronized (this) {
      lastDoneNanos = Math.max(lastDoneNanos, atNanos - goNanos);
    }
    await(end, runNumber);
  }

  private void await(CyclicBarrier barrier, int runNumber) throws InterruptedException {
    synchronized (this) {
      run = runNumber;
    }
    try {
      barrier.await();
    } catch (BrokenBarrierException e) {
      throw new InterruptedException("another party's service ended");
    }
  }

  private synchronized void startPass() {
    goNanos = System.nanoTime();
    lastDoneNanos = 0;
  }

  private synchronized void endPass() {
    runNanos[run] += lastDoneNanos;
  }

  /** From go to the last one done, for each run, summed over its passes. */
  synchronized long[] runNanos() {
    return runNanos.clone();
  }
}
