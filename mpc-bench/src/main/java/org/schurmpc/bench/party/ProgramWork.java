package org.schurmpc.bench.party;

import java.util.ArrayList;
import java.util.List;
import org.schurmpc.bench.control.ControlChannel;
import org.schurmpc.bench.control.Message;
import org.schurmpc.bench.job.InputSeeds;
import org.schurmpc.bench.job.MaterialSource;
import org.schurmpc.bench.job.ProgramTask;
import org.schurmpc.bench.job.ProgramWorkload;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.DealerClient;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.run.OpenRun;
import org.schurmpc.core.run.Refill;
import org.schurmpc.core.run.RunPlan;
import org.schurmpc.core.run.Source;

/** Runs a program as one party, with material of a dealer, of stores or of its own making. */
final class ProgramWork implements PartyWork {
  private final int party;
  private final ProgramTask task;
  private final ProgramWorkload work;
  private final InputSeeds seeds;
  private final DealerConnector dealer;

  /**
   * Creates the runs of a party.
   *
   * @param party the index of this party
   * @param dealer connects to the dealer, if the task has one
   */
  ProgramWork(
      int party, ProgramTask task, ProgramWorkload work, InputSeeds seeds, DealerConnector dealer) {
    this.party = party;
    this.task = task;
    this.work = work;
    this.seeds = seeds;
    this.dealer = dealer;
  }

  @Override
  public void rehearse() throws MpcException {
    ProgramRehearsal.rehearse(task, work);
  }

  @Override
  public void perform(ControlChannel monitor, PeerConnector peers, Message.Connect connect)
      throws MpcException {
    long start = System.nanoTime();
    try (OpenRun open = connect(peers, connect)) {
      long setupNanos = System.nanoTime() - start;
      monitor.send(SessionReport.of(open.material(0).origin(), setupNanos, 0));
      ProgramRuns runs = new ProgramRuns(work, open, seeds);
      int run = 0;
      while (run < task.allRuns() && runs.run(monitor, run)) {
        run++;
      }
    }
  }

  /** Connects to the dealer, if there is one, and to the peers, and agrees with them. */
  private OpenRun connect(PeerConnector peers, Message.Connect connect) throws MpcException {
    List<AutoCloseable> open = new ArrayList<>();
    boolean connected = false;
    try {
      List<Source> sources = sources(connect, open);
      Network network = peers.connect(connect.parties());
      connected = true; // from here on the run closes them
      return work.configured().plan().connect(network, sources);
    } finally {
      if (!connected) {
        for (AutoCloseable each : open) {
          close(each);
        }
      }
    }
  }

  /** Opens the sources of material, by part. */
  private List<Source> sources(Message.Connect connect, List<AutoCloseable> open)
      throws MpcException {
    if (task.material() instanceof MaterialSource.Dealer) {
      List<DealerClient> dealt = dealer.connect(connect.dealer(), work.parts().size());
      open.addAll(dealt);
      return dealt.stream().map(each -> (Source) new Source.Dealt(each)).toList();
    }
    List<Source> sources = new ArrayList<>();
    for (RunPlan.Part part : work.parts()) {
      sources.add(source(part, open));
    }
    return sources;
  }

  private Source source(RunPlan.Part part, List<AutoCloseable> open) throws MpcException {
    if (task.material() instanceof MaterialSource.Store store) {
      StoreDirectory opened =
          StoreDirectory.open(
              store.program(party, part.name(), work.parts().size()), StoreAccess.ofEnvironment());
      open.add(opened);
      return new Source.Stored(opened, Refill.none());
    }
    return new Source.Own();
  }

  private static void close(AutoCloseable resource) throws MpcException {
    try {
      resource.close();
    } catch (MpcException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("a source of material could not be closed", e);
    }
  }
}
