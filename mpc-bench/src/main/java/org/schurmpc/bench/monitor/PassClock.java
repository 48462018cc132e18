package org.schurmpc.bench.monitor;

import java.time.Duration;
import java.util.Arrays;
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
  private final int instances;
  private final int parties;
  private final Duration patience;
  private final WallTime wall;
  private final BitSet ready = new BitSet();
  private final BitSet done = new BitSet();
  private long goNanos;
  private long lastDoneNanos;
  private int run;
  private int runUnderWay = -1;
  private boolean over;

  /**
   * @param parties of each instance
   * @param patience how long a party that is ready, or done, waits for the others
   * @param wall asked before each run
   * @param passEnded called after each pass
   */
  PassClock(
      int instances,
      int parties,
      int runs,
      Duration stagger,
      Duration patience,
      WallTime wall,
      Runnable passEnded) {
    this.instances = instances;
    this.parties = parties;
    this.patience = patience;
    this.wall = wall;
    this.staggerNanos = stagger.toNanos();
    this.runNanos = new long[runs];
    this.start = new CyclicBarrier(instances * parties, this::startPass);
    this.end =
        new CyclicBarrier(
            instances * parties,
            () -> {
              endPass();
              passEnded.run();
            });
  }

  /**
   * Waits until all parties are ready and this one's instance may go.
   *
   * @return false if nobody goes: the time is up
   * @throws RunFailed if another party does not get ready
   */
  boolean awaitGo(int runNumber, Role role) throws InterruptedException, RunFailed {
    synchronized (this) {
      ready.set(role.index(parties));
      run = runNumber;
    }
    try {
      start.await(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (BrokenBarrierException e) {
      throw over();
    } catch (TimeoutException e) {
      throw missing(ready, "ready", patience);
    }
    if (over) {
      return false;
    }
    long at = goNanos + role.instance() * staggerNanos;
    for (long left = at - System.nanoTime(); left > 0; left = at - System.nanoTime()) {
      TimeUnit.NANOSECONDS.sleep(left);
    }
    return true;
  }

  /**
   * Takes the time at which a party was done, and waits until all are.
   *
   * @throws RunFailed if another party does not come to an end
   */
  void done(Role role, long atNanos) throws InterruptedException, RunFailed {
    Duration left;
    synchronized (this) {
      done.set(role.index(parties));
      lastDoneNanos = Math.max(lastDoneNanos, atNanos - goNanos);
      left = patience.plus(behind(atNanos - goNanos));
    }
    try {
      end.await(left.toMillis(), TimeUnit.MILLISECONDS);
    } catch (BrokenBarrierException e) {
      throw over();
    } catch (TimeoutException e) {
      throw missing(done, "done", left);
    }
  }

  /**
   * How much later other instances may be done: they go later, and where they outnumber the cores
   * some take a multiple of the time of others.
   */
  private Duration behind(long tookNanos) {
    int others = instances - 1;
    return others == 0
        ? Duration.ZERO
        : Duration.ofNanos(others * staggerNanos + Math.max(0, tookNanos));
  }

  private static InterruptedException over() {
    return new InterruptedException("another party's service ended");
  }

  private synchronized RunFailed missing(BitSet there, String what, Duration waited) {
    int index = Math.min(there.nextClearBit(0), instances * parties - 1);
    String sentence =
        Role.at(index, parties)
            + " was not "
            + what
            + " within "
            + waited.toSeconds()
            + " s of the others";
    return new RunFailed(ExitCode.CONNECTION_LOST, sentence);
  }

  private synchronized void startPass() {
    ready.clear();
    done.clear();
    if (run != runUnderWay) {
      runUnderWay = run;
      over = wall.isUp(run);
    }
    goNanos = System.nanoTime();
    lastDoneNanos = 0;
  }

  private synchronized void endPass() {
    runNanos[run] += lastDoneNanos;
  }

  /** From go to the last one done, for each run that there was, summed over its passes. */
  synchronized long[] runNanos() {
    return Arrays.copyOf(runNanos, over ? run : runNanos.length);
  }
}
