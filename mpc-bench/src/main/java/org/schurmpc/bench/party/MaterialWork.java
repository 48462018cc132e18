package org.schurmpc.bench.party;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.job.MaterialSource;
import org.schurmpc.bench.job.Task;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.DealerClient;
import org.schurmpc.core.prep.Origin;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.run.OpenRun;
import org.schurmpc.core.run.Refill;
import org.schurmpc.core.run.RunPlan;
import org.schurmpc.core.run.Source;

/**
 * Performs a task that consumes material as one party, with material of a dealer, of stores or of
 * the protocols' own preprocessing.
 *
 * @param party the index of this party
 * @param plan what the parties agree on and consume
 * @param rehearsal rehearses the task in this process alone
 * @param runs creates the runs
 * @param dealer connects to the dealer, if the task has one
 */
record MaterialWork(
    int party,
    Task task,
    MaterialSource material,
    RunPlan plan,
    Rehearsing rehearsal,
    PartyRuns.Beginning runs,
    DealerConnector dealer)
    implements PartyWork {

  /** Rehearses a task. */
  interface Rehearsing {
    /** Rehearses for the rehearsal time of the task. */
    void rehearse() throws MpcException;
  }

  @Override
  public void rehearse() throws MpcException {
    rehearsal.rehearse();
    // Releases the memory of the rehearsal, which is not part of the measurement.
    System.gc();
  }

  @Override
  public void perform(ControlChannel monitor, PeerConnector peers, Message.Connect connect)
      throws MpcException {
    long start = System.nanoTime();
    try (OpenRun open = connect(peers, connect);
        PartyRuns performed = runs.begin(open)) {
      long setupNanos = System.nanoTime() - start;
      Origin origin = open.material(0).origin(plan.parts().get(0).unit());
      monitor.send(SessionReport.of(origin, setupNanos, 0));
      int run = 0;
      while (run < task.allRuns() && performed.run(monitor, run)) {
        run++;
      }
    }
  }

  /** Connects to the dealer, if there is one, and to the peers, and agrees with them. */
  private OpenRun connect(PeerConnector peers, Message.Connect connect) throws MpcException {
    List<Source> sources = new ArrayList<>();
    Network network = null;
    try {
      open(connect, sources);
      network = peers.connect(connect.parties());
    } finally {
      if (network == null) {
        sources.forEach(MaterialWork::close);
      }
    }
    return plan.connect(network, sources); // closes all that is open if it fails
  }

  /** Opens the sources of material, by part. */
  private void open(Message.Connect connect, List<Source> sources) throws MpcException {
    List<RunPlan.Part> parts = plan.parts();
    if (material instanceof MaterialSource.Dealer) {
      for (DealerClient each : dealer.connect(connect.dealer(), parts.size())) {
        sources.add(new Source.Dealt(each));
      }
    } else if (material instanceof MaterialSource.Store store) {
      for (RunPlan.Part part : parts) {
        sources.add(
            new Source.Stored(
                StoreDirectory.open(
                    store.program(party, part.name(), parts.size()), StoreAccess.ofEnvironment()),
                Refill.none()));
      }
    } else {
      parts.forEach(part -> sources.add(new Source.Own()));
    }
  }

  private static void close(Source source) {
    if (source instanceof Source.Dealt dealt) {
      dealt.dealer().close();
    } else if (source instanceof Source.Stored stored) {
      stored.store().close();
    }
  }
}
