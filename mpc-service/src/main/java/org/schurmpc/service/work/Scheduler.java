package org.schurmpc.service.work;

import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.disk.StoreDirectory;
import org.schurmpc.core.prep.ledger.KeptSets;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.service.config.Artifact;
import org.schurmpc.service.config.Catalogue;
import org.schurmpc.service.config.JobEntry;
import org.schurmpc.service.config.ServiceConfig;
import org.schurmpc.service.config.Stock;
import org.schurmpc.service.control.ControlLine;
import org.schurmpc.service.control.ControlSession;
import org.schurmpc.service.control.JobTerms;
import org.schurmpc.service.control.LogEntry;
import org.schurmpc.service.control.Message;
import org.schurmpc.service.control.Place;
import org.schurmpc.service.control.Rulebook;
import org.schurmpc.service.control.RunPhase;
import org.schurmpc.service.control.RunState;
import org.schurmpc.service.control.RunSteps;
import org.schurmpc.service.state.AuditLog;
import org.schurmpc.service.state.Code;
import org.schurmpc.service.state.Delivery;
import org.schurmpc.service.state.Meter;
import org.schurmpc.service.state.Refusal;
import org.schurmpc.service.state.RequestBook;
import org.schurmpc.service.state.RequestKey;
import org.schurmpc.service.state.StateLog;
import org.schurmpc.service.state.Work;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does what the log says, with one thread for each stock, in the order of the log. A work session
 * stays open while runs of its job follow each other.
 *
 * <p>What fails in a run ends that run here, and tells party 1 that it has to be settled. A failed
 * check also suspends the job until an operator resumes it.
 */
