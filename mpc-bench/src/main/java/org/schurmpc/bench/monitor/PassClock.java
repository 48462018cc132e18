package org.schurmpc.bench.monitor;

import java.time.Duration;
import java.util.BitSet;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.schurmpc.bench.control.Role;
import org.schurmpc.core.abort.ExitCode;

/** Starts all parties of a pass at once, instances a given interval apart, and times the last. */
final class PassClock {
  private final CyclicBarrier start;
  private final CyclicBarrier end;
  private final long staggerNanos;
  private final long[] runNanos;
  private final int parties;
  private final Duration patience;
  private final BitSet ready = new BitSet();
  private long goNanos;
  private long lastDoneNanos;
  private int run;

  /**
   * @param patience how long a party that is ready waits for the others
   * @param passEnded called after each pass
   */
  PassClock(int parties, int runs, Duration stagger, Duration patience, Runnable passEnded) {
    this.parties = parties;
    this.patience = patience;
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

  /**
   * Waits until all parties are ready and this one's instance may go.
   *
   * @throws RunFailed if another party does not get ready
   */
  void awaitGo(int runNumber, Role role) throws InterruptedException, RunFailed {
    synchronized (this) {
      ready.set(index(role));
      run = runNumber;
    }
    try {
      start.await(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (BrokenBarrierException e) {
      throw over();
    } catch (TimeoutException e) {
      throw missing();
    }
    long at = goNanos + role.instance() * staggerNanos;
    for (long left = at - System.nanoTime(); left > 0; left = at - System.nanoTime()) {
      TimeUnit.NANOSECONDS.sleep(left);
    }
  }

  /** Takes the time at which a party was done, and waits until all are. */
  void done(long atNanos) throws InterruptedException {
    synchronized (this) {
      lastDoneNanos = Math.max(lastDoneNanos, atNanos - goNanos);
    }
    try {
      end.await();
    } catch (BrokenBarrierException e) {
      throw over();
    }
  }

  private static int index(Role role) {
    return 2 * role.instance() + role.party();
  }

  private static InterruptedException over() {
    return new InterruptedException("another party's service ended");
  }

  private synchronized RunFailed missing() {
    int index = Math.min(ready.nextClearBit(0), parties - 1);
    String sentence =
        new Role(index / 2, index % 2)
            + " was not ready within "
            + patience.toSeconds()
            + " s of the others";
    return new RunFailed(ExitCode.CONNECTION_LOST, sentence);
  }

  private synchronized void startPass() {
    ready.clear();
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
