package org.schurmpc.tinyot.prep;

import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;

/**
 * Lets several threads put items into one sink in an order that does not depend on their speed:
 * unit after unit of the work, since both parties' stores must hold the same items in the same
 * order.
 */
final class OrderedSink {
  private final MaterialSink sink;
  private int turn;
  private Throwable failure;

  OrderedSink(MaterialSink sink) {
    this.sink = sink;
  }

  /** The sink for a unit, whose first item waits until all units before it are finished. */
  MaterialSink unit(int number) {
    return new MaterialSink() {
      @Override
      public void keys(String protocol, long[] keys) {
        throw new IllegalStateException("keys come before the units");
      }

      @Override
      public void put(MaterialKind kind, long[] data, int offset, int items) throws MpcException {
        awaitTurn(number);
        sink.put(kind, data, offset, items);
      }
    };
  }

  private synchronized void awaitTurn(int number) throws MpcException {
    try {
      while (turn < number && failure == null) {
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

  /** Says that a unit has put all its items. */
  synchronized void finish(int number) throws MpcException {
    awaitTurn(number);
    turn++;
    notifyAll();
  }

  /** Ends all waiting, with a loss for the reason of the first failure. */
  synchronized void fail(Throwable reason) {
    failure = failure == null ? reason : failure;
    notifyAll();
  }
}
