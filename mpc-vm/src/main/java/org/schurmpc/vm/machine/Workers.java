package org.schurmpc.vm.machine;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.vm.code.Counts;

/**
 * The workers of a program at one party: threads with backends for secrets, and their material. The
 * first worker is the calling thread. All parties make equal calls in equal order.
 */
public interface Workers {
  /** Performs the work of a unit. */
  @FunctionalInterface
  interface Work {
    /**
     * Performs the work of a unit.
     *
     * @param worker number of the worker, counted from 0
     * @param unit number of the unit, counted from 0
     */
    void perform(int worker, int unit) throws MpcException;
  }

  /** Returns the largest number of workers. */
  int most();

  /** Starts workers until there are {@code count}. */
  void start(int count) throws MpcException;

  /** Returns the backends of a worker that was started, by field. The first worker always was. */
  SecretBackend[] secrets(int worker);

  /**
   * Reserves items for the allotments that follow, durably, and for each field in one step.
   *
   * @param counts by field
   * @throws org.schurmpc.core.abort.Exhausted if there is not enough of a field; nothing is
   *     reserved then
   */
  void reserve(Counts[] counts) throws MpcException;

  /**
   * Gives a worker material of its own, for a step of workers side by side. What is left of its
   * earlier material is wiped.
   *
   * @param counts by field
   */
  void allot(int worker, Counts[] counts) throws MpcException;

  /**
   * Begins a step of the first worker alone, and gives it material. What is left of its earlier
   * material is wiped.
   *
   * @param counts by field
   * @param all whether the worker needs no more in this step
   */
  void alone(Counts[] counts, boolean all) throws MpcException;

  /**
   * Runs a step of workers side by side, and waits for all. Worker i performs units i, i + busy,
   * and so on. If units end by {@link org.schurmpc.core.abort.ProgramFault}, a fault of the program
   * which is equal at all parties, the other workers go on to their ends, and the fault of the
   * first such unit is thrown.
   *
   * @param busy number of workers, all of them started
   */
  void together(int busy, int units, Work work) throws MpcException;
}
