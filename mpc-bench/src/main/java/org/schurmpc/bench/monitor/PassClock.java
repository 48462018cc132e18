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

/**
 * Starts all parties of a pass at the same time, or instance by instance at a given interval, and
 * measures the time until the last party is done.
 */
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
   * Creates the clock of a benchmark.
   *
   * @param parties the number of parties of each instance
   * @param stagger the time between the starts of consecutive instances
   * @param patience time limit for the other parties, once a party is ready or done
   * @param wall decides before each run whether the time is up
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
   * Waits until all parties are ready and the instance of this party may start.
   *
   * @return false if no party starts, because the time is up
   * @throws RunFailed if another party is not ready in time
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
   * Records the time at which a party was done, and waits until all parties are.
   *
   * @param atNanos the value of {@link System#nanoTime} when the party's message arrived
   * @throws RunFailed if another party is not done in time
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
   * Returns the additional time for other instances to be done. They start later, and if there are
   * more instances than cores, some take a multiple of the time of others.
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

  /** Returns the nanoseconds of a run so far, summed over its passes. */
  synchronized long runNanos(int index) {
    return runNanos[index];
  }

  /**
   * Returns, for each run that took place, the nanoseconds from the start until the last party was
   * done, summed over the run's passes.
   */
  synchronized long[] runNanos() {
    return Arrays.copyOf(runNanos, over ? run : runNanos.length);
  }
}
