package org.schurmpc.bench.party;

import java.util.SortedMap;
import org.schurmpc.bench.job.MulTask;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Multiplier;
import org.schurmpc.core.eval.RunTerms;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;

/** Multiplies as one party, with dealt material. */
final class Products implements Producer {
  private final Session session;
  private final ConfiguredProtocol protocol;
  private final MulTask task;
  private final Supply supply;
  private final String description;
  private Multiplier multiplier;

  /** Supplies the material of each run. */
  interface Supply {
    /** Returns a store with the material of the next run. */
    PrepStore next() throws MpcException;
  }

  /**
   * Creates the producer of a task's products.
   *
   * @param protocol the configured protocol of the task
   * @param description the name of the material's source in reports
   */
  Products(
      Session session,
      ConfiguredProtocol protocol,
      MulTask task,
      Supply supply,
      String description) {
    this.session = session;
    this.protocol = protocol;
    this.task = task;
    this.supply = supply;
    this.description = description;
  }

  /** Returns the terms on which the parties must agree. */
  static SortedMap<String, String> terms(
      ConfiguredProtocol protocol, MulTask task, Demand demand, String storeId) {
    return new RunTerms()
        .protocol(protocol)
        .store(storeId)
        .with("products", task.batches() + " batches of " + task.batch())
        .demand(demand)
        .terms();
  }

  /** Fetches material, and prepares the factors. */
  @Override
  public void prepare() throws MpcException {
    session.metrics().enter(Phase.PREPROCESSING);
    PrepStore store = supply.next();
    if (multiplier == null) { // needs the keys, which arrive with the first material
      multiplier = protocol.multiplier(session, store);
    }
    session.metrics().enter(Phase.INPUT);
    multiplier.begin(task.batches(), task.batch());
  }

  @Override
  public void produce() throws MpcException {
    multiplier.multiply();
  }

  @Override
  public void verify() throws MpcException {
    session.metrics().enter(Phase.OUTPUT);
    multiplier.verify();
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public void close() {
    if (multiplier != null) {
      multiplier.close();
    }
  }
}
