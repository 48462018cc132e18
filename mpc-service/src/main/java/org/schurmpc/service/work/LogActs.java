package org.schurmpc.service.work;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.PeerCheated;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.net.Network;
import org.schurmpc.core.prep.disk.KeyName;
import org.schurmpc.core.prep.ledger.KeptSets;
import org.schurmpc.core.session.Session;
import org.schurmpc.core.session.SessionTerms;
import org.schurmpc.service.config.Catalogue;
import org.schurmpc.service.config.JobEntry;
import org.schurmpc.service.config.ServiceConfig;
import org.schurmpc.service.control.ControlLine;
import org.schurmpc.service.control.ControlSession;
import org.schurmpc.service.control.LogEntry;
import org.schurmpc.service.control.Message;
import org.schurmpc.service.control.Place;
import org.schurmpc.service.control.RunPhase;
import org.schurmpc.service.control.RunState;
import org.schurmpc.service.control.RunSteps;
import org.schurmpc.service.state.RequestKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Does what the log says, in the threads of stocks, in the order of the log. A work session stays
 * open while runs of its job follow each other.
 *
 * <p>What fails in a run ends that run here, and tells party 1 that it has to be settled. A failed
 * check also suspends the job until an operator resumes it.
 */
final class LogActs implements ControlSession.Actor {
  private static final Logger LOG = LoggerFactory.getLogger(LogActs.class);

  private final Catalogue catalogue;
  private final CoreState state;
  private final KeptSets sets;
  private final ServiceSets shown;
  private final PartyInputs own;
  private final Jobs jobs;
  private final Stocks stocks;
  private final Peers peers;
  private final Links links;
  private final Makers makers;

  LogActs(
      Catalogue catalogue,
      CoreState state,
      KeptSets sets,
      ServiceSets shown,
      PartyInputs own,
      Jobs jobs,
      Stocks stocks,
      Peers peers,
      Links links,
      Makers makers) {
    this.makers = makers;
    this.catalogue = catalogue;
    this.state = state;
    this.sets = sets;
    this.shown = shown;
    this.own = own;
    this.jobs = jobs;
    this.stocks = stocks;
    this.peers = peers;
    this.links = links;
  }

  @Override
  public void act(LogEntry entry, boolean fresh, String head) {
    if (entry instanceof LogEntry.Fail fail) {
      stocks.any().execute(() -> fail(fail));
    } else if (entry instanceof LogEntry.Close close) {
      stocks.all().forEach(stock -> stock.execute(() -> close(stock, close.place())));
    } else if (entry instanceof LogEntry.Drop drop) {
      stocks.ofSet(drop.set()).execute(() -> shown.dropped(drop.set()));
    } else if (fresh && entry instanceof LogEntry.Make make) {
      makers.find(make.stock()).ifPresent(maker -> maker.make(make, head));
    } else if (fresh && entry instanceof LogEntry.Begin begin) {
      submit(begin.job(), begin.run(), stock -> begin(stock, begin, head));
    } else if (fresh && entry instanceof LogEntry.Settle settle) {
      String job = state.log.job(settle.run()).orElseThrow();
      submit(job, settle.run(), stock -> settle(stock, settle, head));
    }
  }

  /** Something that a stock's thread does. */
  private interface Task {
    void run(StockThread stock) throws MpcException;
  }

