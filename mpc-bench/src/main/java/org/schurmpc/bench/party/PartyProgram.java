package org.schurmpc.bench.party;

import java.security.SecureRandom;
import java.util.List;
import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.job.Job;
import org.schurmpc.bench.job.Workload;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.eval.CircuitExecutor;
import org.schurmpc.core.kernel.KernelProvider;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.NettyClient;
import org.schurmpc.core.net.NettyNetwork;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.DealerClient;
import org.schurmpc.core.prep.MemoryPrepStore;
import org.schurmpc.core.prep.Preprocessor;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionTerms;

/** A party: evaluates the circuit with its peer when the Monitor says go. */
public final class PartyProgram extends ChildProgram {
  private static final String OWN_PREPROCESSING = "own";

  private final int party;

  /**
   * @param instance the pair that it belongs to
   * @param party its index in the pair
   */
  public PartyProgram(int instance, int party) {
    super(new Role(instance, party));
    this.party = party;
  }

  @Override
  void work(ControlChannel monitor, Message.Welcome welcome) throws MpcException {
    Job job = welcome.job();
    Workload work = Workload.of(job);
    Rehearsal.rehearse(work.protocol(), job.rehearsalMillis());
    ThisJvm.resetPeakRss();
    Connector connector = new Caller();
    if (party == 0) {
      Listener listener = new Listener(job);
      connector = listener;
      monitor.send(new Message.Listening(List.of(listener.port())));
    }
    Message.Connect connect = monitor.receive(Message.Connect.class);
    long start = System.nanoTime();
    try (Preprocessor dealer = connectDealer(job, connect)) {
      Network network = connector.connect(job, connect.peerPort());
      try (Session session = establish(network, work, dealer)) {
        try (Preprocessor own = dealer == null ? work.protocol().preprocessor(session) : null) {
          long setupNanos = System.nanoTime() - start;
          evaluate(monitor, welcome, work, session, dealer == null ? own : dealer, setupNanos);
        }
      }
    }
  }

  /** The dealer's client, or null if the parties preprocess on their own. */
  private Preprocessor connectDealer(Job job, Message.Connect connect) throws MpcException {
    if (!job.preprocessing().equals(Job.DEALER)) {
      return null;
    }
    Endpoint at = new Endpoint(HOST, connect.dealerPort());
    return DealerClient.introduce(NettyClient.connect("the dealer", at, dealerOptions(job)), party);
  }

  private static Session establish(Network network, Workload work, Preprocessor dealer)
      throws MpcException {
    String storeId = dealer == null ? OWN_PREPROCESSING : dealer.storeId();
    SessionTerms terms =
        new SessionTerms(
            CircuitExecutor.terms(work.protocol(), work.layered(), work.io(), storeId));
    boolean established = false;
    try {
      Session session = Session.establish(network, terms, new SecureRandom());
      established = true;
      return session;
    } finally {
      if (!established) {
        network.close();
      }
    }
  }

  private void evaluate(
      ControlChannel monitor,
      Message.Welcome welcome,
      Workload work,
      Session session,
      Preprocessor preprocessor,
      long setupNanos)
      throws MpcException {
    KernelProvider.Choice kernels = KernelProvider.choose();
    monitor.send(
        new Message.Established(
            ThisJvm.describe(),
            ThisJvm.options(),
            kernels.kernels().name(),
            kernels.reason(),
            preprocessor.description(),
            setupNanos));
    try (MemoryPrepStore store = new MemoryPrepStore();
        PartyRuns runs =
            new PartyRuns(monitor, work, session, preprocessor, store, welcome.seeds())) {
      for (int run = 0; run < welcome.job().allRuns(); run++) {
        runs.run(run);
      }
    }
    monitor.send(new Message.Finished(ThisJvm.peakRssBytes()));
  }

  /** How a party reaches its peer. */
  private interface Connector {
    Network connect(Job job, int peerPort) throws MpcException;
  }

  /** Party 1 waits for its peer. */
  private static final class Listener implements Connector {
    private final NettyNetwork.Listening listening;

    Listener(Job job) throws MpcException {
      listening = NettyNetwork.listen(0, 2, new Endpoint(HOST, 0), peerOptions(job));
    }

    int port() {
      return listening.port();
    }

    @Override
    public Network connect(Job job, int peerPort) throws MpcException {
      return listening.connect(List.of());
    }
  }

  /** Party 2 calls its peer. */
  private static final class Caller implements Connector {
    @Override
    public Network connect(Job job, int peerPort) throws MpcException {
      List<Endpoint> all = List.of(new Endpoint(HOST, peerPort), new Endpoint(HOST, 0));
      return NettyNetwork.connect(1, all, peerOptions(job));
    }
  }
}
