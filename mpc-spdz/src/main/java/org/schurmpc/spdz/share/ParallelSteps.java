package org.schurmpc.spdz.share;

import java.util.List;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Exhausted;
import org.schurmpc.core.abort.MpcException;
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
  private final Runnable handOver;
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

  /**
   * Starts the threads.
   *
   * @param sessions one for each thread; the first belongs to the calling thread
   * @param turns the order of the checks of all threads
   * @param pools one for each key
   * @param handOver leaves the openings of all threads to the pools, in the order of the threads
   */
  public ParallelSteps(
      List<Session> sessions, CheckTurns turns, List<CheckPool> pools, Runnable handOver) {
    this.sessions = List.copyOf(sessions);
    this.turns = turns;
    this.pools = List.copyOf(pools);
    this.handOver = handOver;
    this.threads = new WorkerPool(sessions);
  }

  /**
   * Performs the units of a step, and waits for all threads. Thread i performs units i, i + busy,
   * and so on.
   *
   * <p>A thread whose unit ends by {@link BadFile} or {@link Exhausted} performs no further unit,
   * while the others go on to their ends, so that no check lacks a party. These are faults of the
   * program, which come from checked values and agreed numbers of items, and are equal at all
   * parties. Any other failure of a thread ends all threads.
   *
   * @param busy the number of threads that share the units
   * @throws MpcException the most serious failure of a thread; if there is none, the fault of the
   *     first unit that has one
   */
  public void run(int busy, int units, Work work) throws MpcException {
    collect();
    turns.begin(busy);
    MpcException[] faults = new MpcException[units];
    threads.work(busy, busy, (thread, number, turn) -> perform(thread, busy, faults, work));
    collect();
    for (MpcException fault : faults) {
      if (fault != null) {
        throw fault;
      }
    }
  }

  private void collect() {
    handOver.run();
    pools.forEach(CheckPool::openStep);
  }

  private void perform(int thread, int busy, MpcException[] faults, Work work) throws MpcException {
    int unit = thread;
    try {
      for (; unit < faults.length; unit += busy) {
        turns.requireNoneFailed();
        work.perform(thread, unit);
      }
    } catch (BadFile | Exhausted e) {
      faults[unit] = e;
    } catch (ConnectionLost e) {
      turns.fail(e);
      sessions.get(thread).close(); // peers that wait on this connection need not time out
      throw e;
    } catch (MpcException | RuntimeException | Error e) {
      turns.fail(e);
      throw e;
    }
    turns.leave();
  }

  /** Ends the threads. */
  @Override
  public void close() {
    threads.close();
  }
}