public final class Scheduler implements Work, ControlSession.Actor, Rulebook, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Scheduler.class);

  private static final int CHUNK = 256; // number of masks that are made at once
  private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Catalogue catalogue;
  private final CoreState state;
  private final StateLog log;
  private final KeptSets sets;
  private final ServiceSets shown;
  private final PartyInputs own;
  private final Map<String, PlannedJob> jobs = new ConcurrentHashMap<>();
  private final Map<String, String> complaints = new ConcurrentHashMap<>();
  private final Map<String, StockThread> stocks = new TreeMap<>();
  private volatile Books books;
  private volatile RequestBook book;
  private volatile ControlSession control;
  private volatile Optional<String> stopped = Optional.empty();
  private volatile Optional<ControlLine> line = Optional.empty();
  private volatile Map<String, String> differences = Map.of(); // between parties, by job
  private final Map<Integer, Instant> certificateEnds = new ConcurrentHashMap<>(); // of peers
  private volatile Instant certificateEnd = Instant.EPOCH; // of this party
  private volatile Meter meter = Meter.NONE;
  private volatile boolean stopping;
  private volatile String lost = "the parties have not been connected yet";

  /** The thread of a stock, and its work session. */
  private static final class StockThread {
    final StoreDirectory store;
    final ExecutorService thread;
    WorkSession session; // in the thread; null if none is open
    private volatile boolean used; // since the last rest
    private volatile long last; // when, in nanoseconds

    StockThread(String name, StoreDirectory store) {
      this.store = store;
      this.thread =
          Executors.newSingleThreadExecutor(
              task -> {
                Thread of = new Thread(task, "stock " + name);
                of.setDaemon(true);
                return of;
              });
    }

    void closeSession() {
      if (session != null) {
        session.close();
        session = null;
      }
    }

    /**
     * Notes that no check is under way, so that a machine that goes down costs nothing; returns
     * whether there was anything to note.
     */
    boolean rest() {
      boolean wanted = wantsRest();
      if (wanted) {
        used = false;
        store.rest();
      }
      return wanted;
    }

    boolean wantsRest() {
      return used && System.nanoTime() - last >= REST_NANOS;
    }

    void used() {
      used = true;
      last = System.nanoTime();
    }
  }

  /**
   * Creates a scheduler over a state to which the journal was applied.
   *
   * @param log of the same state
   * @param stores of all stocks; the caller closes them after this scheduler
   * @param sets kept sets in the same journal, which guard these stores
   * @param own supplies this party's inputs
   */
  public Scheduler(
      Catalogue catalogue,
      CoreState state,
      StateLog log,
      Stores stores,
      KeptSets sets,
      PartyInputs own) {
    this.catalogue = catalogue;
    this.state = state;
    this.log = log;
    this.sets = sets;
    this.shown = new ServiceSets(sets, state);
    sets.serve(entries -> Books.await(log.note(entries.toArray(new String[0]))));
    this.own = own;
    ServiceConfig config = catalogue.config();
    for (Catalogue.Offer offer : catalogue.offers()) {
      plan(offer, config);
    }
    complaints.putAll(ServiceSets.complaints(jobs.values()));
    ServiceSets.warnings(jobs.values()).forEach(sentence -> LOG.warn("{}", sentence));
    config
        .stocks()
        .keySet()
        .forEach(name -> stocks.put(name, new StockThread(name, stores.of(name))));
  }

  /**
   * Requires that a job can run.
   *
   * @throws MpcException if its circuit or program is missing or is another one, or its stock's
   *     protocol cannot evaluate it
   */
  public static void check(JobEntry job, ServiceConfig config) throws MpcException {
    Stock stock = config.stocks().get(job.stock());
    PlannedJob.of(job, Artifact.of(job, stock), stock, config.parties().size());
  }

  private void plan(Catalogue.Offer offer, ServiceConfig config) {
    String name = offer.job().name();
    if (offer.artifact().isEmpty()) {
      return; // the shell says why
    }
    Stock stock = config.stocks().get(offer.job().stock());
    try {
      jobs.put(
          name, PlannedJob.of(offer.job(), offer.artifact().get(), stock, config.parties().size()));
    } catch (MpcException e) {
      complaints.put(name, e.getMessage());
    }
  }

  /**
   * Brings the book of requests and the masks up to what the journal says. Called once, before the
   * book's own begin.
   *
   * @param of over the same journal
   */
  public void begin(RequestBook of) throws MpcException {
    this.book = of;
    this.books = new Books(state, log, of, sets);
    Recovery.recover(books);
  }

  /** Sets the session through which requests are announced. */
  public void connect(ControlSession session) {
    this.control = session;
  }

  // ---------------------------------------------------------------- the log

  @Override
  public void act(LogEntry entry, boolean fresh, String head) {
    if (entry instanceof LogEntry.Fail fail) {
      execute(stocks.values().iterator().next(), () -> fail(fail));
    } else if (entry instanceof LogEntry.Close close) {
      stocks.values().forEach(stock -> execute(stock, () -> close(stock, close.place())));
    } else if (entry instanceof LogEntry.Drop drop) {
      execute(stockOfSet(drop.set()), () -> shown.dropped(drop.set()));
    } else if (fresh && entry instanceof LogEntry.Begin begin) {
      submit(begin.job(), begin.run(), stock -> begin(stock, begin, head));
    } else if (fresh && entry instanceof LogEntry.Settle settle) {
      String job = state.log.job(settle.run()).orElseThrow();
      submit(job, settle.run(), stock -> settle(stock, settle, head));
    }
  }

  /** Returns the thread in which runs use a set; any if no job does. */
  private StockThread stockOfSet(String set) {
    return jobs.values().stream()
        .filter(job -> job.job().sets().contains(set))
        .map(job -> stocks.get(job.job().stock()))
        .findFirst()
        .orElseGet(() -> stocks.values().iterator().next());
  }

  /** Something that a stock's thread does. */
  private interface Task {
    void run(StockThread stock) throws MpcException;
  }

  private void submit(String job, long run, Task task) {
    StockThread stock = stockOf(job);
    execute(
        stock,
        () -> {
          if (stopping) {
            control.worked(run); // settled when this party is there again
            return;
          }
          try {
            task.run(stock);
          } catch (PeerCheated | Disagreement e) {
            if (e instanceof PeerCheated) {
              cheated();
            }
            LOG.error("run {} of job {}: {}", run, job, e.getMessage());
            stock.closeSession();
            suspend(Optional.of(job), e.getMessage());
          } catch (MpcException e) {
            LOG.warn("run {} of job {}: {}", run, job, e.getMessage());
            stock.closeSession();
          } catch (RuntimeException | Error e) {
            LOG.error("run {} of job {} ended with a fault", run, job, e);
            stock.closeSession();
            throw e;
          } finally {
            stock.used();
            control.worked(run);
          }
        });
  }

  /** Returns the thread for a job, or any for a job that was taken out of the configuration. */
  private StockThread stockOf(String job) {
    return Optional.ofNullable(catalogue.config().jobs().get(job))
        .map(entry -> stocks.get(entry.stock()))
        .orElseGet(() -> stocks.values().iterator().next());
  }

  private static void execute(StockThread stock, Runnable task) {
    try {
      stock.thread.execute(task);
    } catch (RejectedExecutionException e) {
      LOG.debug("this party stops", e);
    }
  }

  private ControlLine line() throws MpcException {
    return line.orElseThrow(() -> new Refused("the parties are not connected"));
  }

  private void begin(StockThread stock, LogEntry.Begin entry, String head) throws MpcException {
    PlannedJob job = jobs.get(entry.job());
    RunState at = state.log.state(entry.run()).orElseThrow();
    if (entry instanceof LogEntry.Run run) {
      if (stock.session == null || !stock.session.serves(run.place(), job)) {
        stock.closeSession();
        Network network = line().meet(run.place().session(), 0);
        stock.session = WorkSession.open(network, run.place(), job, stock.store);
      }
      RunSets of = new RunSets(sets, stock.session, run, head);
      run(new RunStep(books, of, stock.session, run, own, this::receiver), run, at, head);
    } else if (entry instanceof LogEntry.Refill refill) {
      stock.closeSession();
      ControlLine of = line();
      int number = refill.place().session();
      try (Session session = meet(of.meet(number, 0), refill.place())) {
        new RefillWork(books, sets, job, stock.store, refill, part -> of.meet(number, part))
            .run(session, at, head);
      }
    }
  }

  private void run(RunStep step, LogEntry.Run run, RunState at, String head) throws MpcException {
    meter.attempt(run.job());
    long begun = System.nanoTime();
    try {
      step.run(at, head);
    } finally {
      RunPhase end = state.log.state(run.run()).map(RunState::phase).orElse(RunPhase.BACK);
      String outcome =
          end == RunPhase.COMMITTED ? "done" : end == RunPhase.FAILED ? "failed" : "dropped";
      meter.run(run.job(), outcome, Duration.ofNanos(System.nanoTime() - begun));
    }
  }

  /** Counts a failed check, which has cost the store's keys. */
  private void cheated() {
    ServiceConfig config = catalogue.config();
    meter.checkFailed(config.parties().size() == 2 ? 2 - config.party() : 0);
    meter.keyLost("check");
  }

  private void peersUp(boolean up) {
    ServiceConfig config = catalogue.config();
    for (int i = 0; i < config.parties().size(); i++) {
      if (i != config.party()) {
        meter.peerUp(i + 1, up);
      }
    }
  }

  private void settle(StockThread stock, LogEntry.Settle entry, String head) throws MpcException {
    stock.closeSession();
    RunState at = state.log.state(entry.run()).orElseThrow();
    String name = state.log.job(entry.run()).orElseThrow();
    boolean refill = state.log.isRefill(entry.run());
    Optional<JobEntry> job = Optional.ofNullable(catalogue.config().jobs().get(name));
    int attempts = refill ? 1 : job.map(JobEntry::attempts).orElse(1);
    boolean rerun = job.map(JobEntry::rerun).orElse(false);
    try (Session session = meet(line().meet(entry.place().session(), 0), entry.place())) {
      RunSteps steps = RunSteps.settle(session.parties(), head, at, attempts, rerun);
      StepDriver.run(steps, session, new Recovery.Settling(books, entry.run()));
    }
  }

  private static Session meet(Network network, Place place) throws MpcException {
    boolean established = false;
    try {
      TreeMap<String, String> terms = new TreeMap<>();
      terms.put("work session", place.line() + " " + place.session());
      Session session = Session.establish(network, new SessionTerms(terms), new SecureRandom());
      established = true;
      return session;
    } finally {
      if (!established) {
        network.close();
      }
    }
  }

  private void close(StockThread stock, Place place) {
    if (stock.session != null && stock.session.isAt(place)) {
      stock.closeSession();
    }
  }

  private void fail(LogEntry.Fail entry) {
    try {
      books.fail(RequestNames.key(entry.request()), entry.code());
    } catch (MpcException e) {
      LOG.warn("{}", e.getMessage()); // party 1 says it again
    }
  }

  private Fingerprint receiver(PlannedJob.Target target, RequestKey request) {
    if (target.party() >= 0) {
      return parties().get(target.party());
    }
    return switch (target.use().kind()) {
      case OTHER_CLIENT -> catalogue.config().clients().get(target.use().name()).accepted().get(0);
      default -> request.client();
    };
  }

  @Override
  public void suspend(Optional<String> job, String sentence) {
    if (job.isPresent()) {
      book.operations().suspend(job.get(), sentence);
    } else {
      stopped = Optional.of(sentence);
    }
    Map<String, String> details = new LinkedHashMap<>();
    job.ifPresent(name -> details.put("job", name));
    details.put("why", sentence);
    book.audit("suspended", details);
  }

  /** Returns what to tell the other parties of this one when a line is opened. */
  public byte[] description() {
    return JobParts.describe(catalogue.config().jobs().values());
  }

  @Override
  public void connected(ControlLine now) {
    differences =
        JobParts.differences(catalogue.config().jobs().values(), now.descriptions(), now.party());
    differences.values().forEach(sentence -> LOG.warn("{}", sentence));
    line = Optional.of(now);
    peersUp(true);
  }

  @Override
  public void lost(String why) {
    line = Optional.empty();
    lost = why;
    peersUp(false);
  }

  @Override
  public void measure(Meter of) {
    meter = of;
    peersUp(line.isPresent());
  }

  @Override
  public Optional<Message.Audit> audit() {
    AuditLog.Head head = book.operations().auditHead();
    return Optional.of(
        new Message.Audit(head.lines(), head.hash(), Math.max(0, certificateEnd.getEpochSecond())));
  }

  @Override
  public void told(int party, Message.Audit audit) {
    certificateEnds.put(party, Instant.ofEpochSecond(audit.certificate()));
    book.operations().peerHead(party, new AuditLog.Head(audit.lines(), audit.head()));
  }

  @Override
  public void certificate(X509Certificate certificate) {
    certificateEnd = certificate.getNotAfter().toInstant();
  }

  @Override
  public Map<Integer, Instant> certificateEnds() {
    return Map.copyOf(certificateEnds);
  }

  // ---------------------------------------------------------------- rules

  @Override
  public Optional<JobTerms> job(String name) {
    return Optional.ofNullable(jobs.get(name)).map(PlannedJob::terms);
  }

  @Override
  public boolean isSuspended(String job) {
    return stopping
        || catalogue.offer(job).map(book::suspended).filter(Optional::isEmpty).isEmpty();
  }

  @Override
  public boolean refusesRefill(LogEntry.Refill refill) {
    PlannedJob job = jobs.get(refill.job());
    long there = state.masks.count(refill.job(), book::isFree);
    long most = Math.max(0, (long) job.stock().deliveries() + CHUNK - there);
    return refill.deliveries() > Math.min(CHUNK, most) || refill.units() > job.units(CHUNK);
  }

  @Override
  public Optional<String> refuses(String request, int attempt) {
    try {
      String at = book.state(RequestNames.key(request)).state();
      return at.equals("done") || at.equals("failed") ? Optional.of("ended") : Optional.empty();
    } catch (Refusal e) {
      return Optional.of("not-accepted");
    }
  }

  // ---------------------------------------------------------------- what the shell asks

  @Override
  public List<Fingerprint> parties() {
    return line.map(ControlLine::certificates)
        .filter(all -> !all.isEmpty())
        .orElseGet(
            () ->
                catalogue.config().parties().stream()
                    .map(party -> party.pin().accepted().get(0))
                    .toList());
  }

  @Override
  public Optional<String> suspended(JobEntry job) {
    return stopped
        .or(() -> Optional.ofNullable(complaints.get(job.name())))
        .or(() -> Optional.ofNullable(differences.get(job.name())));
  }

  @Override
  public OptionalLong freeNumber(JobEntry job, LongPredicate usable) {
    return state.masks.free(job.name(), number -> usable.test(number) && shown.isUsable(number));
  }

  @Override
  public Optional<Delivery> masks(JobEntry job, long number) {
    return shown.isUsable(number) ? state.masks.delivery(job.name(), number) : Optional.empty();
  }

  @Override
  public void seen(Seen request) {
    control.seen(new Message.Seen(RequestNames.of(request.key()), request.job(), request.hash()));
  }

  @Override
  public void spent(String job, long number) {
    Optional<String> blob = state.masks.blob(number);
    if (blob.isPresent()) {
      // Not waited for: this may be the thread that writes the journal.
      log.note(MaskStock.gone(number)).thenCompose(done -> log.wipe(blob.get()));
    }
  }

  @Override
  public List<SetInfo> sets() {
    return shown.infos();
  }

  @Override
  public CompletableFuture<Void> closeGathering(String job) {
    return control
        .close(job)
        .thenCompose(
            enough ->
                enough
                    ? CompletableFuture.completedFuture(null)
                    : CompletableFuture.failedFuture(
                        new Refusal(
                            Code.BAD_REQUEST,
                            "Too few clients have sent their inputs to all parties, or the job is"
                                + " not one of many clients, or this is not party 1.")));
  }

  @Override
  public CompletableFuture<Void> drop(String set) {
    return shown.drop(set, () -> control.drop(set));
  }

  @Override
  public Map<String, Map<String, Long>> items() {
    Map<String, Map<String, Long>> items = new TreeMap<>();
    for (String name : stocks.keySet()) {
      Map<String, Long> of = new TreeMap<>();
      for (PlannedJob job : jobs.values()) {
        if (job.job().stock().equals(name) && job.maskBits() > 0) {
          of.put(Stock.deliveriesOf(job.job().name()), masks(job));
        }
      }
      items.put(name, of);
    }
    return items;
  }

  @Override
  public List<Health> health() {
    boolean up = line.isPresent();
    List<Health> all = new ArrayList<>();
    all.add(new Health("parties", up, up ? "all parties are connected" : lost));
    stopped.ifPresent(why -> all.add(new Health("log", false, why)));
    all.addAll(shown.health());
    return all;
  }

  // ---------------------------------------------------------------- stock

  /** Returns the number of masks that can be given to clients. */
  private long masks(PlannedJob job) {
    return state.masks.count(
        job.job().name(), number -> book.isFree(number) && shown.isUsable(number));
  }

  /**
   * Wants refills of all jobs whose masks are below half of what the configuration says. Called
   * from time to time; only party 1's wish counts.
   */
  public void tick() {
    for (PlannedJob job : jobs.values()) {
      int wanted = job.stock().deliveries();
      long there = masks(job);
      if (job.maskBits() > 0 && there * 2 < wanted && !isSuspended(job.job().name())) {
        int more = (int) Math.min(CHUNK, wanted - there);
        control.want(job.job().name(), more, job.units(more));
      }
    }
    stocks.values().stream()
        .filter(StockThread::wantsRest)
        .forEach(each -> execute(each, () -> rest(each)));
    control.tick();
  }

  private void rest(StockThread stock) {
    if (stock.rest()) {
      shown.rest();
    }
  }

  /**
   * Lets the runs in hand end, begins no others, and closes the stores, as at a signal. The control
   * session is closed after that.
   *
   * @return whether all ended in time
   */
  public boolean stop(long millis) {
    stopping = true; // refuses runs that party 1 proposes, and lets those that wait be settled
    control.stopRuns();
    for (StockThread stock : stocks.values()) {
      execute(stock, stock::closeSession);
      stock.thread.shutdown();
    }
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    try {
      boolean all = true;
      for (StockThread stock : stocks.values()) {
        long left = until - System.nanoTime();
        all &= stock.thread.awaitTermination(left, TimeUnit.NANOSECONDS);
      }
      return all;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Waits for the end of all threads, after {@link #close}. */
  public void awaitEnd() throws InterruptedException {
    for (StockThread stock : stocks.values()) {
      if (!stock.thread.awaitTermination(1, TimeUnit.MINUTES)) {
        throw new IllegalStateException("a stock's thread does not end");
      }
      stock.closeSession();
    }
  }

  @Override
  public void close() {
    stocks.values().forEach(stock -> stock.thread.shutdownNow());
  }
}
