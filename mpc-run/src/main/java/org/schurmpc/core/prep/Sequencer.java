package org.schurmpc.core.prep;

import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;

/**
 * Orders the last parts of units of work across threads: they run one after the other, in the order
 * of the units, which does not depend on the threads' speed and is equal at all parties.
 */
public final class Sequencer {
  private int turn;
  private Throwable failure;

  /**
   * Returns the turn of a unit. The turn begins at {@link Turn#await} and ends at {@link
   * Turn#finish}.
   */
  public Turn of(int unit) {
    return new Turn() {
      @Override
      public void await() throws MpcException {
        awaitTurn(unit);
      }

      @Override
      public void finish() throws MpcException {
        finishTurn(unit);
      }
    };
  }

  /** Represents one unit's turn. */
  public interface Turn {
    /**
     * Waits until all previous units are finished; may be called again.
     *
     * @throws ConnectionLost if a previous unit failed
     */
    void await() throws MpcException;

    /** Ends the turn, after waiting for it if necessary. */
    void finish() throws MpcException;
  }

  private synchronized void awaitTurn(int unit) throws MpcException {
    try {
      while (turn < unit && failure == null) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConnectionLost("interrupted while preprocessing", e);
    }
    if (failure != null) {
      throw new ConnectionLost(failure.getMessage(), failure);
    }
  }

  private synchronized void finishTurn(int unit) throws MpcException {
    awaitTurn(unit);
    turn++;
    notifyAll();
  }

  /** Ends all waiting, with a lost connection caused by the first failure. */
  synchronized void fail(Throwable reason) {
    failure = failure == null ? reason : failure;
    notifyAll();
  }
}
