package org.schurmpc.service.work;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.prep.ledger.KeptSets;
import org.schurmpc.service.config.Artifact;
import org.schurmpc.service.config.Catalogue;
import org.schurmpc.service.config.JobEntry;
import org.schurmpc.service.config.ServiceConfig;
import org.schurmpc.service.config.Stock;
import org.schurmpc.service.control.ControlSession;
import org.schurmpc.service.control.Rulebook;
import org.schurmpc.service.state.RequestBook;
import org.schurmpc.service.state.StateLog;
import org.schurmpc.service.state.Work;

/**
 * Puts together what computes: one thread for each stock, what the log asks of these, what this
 * party allows, what keeps the stocks, and what the shell asks.
 */
public final class Scheduler implements AutoCloseable {
  private static final long END_MILLIS = 60_000;

  private final Catalogue catalogue;
  private final CoreState state;
  private final StateLog log;
  private final KeptSets sets;
  private final Links links = new Links();
  private final Jobs jobs;
  private final Stocks stocks;
  private final Makers makers;
  private final JobRules rules;
  private final LogActs acts;
  private final StockKeeper keeper;
  private final ShellWork work;

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
    sets.serve(entries -> Books.await(log.note(entries.toArray(new String[0]))));
    ServiceSets shown = new ServiceSets(sets, state);
    Peers peers = new Peers(catalogue, links);
    this.jobs = new Jobs(catalogue);
    this.stocks = new Stocks(catalogue, jobs, stores);
    this.makers = new Makers(catalogue.config(), jobs, stocks, peers, links, this::failed);
    this.rules = new JobRules(catalogue, jobs, state, links, makers);
    this.acts = new LogActs(catalogue, state, sets, shown, own, jobs, stocks, peers, links, makers);
    MaskKeeper masks = new MaskKeeper(state, shown, links);
    this.keeper =
        new StockKeeper(jobs, stocks, makers, masks, shown, rules, new Quiet(HeapReturn::run));
    this.work = new ShellWork(jobs, state, log, shown, stores, peers, keeper, links);
  }

  private void failed(String stock, MpcException failure) {
    acts.failed(stock, failure);
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

  /**
   * Requires that the marks of all stocks are of material that their jobs use.
   *
   * @throws MpcException naming the first that is not, or a job that cannot run
   */
  public static void checkMarks(ServiceConfig config) throws MpcException {
    for (Map.Entry<String, Stock> stock : config.stocks().entrySet()) {
      List<PlannedJob> jobs = new ArrayList<>();
      for (JobEntry job : config.jobs().values()) {
        if (job.stock().equals(stock.getKey())) {
          Artifact artifact = Artifact.of(job, stock.getValue());
          jobs.add(PlannedJob.of(job, artifact, stock.getValue(), config.parties().size()));
        }
      }
      if (!jobs.isEmpty()) {
        StockMarks.of(stock.getKey(), stock.getValue(), jobs, config.parties().size());
      }
    }
  }

  /** Returns what the shell asks. */
  public Work work() {
    return work;
  }

  /** Returns what does what the log says. */
  public ControlSession.Actor actor() {
    return acts;
  }

  /** Returns what this party allows. */
  public Rulebook rules() {
    return rules;
  }

  /** Returns what to tell the other parties of this one when a line is opened. */
  public byte[] description() {
    return JobParts.describe(catalogue.config().jobs().values());
  }

  /**
   * Brings the book of requests and the masks up to what the journal says. Called once, before the
   * book's own begin.
   *
   * @param book over the same journal
   */
  public void begin(RequestBook book) throws MpcException {
    links.begin(new Books(state, log, book, sets), book);
    Recovery.recover(links.books());
  }

  /** Returns the thread in which a stock's runs follow each other. */
  StockThread thread(String stock) {
    return stocks.named(stock);
  }

  /** Sets the session through which requests are announced. */
  public void connect(ControlSession session) {
    links.connect(session);
    makers.all().forEach(StockMaker::tell);
  }

  /** Keeps the stocks and proposes entries of the log; called about ten times a second. */
  public void tick() {
    keeper.tick();
    links.control().tick();
  }

  /**
   * Lets the runs in hand end, begins no others, and closes the stores, as at a signal. The control
   * session is closed after that.
   *
   * @return whether all ended in time
   */
  public boolean stop(long millis) {
    jobs.stop(); // refuses runs that party 1 proposes, and lets those that wait be settled
    links.control().stopRuns();
    makers.stop();
    long begun = System.nanoTime();
    boolean ended = stocks.stop(millis);
    return makersEnd(millis - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun)) && ended;
  }

  private boolean makersEnd(long millis) {
    try {
      return makers.awaitEnd(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Waits for the end of all threads, after {@link #close}. */
  public void awaitEnd() throws InterruptedException {
    stocks.awaitEnd();
    if (!makers.awaitEnd(END_MILLIS)) {
      throw new IllegalStateException("a refill does not end");
    }
  }

  @Override
  public void close() {
    makers.shutdownNow();
    stocks.close();
  }
}
