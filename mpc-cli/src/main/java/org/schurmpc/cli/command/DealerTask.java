package org.schurmpc.cli.command;

import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import org.schurmpc.cli.compute.DealerRun;
import org.schurmpc.cli.compute.Dealing;
import org.schurmpc.cli.compute.DealtStores;
import org.schurmpc.cli.compute.StoreUse;
import org.schurmpc.cli.compute.WorkEstimate;
import org.schurmpc.cli.config.Participant;
import org.schurmpc.cli.display.ErrorAdvice;
import org.schurmpc.cli.launch.HeapSize;
import org.schurmpc.cli.launch.ProgressListener;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.NettyServer;

/** Deals the preprocessing of a computation. */
sealed interface DealerTask extends CommandTask {
  /** Returns what is dealt, by part of the computation. */
  List<Dealing> dealings();

  /** Returns a heap for what is dealt to a party at a time. */
  @Override
  default HeapSize heap() {
    return HeapSize.forMaterial(
        dealings().stream().mapToLong(dealing -> dealing.unit().bytes()).max().orElse(0), 0);
  }

  private static WorkEstimate work(List<Dealing> dealings, int parties) {
    double seconds = 0;
    for (Dealing dealing : dealings) {
      long shares = (long) dealing.units() * parties;
      seconds += WorkEstimate.material(dealing.unit(), shares, false).seconds();
    }
    return new WorkEstimate(seconds);
  }

  /**
   * Deals to parties that connect.
   *
   * @param forever whether the dealer serves one computation after the other
   */
  record Serving(
      List<Dealing> dealings, int parties, DealerRun dealer, boolean forever, PrintStream err)
      implements DealerTask {
    private static final Duration FOREVER = Duration.ofDays(365);

    @Override
    public WorkEstimate work() {
      return forever ? WorkEstimate.ENDLESS : DealerTask.work(dealings, parties);
    }

    @Override
    public void run(ProgressListener progress) throws MpcException {
      try (NettyServer server = dealer.open()) {
        err.println("the dealer listens on port " + server.port());
        if (!forever) {
          dealer.serve(server, dealings, dealer.times().connect());
          return;
        }
        while (true) {
          serveOne(server);
        }
      }
    }

    /**
     * Serves one computation. If it fails, the failure is printed and the dealer continues with the
     * next computation.
     */
    private void serveOne(NettyServer server) {
      try {
        dealer.serve(server, dealings, FOREVER);
      } catch (MpcException e) {
        err.println("a computation ended early: " + ErrorAdvice.sentence(e));
      }
    }
  }

  /**
   * Deals to stores on disk.
   *
   * @param what what the material suffices for, for the user
   * @param stores by dealing, then by party
   */
  record Writing(
      List<Dealing> dealings,
      String what,
      List<Participant> parties,
      List<List<StoreUse>> stores,
      PrintStream err)
      implements DealerTask {
    @Override
    public WorkEstimate work() {
      return DealerTask.work(dealings, parties.size());
    }

    @Override
    public void run(ProgressListener progress) throws MpcException {
      for (int i = 0; i < dealings.size(); i++) {
        DealtStores.write(parties, dealings.get(i), stores.get(i), (there, wanted) -> {});
      }
      err.println(
          "all %d stores hold material for %s; INSECURE: whoever sees all can read everything"
              .formatted(parties.size(), what));
    }
  }
}
