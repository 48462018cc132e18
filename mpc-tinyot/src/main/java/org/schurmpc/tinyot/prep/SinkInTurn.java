package org.schurmpc.tinyot.prep;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.Sequencer;

/**
 * Lets several threads put items into one sink in an order that does not depend on their speed:
 * unit after unit of the work, since both parties' stores must hold the same items in the same
 * order.
 */
record SinkInTurn(MaterialSink sink, Sequencer.Turn turn) implements MaterialSink {
  @Override
  public void keys(String protocol, long[] keys) {
    throw new IllegalStateException("keys come before the units");
  }

  /** The first item waits until all units before this one are finished. */
  @Override
  public void put(MaterialKind kind, long[] data, int offset, int items) throws MpcException {
    turn.await();
    sink.put(kind, data, offset, items);
  }
}
