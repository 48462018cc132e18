package org.schurmpc.bench.party;

import java.util.Map;
import java.util.SortedMap;
import org.schurmpc.bench.job.TriplesTask;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.RunTerms;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MaterialKind;
import org.schurmpc.core.prep.Origin;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.session.Session;

/** Creates producers of a demand's material, by a protocol's own preprocessing. */
record MaterialFactory(ConfiguredProtocol protocol, Demand demand) implements ProducerFactory {

  /**
   * Returns the factory for the material of one run of a task.
   *
   * @throws Refused if the protocol has no such material, or the material depends on the circuit
   */
  static MaterialFactory of(TriplesTask task) throws Refused {
    ConfiguredProtocol protocol = task.configured();
    return new MaterialFactory(protocol, task.demand(protocol));
  }

  @Override
  public int parties() {
    return protocol.parties();
  }

  @Override
  public SortedMap<String, String> terms() {
    return new RunTerms().protocol(protocol).preparation(protocol).demand(demand).terms();
  }

  @Override
  public Producer begin(Session session) throws MpcException {
    return new Material(protocol.preprocessor(session), demand);
  }

  private static final class Material implements Producer {
    private final Preprocessor preprocessor;
    private final Demand demand;
    private final DroppingSink sink = new DroppingSink();
    private long prepared;

    Material(Preprocessor preprocessor, Demand demand) {
      this.preprocessor = preprocessor;
      this.demand = demand;
    }

    @Override
    public void produce() throws MpcException {
      preprocessor.prepare(demand, sink);
      prepared++;
      for (Map.Entry<MaterialKind, Long> quota : demand.quotas().entrySet()) {
        long due = prepared * quota.getValue();
        if (sink.items(quota.getKey()) < due) {
          throw new IllegalStateException(
              "the preprocessing gave %d of %d items of %s"
                  .formatted(sink.items(quota.getKey()), due, quota.getKey().name()));
        }
      }
    }

    @Override
    public Origin origin() throws MpcException {
      return preprocessor.origin(demand);
    }

    @Override
    public void close() {
      preprocessor.close();
    }
  }
}
