package org.schurmpc.bench.monitor;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import org.schurmpc.bench.control.Admission;
import org.schurmpc.bench.control.Role;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Channel;
import org.schurmpc.core.net.NettyServer;

/** Accepts the connections of a run's children, and reports children that do not call in time. */
final class ChildListener {
  /** Maximum number of unexpected connections that are handled at the same time. */
  private static final int STRANGERS = 64;

  private static final Duration LONG = Duration.ofDays(1);

  private final NettyServer server;
  private final ExpectedChildren children;
  private final Admission admission;
  private final MonitorOptions options;
  private final Faults faults;
  private final ExecutorService threads;
  private final Consumer<Admission.Guest> service;
  private final int most;

  /** Connections that have not proved to be children's, the oldest first; its own monitor. */
  private final Set<Channel> unproven = new LinkedHashSet<>();

  /**
   * Creates a listener.
   *
   * @param threads runs the handling of each connection
   * @param service called with each admitted child, on a thread of its own
   */
  ChildListener(
      NettyServer server,
      ExpectedChildren children,
      Admission admission,
      MonitorOptions options,
      Faults faults,
      ExecutorService threads,
      Consumer<Admission.Guest> service) {
    this.server = server;
    this.children = children;
    this.admission = admission;
    this.options = options;
    this.faults = faults;
    this.threads = threads;
    this.service = service;
    this.most = children.missing().size() + STRANGERS;
  }

  /**
   * Accepts connections until {@code threads} are shut down. If accepting fails, the run fails at
   * once, because the missing children cannot connect any more.
   */
  void listen() {
    try {
      acceptAll();
    } catch (MpcException | RuntimeException | Error e) {
      if (threads.isShutdown()) {
        return; // closed
      }
      String sentence = "the Monitor can hear no more callers: " + e;
      List<Role> missing = children.missing();
      if (missing.isEmpty()) {
        options.notices().accept(sentence); // all children have called
      } else {
        faults.reportGone(missing, sentence);
      }
    }
  }

  /**
   * Accepts children until the time limit. Once all children have called, further callers are still
   * answered.
   */
  private void acceptAll() throws MpcException {
    long deadline = System.nanoTime() + options.patience().toNanos();
    boolean complete = false;
    while (true) {
      long left = complete ? LONG.toNanos() : Math.max(1, deadline - System.nanoTime());
      try {
        hear(server.accept(Duration.ofNanos(left)));
      } catch (ConnectionLost e) {
        if (Thread.currentThread().isInterrupted() || threads.isShutdown()) {
          return;
        }
      }
      List<Role> missing = children.missing();
      complete = missing.isEmpty();
      if (!complete && System.nanoTime() >= deadline) {
        long seconds = options.patience().toSeconds();
        faults.reportMissing(missing, "did not call the Monitor within " + seconds + " s");
        return;
      }
    }
  }

  /** Handles a connection; if there are too many, the oldest one that proved nothing ends. */
  private void hear(Channel channel) {
    Channel oldest = null;
    synchronized (unproven) {
      unproven.add(channel);
      if (unproven.size() > most) {
        oldest = unproven.iterator().next();
        unproven.remove(oldest);
      }
    }
    if (oldest != null) {
      oldest.close();
    }
    threads.execute(() -> greet(channel));
  }

  private void greet(Channel accepted) {
    Optional<Admission.Guest> guest;
    try {
      guest = admission.letIn(accepted);
    } finally {
      synchronized (unproven) {
        unproven.remove(accepted);
      }
    }
    guest.ifPresent(service);
  }
}
