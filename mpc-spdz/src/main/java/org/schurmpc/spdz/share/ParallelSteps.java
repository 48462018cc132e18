package org.schurmpc.spdz.share;

import java.util.List;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.ProgramFault;
import org.schurmpc.core.prep.WorkerPool;
import org.schurmpc.core.session.Session;

/**
 * Steps in which threads compute side by side under common keys (KSS13, section 3). Owns the life
 * of each step: before it, openings of earlier steps go to the pools; in it, checks have one order;
 * when all threads have joined, what they opened and did not check goes to the pools.
 *
 * <p>Used by one thread, which is the first of the threads of each step.
 */
public final class ParallelSteps implements AutoCloseable {
  private final List<Session> sessions;
  private final CheckTurns turns;
  private final List<CheckPool> pools;
  private final Openings openings;
  private final WorkerPool threads;

  /** Performs the work of a unit. */
  @FunctionalInterface
  public interface Work {
    /**
     * Performs the work of a unit.
     *
     * @param thread the thread's number, counted from 0: the number of its session
     * @param unit the unit's number, counted from 0
     */
    void perform(int thread, int unit) throws MpcException;
  }

  /** What the threads opened and did not check. */
  public interface Openings {
    /** Checks a thread's own openings, on its connection, if there are too many to hand over. */
    void checkIfMany(int thread) throws MpcException;

    /** Leaves the openings of all threads to the pools, in the order of the threads. */
    void handOver();
  }

  /**
   * Starts the threads.
   *
   * @param sessions one for each thread; the first belongs to the calling thread
   * @param turns the order of the checks of all threads
   * @param pools one for each key
   */
  public ParallelSteps(
      List<Session> sessions, CheckTurns turns, List<CheckPool> pools, Openings openings) {
    this.sessions = List.copyOf(sessions);
    this.turns = turns;
    this.pools = List.copyOf(pools);
    this.openings = openings;
    this.threads = new WorkerPool(sessions);
  }

  /**
   * Performs the units of a step, and waits for all threads. Thread i performs units i, i + busy,
   * and so on.
   *
   * <p>A thread whose unit ends by {@link ProgramFault} performs no further unit, while the others
   * go on to their ends, so that no check lacks a party. This is a fault of the program, which
   * comes from checked values and is equal at all parties. A failed check ends all threads at once.
   * Any other failure closes the connection of its own thread only, so that a check of another
   * thread that has begun comes to its end.
   *
   * @param busy the number of threads that share the units
   * @throws MpcException a failed check; otherwise the first failure that is no lost connection;
   *     otherwise {@link ConnectionLost}; otherwise the fault of the first unit that has one
   */
  public void run(int busy, int units, Work work) throws MpcException {
    collect();
    turns.begin(busy);
    Step step = new Step(busy, units, work);
    try {
      threads.work(busy, busy, (thread, number, turn) -> step.perform(thread));
    } catch (ConnectionLost e) {
      step.throwOwnFailure();
      throw e;
    }
    step.throwFault(); // the run is over, and groups may be started
    collect();
  }

  private void collect() {
    openings.handOver();
    pools.forEach(CheckPool::openStep);
  }

  /** The units of a step, and how they fail. */
  private final class Step {
    private final int busy;
    private final Work work;
    private final ProgramFault[] faults;

    /** By thread, failures other than lost connections and failed checks. */
    private final Throwable[] failures;

    Step(int busy, int units, Work work) {
      this.busy = busy;
      this.work = work;
      this.faults = new ProgramFault[units];
      this.failures = new Throwable[busy];
    }

    void perform(int thread) throws MpcException {
      try {
        if (unitsEnd(thread)) {
          openings.checkIfMany(thread);
        }
      } catch (PeerCheated e) {
        turns.fail(e);
        throw e;
      } catch (MpcException | RuntimeException | Error e) {
        turns.fail(e);
        sessions.get(thread).close(); // peers that wait on this connection need not time out
        if (e instanceof ConnectionLost) {
          throw e;
        }
        failures[thread] = e;
        throw new ConnectionLost("a thread failed: " + e.getMessage(), e);
      }
      turns.leave();
    }

    /** Performs the units of a thread, and returns whether none has a fault. */
    private boolean unitsEnd(int thread) throws MpcException {
      for (int unit = thread; unit < faults.length; unit += busy) {
        turns.requireNoneFailed();
        try {
          work.perform(thread, unit);
        } catch (ProgramFault e) {
          faults[unit] = e;
          return false;
        }
      }
      return true;
    }

    void throwOwnFailure() throws MpcException {
      for (Throwable failure : failures) {
        if (failure instanceof MpcException known) {
          throw known;
        }
        if (failure instanceof Error error) {
          throw error;
        }
        if (failure instanceof RuntimeException fault) {
          throw fault;
        }
      }
    }

    void throwFault() throws ProgramFault {
      for (ProgramFault fault : faults) {
        if (fault != null) {
          throw fault;
        }
      }
    }
  }

  /** Ends the threads. */
  @Override
  public void close() {
    threads.close();
  }
}
