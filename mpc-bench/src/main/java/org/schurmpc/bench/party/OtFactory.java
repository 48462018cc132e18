package org.schurmpc.bench.party;

import java.util.Map;
import java.util.SortedMap;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.eval.RunTerms;
import org.schurmpc.core.prep.Origin;
import org.schurmpc.core.session.Session;

/**
 * Creates producers of correlated OTs in one direction.
 *
 * @param k the trade-off of the OT extension
 * @param count the number of OTs of a run
 */
record OtFactory(int k, long count) implements ProducerFactory {
  @Override
  public int parties() {
    return 2;
  }

  @Override
  public SortedMap<String, String> terms() {
    return new RunTerms()
        .with("protocol", "correlated OT")
        .with("k", Integer.toString(k))
        .with("count", Long.toString(count))
        .terms();
  }

  @Override
  public Producer begin(Session session) throws MpcException {
    return new Ots(OtWork.begin(session, k), k, count);
  }

  private record Ots(OtWork work, int k, long count) implements Producer {
    @Override
    public void produce() throws MpcException {
      for (long left = count; left > 0; ) {
        int now = (int) Math.min(left, OtWork.CHUNK);
        work.next(now);
        left -= now;
      }
    }

    @Override
    public long baseOtNanos() {
      return work.baseOtNanos();
    }

    @Override
    public Origin origin() {
      return Origin.own("correlated OT extension", Map.of("extension", "SoftSpokenOT", "ot_k", k));
    }

    @Override
    public void close() {
      work.close();
    }
  }
}
