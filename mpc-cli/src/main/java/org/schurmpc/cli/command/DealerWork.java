package org.schurmpc.cli.command;

import java.io.PrintStream;
import java.time.Duration;
import org.schurmpc.cli.compute.DealtStores;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.NettyServer;

/**
 * Does the work of {@code dealer} after the options were checked, in a child process or in the JVM
 * that was started.
 */
final class DealerWork {
  private static final Duration FOREVER = Duration.ofDays(365);

  private final DealerOptions options;
  private final PrintStream err;

  DealerWork(DealerOptions options, PrintStream err) {
    this.options = options;
    this.err = err;
  }

  void run(DealerOptions.Task task) throws MpcException {
    if (task.writes()) {
      write(task);
      return;
    }
    try (NettyServer server = task.run().open()) {
      err.println("the dealer listens on port " + server.port());
      if (!options.forever) {
        task.run().serve(server, task.dealings(), task.run().times().connect());
        return;
      }
      while (true) {
        serveOne(task, server);
      }
    }
  }

  private void write(DealerOptions.Task task) throws MpcException {
    for (int i = 0; i < task.dealings().size(); i++) {
      DealtStores.write(
          task.parties(), task.dealings().get(i), task.stores().get(i), (there, wanted) -> {});
    }
    err.println(
        "all %d stores hold material for %s; INSECURE: whoever sees all can read everything"
            .formatted(task.parties().size(), task.what()));
  }

  /**
   * Serves one computation. If it fails, the failure is printed and the dealer continues with the
   * next computation.
   */
  private void serveOne(DealerOptions.Task task, NettyServer server) {
    try {
      task.run().serve(server, task.dealings(), FOREVER);
    } catch (MpcException e) {
      err.println("a computation ended early: " + Hints.sentence(e));
    }
  }
}
