package org.schurmpc.core.prep;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.session.Session;

/**
 * Threads that preprocess side by side, each on a connection of its own. Units of work go round
 * among them, so that all parties' threads of one number work on the same unit. If one fails, all
 * end.
 */
public final class WorkerPool implements AutoCloseable {
  /** A unit's work. */
  @FunctionalInterface
  public interface Work {
    /**
     * Does it.
     *
     * @param worker the thread's number, from 0 on: its session is the one of this number
     * @param unit the unit's number, from 0 on
     * @param turn of the unit; finished by the caller
     */
    void perform(int worker, int unit, Sequencer.Turn turn) throws MpcException;
  }

  private final List<Session> sessions;
  private final ExecutorService threads;

  /**
   * @param sessions one for each thread; the first is the one of the thread that calls. They stay
   *     open, unless a thread fails.
   */
  public WorkerPool(List<Session> sessions) {
    this.sessions = List.copyOf(sessions);
    this.threads = sessions.size() == 1 ? null : Executors.newFixedThreadPool(sessions.size() - 1);
  }

  /** How many threads there are. */
  public int size() {
    return sessions.size();
  }

  /**
   * Works off units, and waits for all.
   *
   * @param busy the threads that share them, at most {@link #size()}
   * @throws MpcException the worst failure: a failed check comes before all else, and a lost
   *     connection, which may follow from it, last
   */
  public void work(int busy, int units, Work work) throws MpcException {
    Sequencer sequencer = new Sequencer();
    List<Future<?>> others = new ArrayList<>();
    for (int i = 1; i < busy; i++) {
      int worker = i;
      others.add(threads.submit(() -> workOff(worker, busy, units, work, sequencer)));
    }
    List<Throwable> failures = new ArrayList<>();
    try {
      workOff(0, busy, units, work, sequencer);
    } catch (MpcException | RuntimeException | Error e) {
      failures.add(e);
    }
    for (Future<?> other : others) {
      await(other, failures);
    }
    throwWorst(failures);
  }

  /** Does units {@code worker}, {@code worker + busy}, and so on. */
  private Void workOff(int worker, int busy, int units, Work work, Sequencer sequencer)
      throws MpcException {
    try {
      for (int unit = worker; unit < units; unit += busy) {
        Sequencer.Turn turn = sequencer.of(unit);
        work.perform(worker, unit, turn);
        turn.finish();
      }
    } catch (ConnectionLost e) {
      // The others are left to find their own end: the peer may have hung up everywhere since a
      // check failed there, and one of them may hold the message by which it fails here, too.
      sequencer.fail(e);
      throw e;
    } catch (MpcException | RuntimeException | Error e) {
      sequencer.fail(e);
      // Ends the waiting of all other threads, here and at the peer.
      sessions.forEach(Session::close);
      throw e;
    }
    return null;
  }

  /** Waits for the end of a thread; all connections are closed if this one is interrupted. */
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
