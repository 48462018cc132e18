package org.schurmpc.core.prep;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.session.Session;

/**
 * Runs threads that preprocess side by side, each on its own connection. Units of work are assigned
 * to the threads in turn, so that all parties' threads of one number work on the same unit. If one
 * thread fails, all end.
 */
public final class WorkerPool implements AutoCloseable {
  /** Performs the work of a unit. */
  @FunctionalInterface
  public interface Work {
    /**
     * Performs the work of a unit.
     *
     * @param worker the thread's number, counted from 0: the number of its session
     * @param unit the unit's number, counted from 0
     * @param turn the unit's turn; finished by the caller
     */
    void perform(int worker, int unit, Sequencer.Turn turn) throws MpcException;
  }

  private final List<Session> sessions;
  private final ExecutorService threads;

  /**
   * Starts the threads.
   *
   * @param sessions one for each thread; the first belongs to the calling thread. The sessions stay
   *     open, unless a thread fails
   */
  public WorkerPool(List<Session> sessions) {
    this.sessions = List.copyOf(sessions);
    this.threads = sessions.size() == 1 ? null : started(sessions.size() - 1);
  }

  /** Returns threads that are all there before any of them works. */
  private static ExecutorService started(int count) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(count, count, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    boolean all = false;
    try {
      pool.prestartAllCoreThreads();
      all = true;
      return pool;
    } finally {
      if (!all) {
        pool.shutdownNow();
      }
    }
  }

  /** Returns the number of threads. */
  public int size() {
    return sessions.size();
  }

  /**
   * Performs units of work, and waits for all of them, whatever fails.
   *
   * @param busy the number of threads that share the units, at most {@link #size()}
   * @throws MpcException the most serious failure: a failed check has priority over all others, and
   *     a lost connection, which may be a consequence of one, comes last
   */
  public void work(int busy, int units, Work work) throws MpcException {
    Sequencer sequencer = new Sequencer();
    List<Future<?>> others = new ArrayList<>();
    List<Throwable> failures = new ArrayList<>();
    try {
      for (int i = 1; i < busy; i++) {
        int worker = i;
        others.add(submit(() -> workOff(worker, busy, units, work, sequencer), sequencer));
      }
      workOff(0, busy, units, work, sequencer);
    } catch (MpcException | RuntimeException | Error e) {
      failures.add(e);
    }
    for (Future<?> other : others) {
      await(other, failures);
    }
    throwWorst(failures);
  }

  private Future<?> submit(Callable<Void> task, Sequencer sequencer) {
    try {
      return threads.submit(task);
    } catch (RuntimeException | Error e) {
      endAll(sequencer, e);
      throw e;
    }
  }

  /** Ends the waiting of all threads, here and at the peer. */
  private void endAll(Sequencer sequencer, Throwable why) {
    sequencer.fail(why);
    sessions.forEach(Session::close);
  }

  /** Performs units {@code worker}, {@code worker + busy}, and so on. */
  private Void workOff(int worker, int busy, int units, Work work, Sequencer sequencer)
      throws MpcException {
    try {
      for (int unit = worker; unit < units; unit += busy) {
        Sequencer.Turn turn = sequencer.of(unit);
        work.perform(worker, unit, turn);
        turn.finish();
      }
    } catch (ConnectionLost e) {
      // The other threads are left to end by themselves: the peer may have disconnected everywhere
      // because a check failed there, and one of the threads may hold the message by which that
      // check fails here, too.
      sequencer.fail(e);
      throw e;
    } catch (MpcException | RuntimeException | Error e) {
      endAll(sequencer, e);
      throw e;
    }
    return null;
  }

  /** Waits for the end of a thread. If this thread is interrupted, all connections are closed. */
  private void await(Future<?> future, List<Throwable> failures) {
    boolean interrupted = false;
    while (true) {
      try {
        future.get();
        break;
      } catch (ExecutionException e) {
        failures.add(e.getCause());
        break;
      } catch (InterruptedException e) {
        interrupted = true;
        failures.add(new ConnectionLost("interrupted while preprocessing", e));
        sessions.forEach(Session::close);
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void throwWorst(List<Throwable> failures) throws MpcException {
    if (failures.isEmpty()) {
      return;
    }
    Throwable worst = failures.get(0);
    for (Throwable failure : failures) {
      worst = rank(failure) > rank(worst) ? failure : worst;
    }
    for (Throwable failure : failures) {
      if (failure != worst) {
        worst.addSuppressed(failure);
      }
    }
    if (worst instanceof MpcException known) {
      throw known;
    }
    if (worst instanceof Error error) {
      throw error;
    }
    throw new IllegalStateException("preprocessing failed", worst);
  }

  private static int rank(Throwable failure) {
    if (failure instanceof PeerCheated) {
      return 3;
    }
    if (failure instanceof ConnectionLost) {
      return 0;
    }
    return failure instanceof MpcException ? 1 : 2;
  }

  /** Ends the threads. */
  @Override
  public void close() {
    if (threads != null) {
      threads.shutdownNow();
    }
  }
}