  private void submit(String job, long run, Task task) {
    StockThread stock = stocks.of(job);
    stock.execute(
        () -> {
          if (jobs.isStopping()) {
            links.control().worked(run); // settled when this party is there again
            return;
          }
          MDC.put("job", job);
          MDC.put("run", Long.toString(run));
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
            tidy(stock);
            makers.of(stock).ifPresent(StockMaker::tell); // before what may follow
            links.control().worked(run);
            MDC.clear();
          }
        });
  }

  private void begin(StockThread stock, LogEntry.Begin entry, String head) throws MpcException {
    PlannedJob job = jobs.find(entry.job()).orElseThrow();
    RunState at = state.log.state(entry.run()).orElseThrow();
    if (entry instanceof LogEntry.Run run) {
      if (stock.session() == null || !stock.session().serves(run.place(), job)) {
        stock.closeSession();
        Network network = peers.line().meet(run.place().session(), 0);
        stock.keep(WorkSession.open(network, run.place(), job, stock.store()));
      }
      RunSets of = new RunSets(sets, stock.session(), run, head);
      run(new RunStep(links.books(), of, stock.session(), run, own, this::receiver), run, at, head);
    } else if (entry instanceof LogEntry.Refill refill) {
      stock.closeSession();
      ControlLine of = peers.line();
      int number = refill.place().session();
      try (Session session = meet(of.meet(number, 0), refill.place())) {
        new RefillWork(
                links.books(), sets, job, stock.store(), refill, part -> of.meet(number, part))
            .run(session, at, head);
      }
    }
  }

  /** Deletes batches of a stock that are used up or suffice for nothing, and gives back memory. */
  private void tidy(StockThread stock) {
    if (stock.wantsTidying()) {
      try {
        Optional<StockMaker> maker = makers.of(stock);
        if (maker.isPresent()) {
          maker.get().material().skipRests();
        }
        sets.movable().tidy(state.masks.keys()); // or spares keep the keys of their batches
        Set<KeyName> needed = new HashSet<>(sets.keys());
        needed.addAll(state.masks.keys());
        stock.store().retire(needed);
        stock.store().giveBackUnused();
      } catch (MpcException e) {
        LOG.warn("{}", e.getMessage());
      }
    }
  }

  /** Suspends all jobs of a stock after a failed check, or a difference, in making its material. */
  void failed(String stock, MpcException failure) {
    if (failure instanceof PeerCheated) {
      cheated();
    }
    LOG.error("the material of {}: {}", stock, failure.getMessage());
    jobs.all().stream()
        .filter(job -> job.job().stock().equals(stock))
        .forEach(job -> suspend(Optional.of(job.job().name()), failure.getMessage()));
  }

  private void run(RunStep step, LogEntry.Run run, RunState at, String head) throws MpcException {
    links.meter().attempt(run.job());
    long begun = System.nanoTime();
    try {
      step.run(at, head);
    } finally {
      RunPhase end = state.log.state(run.run()).map(RunState::phase).orElse(RunPhase.BACK);
      String outcome =
          end == RunPhase.COMMITTED ? "done" : end == RunPhase.FAILED ? "failed" : "dropped";
      links.meter().run(run.job(), outcome, Duration.ofNanos(System.nanoTime() - begun));
    }
  }

  /** Counts a failed check, which has cost the store's keys. */
  private void cheated() {
    ServiceConfig config = catalogue.config();
    links.meter().checkFailed(config.parties().size() == 2 ? 2 - config.party() : 0);
    links.meter().keyLost("check");
  }

  private void settle(StockThread stock, LogEntry.Settle entry, String head) throws MpcException {
    stock.closeSession();
    RunState at = state.log.state(entry.run()).orElseThrow();
    String name = state.log.job(entry.run()).orElseThrow();
    boolean refill = state.log.isRefill(entry.run());
    Optional<JobEntry> job = Optional.ofNullable(catalogue.config().jobs().get(name));
    int attempts = refill ? 1 : job.map(JobEntry::attempts).orElse(1);
    boolean rerun = job.map(JobEntry::rerun).orElse(false);
    try (Session session = meet(peers.line().meet(entry.place().session(), 0), entry.place())) {
      RunSteps steps = RunSteps.settle(session.parties(), head, at, attempts, rerun);
      StepDriver.run(steps, session, new Recovery.Settling(links.books(), entry.run()));
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

  private static void close(StockThread stock, Place place) {
    if (stock.session() != null && stock.session().isAt(place)) {
      stock.closeSession();
    }
  }

  private void fail(LogEntry.Fail entry) {
    try {
      links.books().fail(RequestNames.key(entry.request()), entry.code());
    } catch (MpcException e) {
      LOG.warn("{}", e.getMessage()); // party 1 says it again
    }
  }

  private Fingerprint receiver(PlannedJob.Target target, RequestKey request) {
    if (target.party() >= 0) {
      return peers.certificates().get(target.party());
    }
    return switch (target.use().kind()) {
      case OTHER_CLIENT -> catalogue.config().clients().get(target.use().name()).accepted().get(0);
      default -> request.client();
    };
  }

  @Override
  public void suspend(Optional<String> job, String sentence) {
    if (job.isPresent()) {
      links.book().operations().suspend(job.get(), sentence);
    } else {
      jobs.suspendAll(sentence);
    }
    Map<String, String> details = new LinkedHashMap<>();
    job.ifPresent(name -> details.put("job", name));
    details.put("why", sentence);
    links.book().audit("suspended", details);
  }

  @Override
  public void connected(ControlLine now) {
    jobs.differ(peers.connected(now));
  }

  @Override
  public void lost(String why) {
    peers.lost(why);
  }

  @Override
  public Optional<Message.Audit> audit() {
    return Optional.of(peers.audit());
  }

  @Override
  public void told(int party, Message.Audit audit) {
    peers.told(party, audit);
  }
}
