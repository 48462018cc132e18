package org.schurmpc.bench.party;

import java.util.List;
import org.schurmpc.bench.control.Admission;
import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.job.EvaluationTask;
import org.schurmpc.bench.job.GenerationTask;
import org.schurmpc.bench.job.MaterialSource;
import org.schurmpc.bench.job.MulTask;
import org.schurmpc.bench.job.ProgramTask;
import org.schurmpc.bench.job.ProgramWorkload;
import org.schurmpc.bench.job.Task;
import org.schurmpc.bench.job.Workload;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.NettyClient;
import org.schurmpc.core.prep.DealerClient;

/**
 * Runs a party: the party works with its peers as the Monitor asks, after the Monitor's start
 * signal.
 */
public final class PartyProgram extends ChildProgram {
  private final Role role;
  private final SharedRehearsal rehearsal;

  /**
   * Creates a party.
   *
   * @param instance the index of the party's instance
   * @param party the index of the party in its instance
   */
  public PartyProgram(int instance, int party, Place place) {
    this(instance, party, place, new SharedRehearsal());
  }

  /** Creates one of several parties in a process, which rehearse once for all. */
  PartyProgram(int instance, int party, Place place, SharedRehearsal rehearsal) {
    super(new Role(instance, party), place);
    this.role = new Role(instance, party);
    this.rehearsal = rehearsal;
  }

  @Override
  void work(ControlChannel monitor, Message.Welcome welcome) throws MpcException {
    int parties = welcome.task().parties();
    boolean last = role.party() == parties - 1;
    if (!last) {
      place().requireCallable("party %d of %d".formatted(role.party() + 1, parties));
    }
    PartyWork work = workOf(monitor, welcome);
    rehearsal.rehearse(work);
    PeakMemory.reset();
    // Errors such as an occupied port or a missing fingerprint are reported before anybody waits
    // for this party.
    try (PeerConnector peers =
        PeerConnector.of(role.party(), parties, place().listen(), peerOptions(welcome.task()))) {
      Endpoint at = last ? null : place().advertise(peers.port());
      monitor.send(new Message.Prepared(at));
      work.perform(monitor, peers, monitor.receive(Message.Connect.class));
    }
    finish(monitor, PeakMemory.bytes());
  }

  private PartyWork workOf(ControlChannel monitor, Message.Welcome welcome) throws MpcException {
    DealerConnector dealer = (at, stores) -> connectDealer(at, stores, welcome.task());
    if (welcome.task() instanceof EvaluationTask job) {
      Workload work = workload(monitor, welcome, job);
      return new MaterialWork(
          role.party(),
          job,
          job.material(),
          work.plan(),
          () -> Rehearsal.rehearse(job, work, !job.material().hasDealer()),
          open -> new CircuitRuns(job.evaluations().inARow(), work, open, welcome.seeds()),
          dealer);
    }
    if (welcome.task() instanceof ProgramTask program) {
      ProgramWorkload work = workload(monitor, welcome, program);
      return new MaterialWork(
          role.party(),
          program,
          program.material(),
          work.configured().plan(),
          () -> ProgramRuns.rehearse(program, work),
          open -> new ProgramRuns(work, open, welcome.seeds()),
          dealer);
    }
    if (welcome.task() instanceof MulTask mul) {
      ConfiguredProtocol protocol = mul.protocol().configured();
      return new MaterialWork(
          role.party(),
          mul,
          new MaterialSource.Dealer(),
          Products.plan(protocol, mul),
          () -> Products.rehearse(mul),
          open -> new ThroughputRuns(mul, open.session(), new Products(open, protocol, mul)),
          dealer);
    }
    return new Generation((GenerationTask) welcome.task());
  }

  private List<DealerClient> connectDealer(Endpoint at, int stores, Task task) throws MpcException {
    if (at == null) {
      throw new Disagreement("the Monitor names no dealer, and the run needs one");
    }
    Channel channel = NettyClient.connect("the dealer", at, dealerOptions(task));
    boolean introduced = false;
    try {
      ControlChannel control = new ControlChannel(channel);
      Admission.knock(control, place().credentials(), role);
      control.receive(Message.Admitted.class);
      List<DealerClient> clients = DealerClient.introduce(channel, role.party(), stores);
      introduced = true;
      return clients;
    } finally {
      if (!introduced) {
        channel.close();
      }
    }
  }
}
