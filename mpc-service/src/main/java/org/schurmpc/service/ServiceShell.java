package org.schurmpc.service;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.net.Identity;
import org.schurmpc.service.admin.AdminServer;
import org.schurmpc.service.admin.Metrics;
import org.schurmpc.service.admin.Readiness;
import org.schurmpc.service.admin.Reload;
import org.schurmpc.service.config.Catalogue;
import org.schurmpc.service.config.ServiceConfig;
import org.schurmpc.service.http.ClientServer;
import org.schurmpc.service.state.AuditLog;
import org.schurmpc.service.state.RequestBook;
import org.schurmpc.service.state.ServiceClock;
import org.schurmpc.service.state.ServiceState;
import org.schurmpc.service.state.StateLog;
import org.schurmpc.service.state.Work;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A service without what computes: configuration, requests, and the ports of clients and operators.
 * An {@link Engine} computes, and tells {@link #book} what becomes of requests.
 */
public final class ServiceShell implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceShell.class);
  private static final long TICK_MILLIS = 1_000;
  private static final long REFRESH_SECONDS = 600;

  private final Catalogue catalogue;
  private final RequestBook book;
  private final AuditLog audit;
  private final Metrics metrics;
  private final Reload reload;
  private final AdminServer admin;
  private final ClientServer clients;
  private final ScheduledExecutorService ticker =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "service clock");
            thread.setDaemon(true);
            return thread;
          });

  /** Computes, over a journal that it opens. Closed by whoever made it, after the shell. */
  public interface Engine {
    /** Opens the journal, and applies what is in it to a state. */
    StateLog open(Catalogue catalogue, ServiceState state) throws MpcException;

    /** Returns what computes, once the journal is open. */
    Work work();

    /** Brings requests up to what the journal says of runs, before anybody can ask. */
    void begin(RequestBook book) throws MpcException;
  }

  private ServiceShell(
      Catalogue catalogue,
      RequestBook book,
      AuditLog audit,
      Metrics metrics,
      Reload reload,
      AdminServer admin,
      ClientServer clients) {
    this.catalogue = catalogue;
    this.book = book;
    this.audit = audit;
    this.metrics = metrics;
    this.reload = reload;
    this.admin = admin;
    this.clients = clients;
    ticker.scheduleWithFixedDelay(
        steady(book::tick), TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    ticker.scheduleWithFixedDelay(
        steady(catalogue::refresh), REFRESH_SECONDS, REFRESH_SECONDS, TimeUnit.SECONDS);
    Thread check = new Thread(audit::checkEarlier, "earlier lines of the audit log");
    check.setDaemon(true);
    check.start();
  }

  /**
   * Starts a service.
   *
   * @param file the configuration
   * @param config what is in it
   * @param identity this party's key and certificate, for clients
   * @param auditFile the audit log
   * @param engine computes
   * @param wall the machine's clock
   * @param nanos a counter that nobody sets, such as {@link System#nanoTime}
   * @throws MpcException if a file is wrong, or a port is taken
   */
  public static ServiceShell start(
      Path file,
      ServiceConfig config,
      Identity identity,
      Path auditFile,
      Engine engine,
      Clock wall,
      LongSupplier nanos)
      throws MpcException {
    return start(
        file,
        config,
        identity,
        auditFile,
        engine,
        wall,
        nanos,
        ClientServer.Limits.of(config.settings().connections()));
  }

  static ServiceShell start(
      Path file,
      ServiceConfig config,
      Identity identity,
      Path auditFile,
      Engine engine,
      Clock wall,
      LongSupplier nanos,
      ClientServer.Limits limits)
      throws MpcException {
    Catalogue catalogue = new Catalogue(config);
    ServiceState state = new ServiceState();
    StateLog log = engine.open(catalogue, state);
    Work work = engine.work();
    Deque<AutoCloseable> opened = new ArrayDeque<>();
    try {
      AuditLog audit = AuditLog.open(auditFile, state);
      opened.push(audit);
      ServiceClock clock = new ServiceClock(wall, nanos);
      RequestBook book = new RequestBook(state, log, catalogue, work, clock, audit);
      Metrics metrics = new Metrics(state, log, work, identity.certificate(), wall);
      Readiness readiness = new Readiness(catalogue, book, work, log, audit, clock, metrics);
      Reload reload = new Reload(file, catalogue, book);
      work.certificate(identity.certificate());
      work.measure(metrics);
      engine.begin(book);
      await(book);
      AdminServer admin =
          AdminServer.start(
              config.settings().admin(),
              config.settings().adminToken(),
              catalogue,
              book,
              work,
              readiness,
              metrics,
              reload);
      opened.push(admin);
      ClientServer clients =
          ClientServer.start(
              config.settings().listen(),
              identity,
              catalogue,
              book,
              work,
              wall,
              limits,
              metrics::refused,
              metrics::complaint);
      opened.clear();
      return new ServiceShell(catalogue, book, audit, metrics, reload, admin, clients);
    } finally {
      closeAll(opened); // unless all are there
    }
  }

  /** Waits until what no request needs is wiped: from then on, others may write. */
  private static void await(RequestBook book) throws BadFile {
    try {
      book.begin().join();
    } catch (CompletionException e) {
      throw new BadFile("the journal of the service: " + e.getCause().getMessage(), e);
    }
  }

  /** Returns a task whose faults do not end its schedule. */
  private static Runnable steady(Runnable task) {
    return () -> {
      try {
        task.run();
      } catch (RuntimeException e) {
        LOG.error("a regular task of the service failed with {}", e.getClass().getName());
      }
    };
  }

  private static void closeAll(Deque<AutoCloseable> opened) {
    for (AutoCloseable each : opened) {
      try {
        each.close();
      } catch (Exception e) { // what the interface declares
        LOG.warn("a part of a service that did not start does not close: {}", e.getMessage());
      }
    }
  }

  /** Returns the jobs that hold now. */
  public Catalogue catalogue() {
    return catalogue;
  }

  /** Returns the requests, for whoever computes. */
  public RequestBook book() {
    return book;
  }

  /** Returns the audit log, whose head the parties exchange. */
  public AuditLog audit() {
    return audit;
  }

  /** Returns the counters, for whoever computes. */
  public Metrics metrics() {
    return metrics;
  }

  /** Returns the reload, for a signal. */
  public Reload reload() {
    return reload;
  }

  /** Returns the port of clients. */
  public int clientPort() {
    return clients.port();
  }

  /** Returns the number of connections of clients. */
  public int connections() {
    return clients.connections();
  }

  /** Returns the port of operators. */
  public int adminPort() {
    return admin.port();
  }

  /** Takes no new requests; those that were accepted go on. */
  public void stop() {
    book.stop();
  }

  /** Closes the ports and the audit log. */
  @Override
  public void close() throws BadFile {
    ticker.shutdownNow();
    try {
      clients.close();
    } finally {
      try {
        admin.close();
      } finally {
        audit.close();
      }
    }
  }
}
