package org.schurmpc.service;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.Identity;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyNetwork;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.net.Pin;
import org.schurmpc.core.net.Tls;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.ledger.KeptSets;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.service.config.Catalogue;
import org.schurmpc.service.config.JobEntry;
import org.schurmpc.service.config.ServiceConfig;
import org.schurmpc.service.control.ControlLine;
import org.schurmpc.service.control.ControlSession;
import org.schurmpc.service.state.LedgerLog;
import org.schurmpc.service.state.RequestBook;
import org.schurmpc.service.state.ServiceState;
import org.schurmpc.service.state.StateLog;
import org.schurmpc.service.state.Work;
import org.schurmpc.service.tables.PartyTables;
import org.schurmpc.service.tables.TableResults;
import org.schurmpc.service.work.CoreState;
import org.schurmpc.service.work.FileInputs;
import org.schurmpc.service.work.Scheduler;
import org.schurmpc.service.work.Stores;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A party that stays up: ports of clients and operators, a ledger, stores, the log of the parties,
 * and the runs. Everything else is made and connected here.
 */
public final class Service implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Service.class);
  private static final String WIRE_VERSION = "2";
  private static final long TICK_MILLIS = 100;

  private final ServiceConfig config;
  private final ServiceShell shell;
  private final Parts parts;

  private Service(ServiceConfig config, ServiceShell shell, Parts parts) {
    this.config = config;
    this.shell = shell;
    this.parts = parts;
  }

  /**
   * Starts a service.
   *
   * @param file the configuration
   * @param config what is in it
   * @param identity this party's key and certificate, for parties and clients
   * @param access to the stores and the ledger
   * @throws MpcException if a file or a store is wrong, a port is taken, or the certificate is not
   *     the one that the configuration expects
   */
  public static Service start(
      Path file, ServiceConfig config, Identity identity, StoreAccess access) throws MpcException {
    requireOwn(config, identity);
    Parts parts = new Parts(config, identity, access);
    boolean started = false;
    try {
      ServiceShell shell =
          ServiceShell.start(
              file,
              config,
              identity,
              config.settings().state().resolve("audit.log"),
              parts,
              Clock.systemUTC(),
              System::nanoTime);
      parts.start();
      started = true;
      return new Service(config, shell, parts);
    } finally {
      if (!started) {
        parts.close();
      }
    }
  }

  /** Requires that this party shows the certificate that the configuration expects of it. */
  static void requireOwn(ServiceConfig config, Identity identity) throws Refused {
    List<Pin> pins = config.parties().stream().map(ServiceConfig.PartyEntry::pin).toList();
    if (!pins.get(config.party()).accepts(identity.fingerprint())) {
      throw new Refused(
          "party %d is expected with the certificate %s, and this one is %s"
              .formatted(config.party() + 1, pins.get(config.party()), identity.fingerprint()));
    }
  }

  /**
   * Checks all that can be checked without connecting: the certificate, what the jobs run, and
   * whether stocks and protocols can evaluate it.
   *
   * @throws MpcException naming the first job that cannot run, and why
   */
  public static void check(ServiceConfig config, Identity identity) throws MpcException {
    requireOwn(config, identity);
    for (JobEntry job : config.jobs().values()) {
      Scheduler.check(job, config);
    }
    Scheduler.checkMarks(config);
    try (PartyTables tables = new PartyTables(config.settings().drivers())) {
      new FileInputs(new Catalogue(config), tables).check();
    }
  }

  /** What computes, from the ledger to the lines. */
  private static final class Parts implements ServiceShell.Engine, AutoCloseable {
    private final ServiceConfig config;
    private final Identity identity;
    private final StoreAccess access;
    private final ScheduledThreadPoolExecutor events = events();
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private Catalogue catalogue;
    private CoreState state;
    private StateLog log;
    private Scheduler scheduler;
    private ControlSession control;
    private final PartyTables tables;
    private Optional<TableResults> results = Optional.empty();

    Parts(ServiceConfig config, Identity identity, StoreAccess access) {
      this.tables = new PartyTables(config.settings().drivers());
      this.config = config;
      this.identity = identity;
      this.access = access;
    }

    private static ScheduledThreadPoolExecutor events() {
      ScheduledThreadPoolExecutor events =
          new ScheduledThreadPoolExecutor(
              1,
              task -> {
                Thread thread = new Thread(task, "log of the parties");
                thread.setDaemon(true);
                return thread;
              },
              new ThreadPoolExecutor.DiscardPolicy());
      events.setRemoveOnCancelPolicy(true);
      return events;
    }

    @Override
    public StateLog open(Catalogue of, ServiceState requests) throws MpcException {
      catalogue = of;
      state = new CoreState(requests);
      KeptSets sets = new KeptSets();
      List<String> certificates =
          config.parties().stream().map(party -> party.pin().accepted().get(0).toString()).toList();
      LedgerLog ledger =
          LedgerLog.open(
              config.settings().state().resolve("ledger"),
              new LedgerLog.Owner(config.party(), certificates),
              access,
              state,
              CoreState.words(),
              sets);
      opened.push(ledger);
      Stores stores = Stores.open(config.stocks(), access);
      opened.push(stores);
      stores.requireSecure();
      opened.push(sets);
      sets.start(ledger.commit(), stores.all()); // before any session of a store is guarded
      log = state.keeping(ledger);
      opened.push(tables);
      FileInputs inputs = new FileInputs(catalogue, tables);
      scheduler = new Scheduler(catalogue, state, log, stores, sets, inputs);
      opened.push(
          () -> {
            scheduler.close();
            scheduler.awaitEnd();
          });
      return log;
    }

    @Override
    public Work work() {
      return scheduler.work();
    }

    @Override
    public void begin(RequestBook book) throws MpcException {
      scheduler.begin(book);
      control =
          new ControlSession(
              ControlSession.Settings.usual(
                  config.party(), config.parties().size(), this::openLine),
              state.log(),
              scheduler.rules(),
              log::note,
              scheduler.actor(),
              events,
              System::currentTimeMillis,
              new SecureRandom());
      opened.push(control);
      scheduler.connect(control);
      results = TableResults.of(catalogue, book, tables, identity);
      results.ifPresent(opened::push);
    }

    private ControlLine openLine(ControlLine.Receiver receiver) throws MpcException {
      return ControlLine.open(
          connect(),
          new SessionTerms(new TreeMap<>(Map.of("wire version of services", WIRE_VERSION))),
          scheduler.description(),
          receiver,
          ControlLine.Timing.usual(),
          System::nanoTime);
    }

    /** Connects all parties, with the certificates that the configuration pins now. */
    private Network connect() throws MpcException {
      List<ServiceConfig.PartyEntry> all = catalogue.config().parties();
      List<Pin> pins = all.stream().map(ServiceConfig.PartyEntry::pin).toList();
      List<Endpoint> addresses = new ArrayList<>();
      all.forEach(party -> addresses.add(party.address()));
      config.settings().meet().ifPresent(here -> addresses.set(config.party(), here));
      NetOptions options = NetOptions.service().withTls(new Tls(identity, pins));
      return NettyNetwork.connect(config.party(), addresses, options);
    }

    void start() {
      control.start();
      results.ifPresent(TableResults::start);
      events.scheduleWithFixedDelay(this::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void tick() {
      try {
        scheduler.tick();
      } catch (RuntimeException e) {
        LOG.error("the stocks are not looked at: {}", e.toString());
      }
    }

    /** Closes everything, what was opened last first. */
    @Override
    public void close() {
      events.shutdownNow();
      for (AutoCloseable each : opened) {
        try {
          each.close();
        } catch (Exception e) { // what the interface declares
          LOG.warn("a part of the service does not close: {}", e.getMessage());
        }
      }
      opened.clear();
    }
  }

  /** Returns the ports of clients and operators, and what is behind them. */
  public ServiceShell shell() {
    return shell;
  }

  /**
   * Handles signals from now on, before a service starts.
   *
   * @param stop runs at SIGTERM and at SIGINT; does not wait
   * @param reload runs at SIGHUP
   */
  public static void onSignals(Runnable stop, Runnable reload) {
    Signals.on("TERM", stop);
    Signals.on("INT", stop);
    if (!Signals.on("HUP", reload)) {
      LOG.warn(
          "SIGHUP is ignored, as under nohup: operators read the configuration again by POST"
              + " /admin/reload");
    }
  }

  /** Reads the configuration again, and says in the log what became of it. */
  public void reload() {
    try {
      LOG.info("{}", shell.reload().run());
    } catch (MpcException e) {
      LOG.warn("{}", e.getMessage());
    }
  }

  /**
   * Stops: takes no new requests, and lets the runs in hand end.
   *
   * @return whether they ended in the time that the configuration gives them
   */
  public boolean stop() {
    shell.stop();
    return parts.scheduler.stop(config.settings().stopWithin().toMillis());
  }

  /** Closes ports, stores and ledger. */
  @Override
  public void close() throws MpcException {
    try {
      shell.close();
    } finally {
      parts.close();
    }
  }
}
