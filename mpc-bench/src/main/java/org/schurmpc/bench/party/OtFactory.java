package org.schurmpc.bench.party;

import java.util.Map;
import java.util.SortedMap;
import org.schurmpc.bench.job.OtTask;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.eval.RunTerms;
import org.schurmpc.core.prep.Origin;
import org.schurmpc.core.session.Session;

/**
 * Creates producers of correlations.
 *
 * @param task what is produced
 * @param count the number of correlations of a run
 */
record OtFactory(OtTask task, long count) implements ProducerFactory {
  @Override
  public int parties() {
    return 2;
  }

  @Override
  public SortedMap<String, String> terms() {
    RunTerms terms =
        new RunTerms()
            .with("protocol", "correlated OT")
            .with("k", Integer.toString(task.k()))
            .with("count", Long.toString(count));
    if (task.kind() != OtTask.Kind.SOFTSPOKEN) {
      terms = terms.with("source", task.kind().name());
    }
    if (task.kind().hasField()) {
      terms = terms.with("field", task.field());
    }
    return terms.terms();
  }

  @Override
  public Producer begin(Session session) throws MpcException {
    OtWork work =
        switch (task.kind()) {
          case SOFTSPOKEN -> OneWayOts.begin(session, task.k());
          case SILENT -> BothWays.ots(session, task.k());
          case VOLE, COPE -> BothWays.of(task.products().products(session));
        };
    return new Ots(work, task, count);
  }

  private record Ots(OtWork work, OtTask task, long count) implements Producer {
    @Override
    public void produce() throws MpcException {
      for (long left = count; left > 0; ) {
        int now = (int) Math.min(left, work.most());
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
      return Origin.own(
          "correlated OT extension", Map.of("extension", extension(), "ot_k", task.k()));
    }

    private String extension() {
      return switch (task.kind()) {
        case SOFTSPOKEN -> "SoftSpokenOT";
        case SILENT -> "Ferret";
        case VOLE -> "Wolverine";
        case COPE -> "COPE";
      };
    }

    @Override
    public void close() {
      work.close();
    }
  }
}
