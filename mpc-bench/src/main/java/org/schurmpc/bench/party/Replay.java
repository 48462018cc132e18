package org.schurmpc.bench.party;

import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.MaterialSink;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.Recording;

/**
 * Records what a dealer deals to one party, and then gives the same material whenever asked. Only
 * for rehearsals, in which nothing is secret.
 */
final class Replay implements MaterialSink, Preprocessor {
  private final Recording items = new Recording();
  private String protocol;
  private long[] keys;
  private boolean begun;

  @Override
  public void keys(String ofProtocol, long[] dealt) {
    protocol = ofProtocol;
    keys = dealt.clone();
  }

  @Override
  public void put(MaterialKind kind, long[] data, int offset, int count) {
    items.put(kind, data, offset, count);
  }

  @Override
  public String storeId() {
    return "rehearsal";
  }

  @Override
  public String description() {
    return "rehearsal";
  }

  /** Gives the recorded material, whatever is demanded. */
  @Override
  public void prepare(Demand demand, MaterialSink sink) throws MpcException {
    if (!begun) {
      begun = true;
      sink.keys(protocol, keys);
    }
    items.replay(sink);
  }

  @Override
  public void close() {
    // Nothing here is secret.
  }
}
