package org.schurmpc.bench.party;

import java.util.HexFormat;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.RunFigures;
import org.schurmpc.bench.job.MulTask;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.Multiplier;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.PrepStore;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.run.PassMaterial;
import org.schurmpc.core.session.Phase;
import org.schurmpc.core.session.Session;

/**
 * Multiplies as one party. In each run, the party fetches material from the dealer and prepares the
 * factors, reports that it is ready, multiplies after the start signal, reports at once that it is
 * done, and verifies the last products.
 */
final class Multiplication implements PartyWork {
  private final MulTask task;
  private final ConfiguredProtocol protocol;
  private final Demand demand;
  private final DealerConnector dealer;

  Multiplication(MulTask task, DealerConnector dealer) throws MpcException {
    this.task = task;
    this.protocol = task.protocol().configured();
    this.demand = task.demand(protocol);
    this.dealer = dealer;
  }

  @Override
  public void rehearse() throws MpcException {
    MulRehearsal.rehearse(task);
    // Releases the memory of the rehearsal, which is not part of the measurement.
    System.gc();
  }

  /** Returns the terms on which the parties must agree. */
  static SortedMap<String, String> terms(
      ConfiguredProtocol protocol, MulTask task, Demand demand, String storeId) {
    TreeMap<String, String> terms = new TreeMap<>(protocol.terms());
    terms.put("protocol", protocol.protocol());
    terms.put("sigma", Integer.toString(protocol.sigma()));
    terms.put("preprocessing store", storeId);
    terms.put("products", task.batches() + " batches of " + task.batch());
    terms.put("demand", HexFormat.of().formatHex(demand.digest()));
    return terms;
  }

  @Override
  public void perform(ControlChannel monitor, PeerConnector peers, Message.Connect connect)
      throws MpcException {
    long start = System.nanoTime();
    try (Preprocessor dealt = dealer.connect(connect.dealer());
        Session session =
            peers.establish(connect.parties(), terms(protocol, task, demand, dealt.storeId()))) {
      long setupNanos = System.nanoTime() - start;
      monitor.send(SessionReport.of(dealt.description(), setupNanos, 0));
      multiplyAll(monitor, session, dealt);
    }
  }

  private void multiplyAll(ControlChannel monitor, Session session, Preprocessor dealt)
      throws MpcException {
    PassMaterial material = PassMaterial.fresh(session, dealt);
    Multiplier multiplier = null;
    try {
      for (int run = 0; run < task.allRuns(); run++) {
        RunFigures before = RunFigures.of(session.metrics());
        session.metrics().enter(Phase.PREPROCESSING);
        PrepStore store = material.next(demand);
        if (multiplier == null) { // needs the keys, which arrive with the first material
          multiplier = protocol.multiplier(session, store);
        }
        run(monitor, session, multiplier, run);
        monitor.send(new Message.RunDone(RunFigures.of(session.metrics()).since(before)));
      }
    } finally {
      if (multiplier != null) {
        multiplier.close();
      }
      material.close();
    }
  }

  private void run(ControlChannel monitor, Session session, Multiplier multiplier, int run)
      throws MpcException {
    session.metrics().enter(Phase.INPUT);
    multiplier.begin(task.batches(), task.batch());
    session.metrics().enter(Phase.SETUP);
    TimedPass.perform(
        monitor,
        run,
        0,
        () -> {
          session.metrics().enter(Phase.COMPUTE);
          multiplier.multiply();
        });
    session.metrics().enter(Phase.OUTPUT);
    multiplier.verify();
    session.metrics().enter(Phase.SETUP);
  }
}
