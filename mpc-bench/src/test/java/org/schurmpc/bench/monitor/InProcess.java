package org.schurmpc.bench.monitor;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.schurmpc.bench.control.Role;
import org.schurmpc.bench.party.DealerProgram;
import org.schurmpc.bench.party.PartyProgram;
import org.schurmpc.bench.party.Place;

/** Runs the Monitor and its children in this process. */
public final class InProcess {
  private static final String TOKEN = "the token";

  private InProcess() {}

  private static Callable<Void> child(Role role, int port) {
    Place place = Place.loopback(port, TOKEN);
    return () -> {
      if (role.isDealer()) {
        new DealerProgram(place).run();
      } else {
        new PartyProgram(role.instance(), role.party(), place).run();
      }
      return null;
    };
  }

  /**
   * Runs a plan to its end.
   *
   * @param watcher receives the events of the run
   */
  public static Measured run(Plan plan, Watcher watcher) throws Exception {
    Faults faults = new Faults(watcher);
    ExecutorService children = Executors.newCachedThreadPool();
    MonitorOptions options = MonitorOptions.loopback(plan.task(), TOKEN);
    try (Monitor monitor = Monitor.listen(plan, options, faults, watcher)) {
      monitor.start();
      List<Future<Void>> ends = new ArrayList<>();
      for (Role role : plan.roles()) {
        ends.add(children.submit(child(role, monitor.port())));
      }
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
