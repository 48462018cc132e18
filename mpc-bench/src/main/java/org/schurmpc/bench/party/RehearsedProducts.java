package org.schurmpc.bench.party;

import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.schurmpc.bench.job.MulTask;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.Origin;
import org.schurmpc.core.prep.Recording;
import org.schurmpc.core.prep.TrustedDealer;
import org.schurmpc.core.session.Session;

/**
 * Creates producers of products for a rehearsal: fewer products than in a run, and repeatedly on
 * the same material.
 */
final class RehearsedProducts implements ProducerFactory, AutoCloseable {
  /**
   * Number of products that are made together: enough for the JIT compiler, few enough to deal in
   * time.
   */
  private static final int PRODUCTS = 1 << 12;

  private final MulTask task;
  private final ConfiguredProtocol protocol;
  private final Demand demand;
  private final List<MemoryPrepStore> stores;
  private final List<Recording> recordings;

  private RehearsedProducts(MulTask task) throws MpcException {
    this.task = task;
    this.protocol = task.protocol().configured();
    this.demand = task.demand(protocol);
    this.stores = Stream.generate(MemoryPrepStore::new).limit(task.parties()).toList();
    this.recordings = Stream.generate(Recording::new).limit(task.parties()).toList();
  }

  /** Creates the factory for the rehearsal of a task, and deals the material. */
  static RehearsedProducts of(MulTask task) throws MpcException {
    int batches = Math.max(1, Math.min(task.batches(), PRODUCTS / task.batch()));
    int parties = Math.min(task.parties(), ThroughputRehearsal.MOST_PARTIES);
    RehearsedProducts products = new RehearsedProducts(task.with(parties, batches));
    products.deal();
    return products;
  }

  private void deal() throws MpcException {
    try (TrustedDealer dealer = protocol.dealer(new SecureRandom())) {
      dealer.dealKeys(stores);
      dealer.deal(demand, recordings);
    }
  }

  @Override
  public int parties() {
    return task.parties();
  }

  @Override
  public SortedMap<String, String> terms() {
    return Products.terms(protocol, task, demand, "rehearsal");
  }

  @Override
  public Producer begin(Session session) {
    MemoryPrepStore store = stores.get(session.party());
    Recording recording = recordings.get(session.party());
    return new Products(
        session,
        protocol,
        task,
        () -> {
          recording.replay(store);
          return store;
        },
        Origin.own("rehearsal", Map.of()));
  }

  @Override
  public void close() {
    stores.forEach(MemoryPrepStore::close);
  }
}
