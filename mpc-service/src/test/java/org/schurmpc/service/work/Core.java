package org.schurmpc.service.work;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.io.BristolFashion;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.NetOptions;
import org.schurmpc.core.net.NettyNetwork;
import org.schurmpc.core.net.TestIdentities;
import org.schurmpc.core.net.Tls;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.core.prep.disk.StoreAccess;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.prep.ledger.KeptSets;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.core.session.VerdictListener;
import org.schurmpc.service.config.Catalogue;
import org.schurmpc.service.config.ServiceConfig;
import org.schurmpc.service.control.ControlLine;
import org.schurmpc.service.control.ControlSession;
import org.schurmpc.service.control.Sequencer;
import org.schurmpc.service.state.AuditLog;
import org.schurmpc.service.state.LedgerLog;
import org.schurmpc.service.state.RequestBook;
import org.schurmpc.service.state.ServiceClock;
import org.schurmpc.service.state.ServiceState;

/** One party's service without its ports: requests, log, stock and runs, over real lines. */
final class Core implements AutoCloseable {
  static final TestIdentities.Identity TILL = TestIdentities.valid("till");
  static final TestIdentities.Identity AUDITOR = TestIdentities.valid("auditor");

  final int party;
  final CoreState state;
  final RequestBook book;
  final Catalogue catalogue;
  final Scheduler scheduler;
  final KillingLog log;
  final KeptSets sets;
  final CountDownLatch dead = new CountDownLatch(1);
  private final LedgerLog ledger;
  private final Stores stores;
  private final AuditLog audit;
  private final ControlSession control;
  private final ScheduledThreadPoolExecutor events =
      new ScheduledThreadPoolExecutor(1, new ThreadPoolExecutor.DiscardPolicy());

  /** What the parties of a test share. */
  record Setting(
      Path folder, List<TestIdentities.Identity> parties, List<Endpoint> lines, String jobs) {
    Setting {
      parties = List.copyOf(parties);
      lines = List.copyOf(lines);
    }

    Path of(int party) {
      return folder.resolve("party" + (party + 1));
    }

    /** Writes the configurations. */
    void write(String stock) throws IOException {
      for (int party = 0; party < parties.size(); party++) {
        StringBuilder toml = new StringBuilder();
        toml.append("[service]\nparty = %d\nstate = \"state\"\n".formatted(party + 1));
        toml.append("listen = \"127.0.0.1:0\"\nadmin = \"127.0.0.1:0\"\n");
        for (int i = 0; i < parties.size(); i++) {
          toml.append("[[party]]\naddress = \"").append(lines.get(i)).append("\"\n");
          toml.append("clients = \"https://127.0.0.1:%d\"\n".formatted(8443 + i));
          toml.append("fingerprint = \"").append(parties.get(i).fingerprint()).append("\"\n");
        }
        client(toml, "till", TILL);
        client(toml, "auditor", AUDITOR);
        for (int i = 0; i < BIDDERS.size(); i++) {
          client(toml, "bidder" + i, BIDDERS.get(i));
        }
        toml.append(stock).append(jobs);
        Files.createDirectories(of(party));
        Files.writeString(of(party).resolve("service.toml"), toml);
      }
    }

    private static void client(StringBuilder toml, String name, TestIdentities.Identity who) {
      toml.append("[[client]]\nname = \"%s\"\n".formatted(name));
      toml.append("fingerprint = \"").append(who.fingerprint()).append("\"\n");
    }
  }

  private static final List<TestIdentities.Identity> BIDDERS =
      List.of(
          TestIdentities.valid("bidder0"),
          TestIdentities.valid("bidder1"),
          TestIdentities.valid("bidder2"),
          TestIdentities.valid("bidder3"));

  static TestIdentities.Identity client(String name) {
    return switch (name) {
      case "till" -> TILL;
      case "auditor" -> AUDITOR;
      default -> BIDDERS.get(name.charAt(name.length() - 1) - '0');
    };
  }

  static String digest(String circuit) {
    try {
      return BristolFashion.hexDigest(CircuitLibrary.open(circuit));
    } catch (org.schurmpc.core.abort.BadFile e) {
      throw new IllegalStateException(e);
    }
  }

