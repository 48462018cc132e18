package org.schurmpc.bench.party;

import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.run.OpenRun;

/** The runs of a task as one party, in one session. */
interface PartyRuns extends AutoCloseable {
  /**
   * Performs a run as the Monitor asks.
   *
   * @return false if the Monitor reports instead that the time is up
   */
  boolean run(ControlChannel monitor, int number) throws MpcException;

  @Override
  default void close() {}

  /** Creates the runs of a party that has agreed with its peers. */
  interface Beginning {
    /**
     * Creates the runs.
     *
     * @param open stays open
     */
    PartyRuns begin(OpenRun open) throws MpcException;
  }
}
