package org.schurmpc.bench.party;

import java.util.SortedMap;
import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.job.InputSeeds;
import org.schurmpc.bench.job.Job;
import org.schurmpc.bench.job.Workload;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.NettyClient;
import org.schurmpc.core.prep.DealerClient;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.session.Session;

/** A party's evaluations of a circuit, with material of a dealer or of the protocol's own. */
final class Evaluation implements PartyWork {
  private final Job job;
  private final InputSeeds seeds;
  private final int party;
  private final Workload work;

  Evaluation(Job job, InputSeeds seeds, int party) throws MpcException {
    this.job = job;
    this.seeds = seeds;
    this.party = party;
    this.work = Workload.of(job);
  }

  private boolean hasDealer() {
    return job.preprocessing().equals(Job.DEALER);
  }

  @Override
  public void rehearse() throws MpcException {
    Rehearsal.rehearse(work, !hasDealer(), job.rehearsalMillis());
  }

  @Override
  public void perform(ControlChannel monitor, PeerConnector peer, Message.Connect connect)
      throws MpcException {
    long start = System.nanoTime();
    try (Preprocessor dealer = hasDealer() ? connectDealer(connect.dealerPort()) : null;
        Session session = peer.establish(connect.peerPort(), terms(dealer));
        Preprocessor own = dealer == null ? work.protocol().preprocessor(session) : null) {
      Preprocessor preprocessor = dealer == null ? own : dealer;
      long setupNanos = System.nanoTime() - start;
      monitor.send(ThisJvm.established(preprocessor.description(), setupNanos, 0));
      evaluate(monitor, session, preprocessor);
    }
  }

  private Preprocessor connectDealer(int port) throws MpcException {
    Endpoint at = new Endpoint(ChildProgram.HOST, port);
    return DealerClient.introduce(
        NettyClient.connect("the dealer", at, ChildProgram.dealerOptions(job)), party);
  }

  private SortedMap<String, String> terms(Preprocessor dealer) {
    String storeId = dealer == null ? Preprocessor.OWN_STORE : dealer.storeId();
    return CircuitExecutor.terms(work.protocol(), work.layered(), work.io(), storeId);
  }

  private void evaluate(ControlChannel monitor, Session session, Preprocessor preprocessor)
      throws MpcException {
    try (MemoryPrepStore store = new MemoryPrepStore();
        PartyRuns runs = new PartyRuns(monitor, work, session, preprocessor, store, seeds)) {
      for (int run = 0; run < job.allRuns(); run++) {
        runs.run(run);
      }
    }
  }
}