  Core(Setting setting, int party, PartyInputs own) throws Exception {
    this.party = party;
    Path folder = setting.of(party);
    this.catalogue = new Catalogue(ServiceConfig.read(folder.resolve("service.toml")));
    ServiceState requests = new ServiceState();
    this.state = new CoreState(requests);
    StoreAccess access = new StoreAccess(folder.resolve("records"), Optional.empty());
    this.sets = new KeptSets();
    this.ledger =
        LedgerLog.open(
            folder.resolve("state"),
            new LedgerLog.Owner(
                party,
                setting.parties.stream().map(each -> each.fingerprint().toString()).toList()),
            access,
            state,
            CoreState.words(),
            sets);
    this.stores = Stores.open(catalogue.config().stocks(), access);
    sets.start(ledger.commit(), stores.all());
    this.log = new KillingLog(state.keeping(ledger), this::die);
    this.audit = AuditLog.open(folder.resolve("audit.log"), Optional.empty());
    this.scheduler = new Scheduler(catalogue, state, log, stores, sets, own);
    this.book =
        new RequestBook(
            requests,
            log,
            catalogue,
            scheduler.work(),
            new ServiceClock(Clock.systemUTC(), System::nanoTime),
            audit);
    scheduler.begin(book);
    Tls tls = TestIdentities.parties(setting.parties).get(party);
    NetOptions options =
        NetOptions.service()
            .withTls(tls)
            .withConnectDeadline(Duration.ofSeconds(20))
            .withTimeout(Duration.ofSeconds(20));
    ControlSession.Trunk trunk =
        receiver ->
            ControlLine.open(
                NettyNetwork.connect(party, setting.lines, options),
                new SessionTerms(new TreeMap<>(Map.of("wire", "1"))),
                scheduler.description(),
                receiver,
                new ControlLine.Timing(Duration.ofMillis(500), Duration.ofSeconds(20)),
                System::nanoTime);
    this.control =
        new ControlSession(
            new ControlSession.Settings(
                party,
                setting.parties.size(),
                trunk,
                ControlLine.Timing.usual(),
                new Sequencer.Times(60_000, 60_000, 20),
                Duration.ofMillis(20),
                Duration.ofMillis(200)),
            state.log,
            scheduler.rules(),
            log::note,
            scheduler.actor(),
            events,
            System::currentTimeMillis,
            new Random());
    scheduler.connect(control);
    book.begin();
  }

  /** Returns the number of items of a kind of material that are left in all stocks. */
  long left(String kind) {
    return stores.all().stream()
        .flatMap(store -> store.batches().stream())
        .flatMapToLong(
            batch ->
                batch.kinds().stream()
                    .filter(each -> each.name().equals(kind))
                    .mapToLong(batch::available))
        .sum();
  }

  /** Whether there are as many masks of each job as its stock wants. */
  boolean hasAllMasks() {
    return catalogue.config().jobs().values().stream()
        .allMatch(
            job -> {
              long most = catalogue.config().stocks().get(job.stock()).deliveries();
              Map<String, Long> there = scheduler.work().items().get(job.stock());
              return there.getOrDefault("masks of " + job.name(), most) >= most;
            });
  }

  /** The batches of a stock's store. */
  List<DiskPrepStore> batches(String stock) {
    return stores.of(stock).batches();
  }

  /** Burns the keys of all stocks, as after a failed check. */
  void burn() {
    stores.all().forEach(StoreDirectory::burn);
  }

  /** Does something once, while the verdict of a stock's check is pending. */
  void atCheck(Runnable act) throws MpcException {
    AtomicBoolean done = new AtomicBoolean();
    for (StoreDirectory store : stores.all()) {
      store.attach(
          new VerdictListener() {
            @Override
            public void pending() {
              if (!done.getAndSet(true)) {
                act.run();
              }
            }

            @Override
            public void passed() {}

            @Override
            public void failed() {}
          });
    }
  }

  Core start() {
    control.start();
    events.scheduleWithFixedDelay(scheduler::tick, 50, 50, TimeUnit.MILLISECONDS);
    return this;
  }

  /** Dies at the first note with such a line, before or after it is durable. */
  void killAt(Predicate<String> line, boolean durable) {
    log.killAt(line, durable);
  }

  /** Ends at once, in whatever it is doing. */
  private void die() {
    log.kill();
    control.close();
    scheduler.close();
    events.shutdownNow();
    dead.countDown();
  }

  void awaitDead() throws Exception {
    if (!dead.await(60, TimeUnit.SECONDS)) {
      throw new AssertionError("the party was not killed");
    }
    end();
  }

  private void end() throws Exception {
    scheduler.awaitEnd();
    audit.close();
    stores.close();
    ledger.close();
  }

  @Override
  public void close() {
    boolean first = dead.getCount() > 0;
    die();
    if (first) {
      try {
        end();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (Exception e) {
        throw new IllegalStateException("a party did not end", e);
      }
    }
  }
}
