package org.schurmpc.bench.party;

import java.nio.file.Path;
import java.util.SortedMap;
import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.job.InputSeeds;
import org.schurmpc.bench.job.Job;
import org.schurmpc.bench.job.MaterialSource;
import org.schurmpc.bench.job.Workload;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.run.Computation;
import org.schurmpc.core.run.PassMaterial;
import org.schurmpc.core.session.Session;

/**
 * Evaluates a circuit as one party, with material of a dealer or of the protocol's own
 * preprocessing.
 */
final class Evaluation implements PartyWork {
  private final int party;
  private final Job job;
  private final Workload work;
  private final InputSeeds seeds;
  private final DealerConnector dealer;

  /**
   * Creates the evaluations of a party.
   *
   * @param party the index of this party
   * @param dealer connects to the dealer, if the job has one
   */
  Evaluation(int party, Job job, Workload work, InputSeeds seeds, DealerConnector dealer) {
    this.party = party;
    this.job = job;
    this.work = work;
    this.seeds = seeds;
    this.dealer = dealer;
  }

  @Override
  public void rehearse() throws MpcException {
    Rehearsal.rehearse(job, work, !job.material().hasDealer());
  }

  @Override
  public void perform(ControlChannel monitor, PeerConnector peers, Message.Connect connect)
      throws MpcException {
    if (job.material() instanceof MaterialSource.Store store) {
      performFromStore(store.party(party), monitor, peers, connect);
    } else {
      performWithPreprocessor(monitor, peers, connect);
    }
  }

  private void performWithPreprocessor(
      ControlChannel monitor, PeerConnector peers, Message.Connect connect) throws MpcException {
    boolean hasDealer = job.material().hasDealer();
    long start = System.nanoTime();
    try (Preprocessor dealt = hasDealer ? dealer.connect(connect.dealer()) : null;
        Session session = peers.establish(connect.parties(), terms(dealt));
        Preprocessor own = dealt == null ? work.protocol().preprocessor(session) : null) {
      Preprocessor preprocessor = dealt == null ? own : dealt;
      long setupNanos = System.nanoTime() - start;
      monitor.send(SessionReport.of(preprocessor.origin(), setupNanos, 0));
      evaluate(monitor, session, PassMaterial.fresh(session, preprocessor));
    }
  }

  private void performFromStore(
      Path folder, ControlChannel monitor, PeerConnector peers, Message.Connect connect)
      throws MpcException {
    long start = System.nanoTime();
    try (StoreDirectory store = StoreDirectory.open(folder, StoreAccess.ofEnvironment());
        Session session = peers.establish(connect.parties(), terms("stored"))) {
      store.guard(session, work.protocol().keepsKey());
      store.requireFits(
          Computation.purpose(
              work.protocol(), work.demand(), session.party(), session.certificates()));
      long setupNanos = System.nanoTime() - start;
      monitor.send(SessionReport.of(store.origin(), setupNanos, 0));
      evaluate(monitor, session, PassMaterial.stored(session, store));
    }
  }

  private SortedMap<String, String> terms(Preprocessor dealt) {
    return terms(dealt == null ? Preprocessor.OWN_STORE : dealt.storeId());
  }

  private SortedMap<String, String> terms(String storeId) {
    return CircuitExecutor.terms(work.protocol(), work.layered(), work.io(), storeId);
  }

  private void evaluate(ControlChannel monitor, Session session, PassMaterial material)
      throws MpcException {
    try (PassMaterial closed = material;
        PartyRuns runs =
            new PartyRuns(monitor, job.evaluations().inARow(), work, session, closed, seeds)) {
      int run = 0;
      while (run < job.allRuns() && runs.run(run)) {
        run++;
      }
    }
  }
}
