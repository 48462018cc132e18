package org.schurmpc.bench.party;

import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.job.MulTask;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.run.PassMaterial;
import org.schurmpc.core.session.Session;

/** Multiplies as one party, with material that the dealer supplies for each run. */
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
    long millis = task.schedule().rehearsalMillis();
    if (millis > 0) {
      long deadline = System.nanoTime() + millis * 1_000_000;
      try (RehearsedProducts products = RehearsedProducts.of(task)) {
        ThroughputRehearsal.rehearseUntil(products, deadline);
      }
    }
    // Releases the memory of the rehearsal, which is not part of the measurement.
    System.gc();
  }

  @Override
  public void perform(ControlChannel monitor, PeerConnector peers, Message.Connect connect)
      throws MpcException {
    long start = System.nanoTime();
    try (Preprocessor dealt = dealer.connect(connect.dealer());
        Session session =
            peers.establish(
                connect.parties(), Products.terms(protocol, task, demand, dealt.storeId()))) {
      long setupNanos = System.nanoTime() - start;
      try (PassMaterial material = PassMaterial.fresh(session, dealt);
          Products products =
              new Products(session, protocol, task, () -> material.next(demand), dealt.origin())) {
        ThroughputRuns.perform(task, monitor, session, products, setupNanos);
      }
    }
  }
}
