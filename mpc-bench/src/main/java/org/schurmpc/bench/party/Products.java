package org.schurmpc.bench.party;

import java.util.List;
import org.schurmpc.bench.job.MulTask;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Multiplier;
import org.schurmpc.core.eval.RunTerms;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Origin;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.run.OpenRun;
import org.schurmpc.core.run.PassMaterial;
import org.schurmpc.core.run.RunPlan;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;

/** Multiplies as one party, with dealt material. */
final class Products implements Producer {
  /** Number of products of a rehearsal: enough for the JIT compiler, few enough to deal in time. */
  private static final int REHEARSED = 1 << 12;

  private final Session session;
  private final ConfiguredProtocol protocol;
  private final MulTask task;
  private final Demand demand;
  private final PassMaterial material;
  private Multiplier multiplier;

  /**
   * Creates the producer of a task's products.
   *
   * @param protocol the configured protocol of the task
   * @param open of {@link #plan}; stays open
   */
  Products(OpenRun open, ConfiguredProtocol protocol, MulTask task) throws Refused {
    this.session = open.session();
    this.protocol = protocol;
    this.task = task;
    this.demand = task.demand(protocol);
    this.material = open.material(0);
  }

  /** Returns what the parties agree on and consume. */
  static RunPlan plan(ConfiguredProtocol protocol, MulTask task) throws Refused {
    Demand demand = task.demand(protocol);
    RunTerms terms =
        new RunTerms()
            .with("products", task.batches() + " batches of " + task.batch())
            .demand(demand);
    return new RunPlan(terms.terms(), List.of(new RunPlan.Part("", protocol, demand)), true);
  }

  /**
   * Rehearses a task for its rehearsal time, with few products and at most {@value
   * ThroughputRehearsal#MOST_PARTIES} parties.
   */
  static void rehearse(MulTask task) throws MpcException {
    long millis = task.schedule().rehearsalMillis();
    if (millis <= 0) {
      return;
    }
    long deadline = System.nanoTime() + millis * 1_000_000;
    int batches = Math.max(1, Math.min(task.batches(), REHEARSED / task.batch()));
    MulTask fewer = task.with(Math.min(task.parties(), ThroughputRehearsal.MOST_PARTIES), batches);
    ConfiguredProtocol protocol = fewer.protocol().configured();
    ReplayRehearsal.run(
        plan(protocol, fewer),
        open -> {
          Products products = new Products(open, protocol, fewer);
          return run -> ThroughputRehearsal.run(products);
        },
        deadline);
  }

  /** Fetches material, and prepares the factors. */
  @Override
  public void prepare() throws MpcException {
    session.metrics().enter(Phase.PREPROCESSING);
    PrepStore store = material.next(demand);
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
  public Origin origin() {
    return material.origin();
  }

  @Override
  public void close() {
    if (multiplier != null) {
      multiplier.close();
    }
  }
}
