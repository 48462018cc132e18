package org.schurmpc.bench.monitor;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.schurmpc.bench.party.DealerProgram;
import org.schurmpc.bench.party.PartyProgram;
import org.schurmpc.bench.party.Place;

/** The Monitor and its children, all in this process. */
final class InProcess {
  private static final String TOKEN = "the token";

  private InProcess() {}

  private static Callable<Void> party(int party, int port) {
    return () -> {
      new PartyProgram(0, party, Place.loopback(port, TOKEN)).run();
      return null;
    };
  }

  /**
   * Runs a plan of one instance.
   *
   * @param progress called after each pass
   */
  static Measured run(Plan plan, Runnable progress) throws Exception {
    Faults faults = new Faults();
    ExecutorService children = Executors.newCachedThreadPool();
    MonitorOptions options = MonitorOptions.loopback(plan.task(), TOKEN);
    try (Monitor monitor = Monitor.listen(plan, options, faults, progress)) {
      monitor.start();
      List<Future<Void>> ends = new ArrayList<>();
      if (plan.hasDealer()) {
        ends.add(
            children.submit(
                () -> {
                  new DealerProgram(Place.loopback(monitor.port(), TOKEN)).run();
                  return null;
                }));
      }
      ends.add(children.submit(party(0, monitor.port())));
      ends.add(children.submit(party(1, monitor.port())));
      faults.await();
      for (Future<Void> end : ends) {
        end.get();
      }
      return monitor.result();
    } finally {
      children.shutdownNow();
    }
  }
}
