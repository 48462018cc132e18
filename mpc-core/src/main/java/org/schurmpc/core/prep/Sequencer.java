package org.schurmpc.core.prep;

import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;

/**
 * Lets threads do the last part of their units of work one after the other, in the order of the
 * units, which does not depend on their speed and is the same at all parties.
 */
public final class Sequencer {
  private int turn;
  private Throwable failure;

  /** The turn of a unit: begins at {@link Turn#await} and ends at {@link Turn#finish}. */
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

  /** One unit's turn. */
  public interface Turn {
    /**
     * Waits until all units before this one are finished; may be called again.
     *
     * @throws ConnectionLost if one failed
     */
    void await() throws MpcException;

    /** Ends the turn, which it waits for if need be. */
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

  /** Ends all waiting, with a loss for the reason of the first failure. */
  synchronized void fail(Throwable reason) {
    failure = failure == null ? reason : failure;
    notifyAll();
  }
}
