package org.schurmpc.service.admin;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.schurmpc.service.state.Code;
import org.schurmpc.service.state.Meter;
import org.schurmpc.service.state.ServiceState;
import org.schurmpc.service.state.StateLog;
import org.schurmpc.service.state.Work;

/**
 * Counts for Prometheus. Labels are jobs, stocks, peers, outcomes and reasons; never a client, an
 * id or a value.
 */
public final class Metrics implements Meter {
  /** What is counted, with the sentence that Prometheus shows. */
  private enum Figure {
    RUN("schur.run", "Runs of a job by outcome, with the time from start to end"),
    ATTEMPTS("schur.attempts", "Attempts of the runs of a job"),
    REFUSED("schur.refused", "Refused calls of clients by reason"),
    REQUESTS("schur.requests", "Requests that this party keeps, by state"),
    COMPLAINTS("schur.complaints", "Complaints of clients on the deliveries of a job"),
    CHECKS_FAILED("schur.checks.failed", "Failed checks of a peer since the start"),
    KEYS_LOST("schur.keys.lost", "Keys that were destroyed since the start, by cause"),
    VERDICTS_WAITING("schur.verdicts.waiting", "Stores that wait for a verdict"),
    PEER_UP("schur.peer.up", "Whether this party is connected to a peer"),
    STOCK_ITEMS("schur.stock.items", "Runs and masks for which a stock has material"),
    JOURNAL_BYTES("schur.journal.bytes", "Bytes of the journal"),
    CERTIFICATE_SECONDS("schur.certificate.seconds", "Seconds until this party's certificate ends");

    private final String id;
    private final String help;

    Figure(String id, String help) {
      this.id = id;
      this.help = help;
    }
  }

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  private final ServiceState state;
  private final StateLog log;
  private final Work work;
  private final X509Certificate certificate;
  private final Clock clock;
  private final Map<String, AtomicLong> gauges = new ConcurrentHashMap<>();

  /** Creates counters at zero. */
  public Metrics(
      ServiceState state, StateLog log, Work work, X509Certificate certificate, Clock clock) {
    this.state = state;
    this.log = log;
    this.work = work;
    this.certificate = certificate;
    this.clock = clock;
  }

  /** Counts a refused call. */
  public void refused(Code code) {
    count(Figure.REFUSED, "reason", code.word());
  }

  @Override
  public void run(String job, String outcome, Duration took) {
    Timer.builder(Figure.RUN.id)
        .description(Figure.RUN.help)
        .tags("job", job, "outcome", outcome)
        .register(registry)
        .record(took);
  }

  @Override
  public void attempt(String job) {
    count(Figure.ATTEMPTS, "job", job);
  }

  @Override
  public void checkFailed(int peer) {
    count(Figure.CHECKS_FAILED, "peer", peer == 0 ? "unknown" : "" + peer);
  }

  /** Counts a complaint of a client on a delivery of a job. */
  public void complaint(String job) {
    count(Figure.COMPLAINTS, "job", job);
  }

  @Override
  public void keyLost(String cause) {
    count(Figure.KEYS_LOST, "cause", cause);
  }

  private void count(Figure figure, String label, String value) {
    Counter.builder(figure.id)
        .description(figure.help)
        .tag(label, value)
        .register(registry)
        .increment();
  }

  @Override
  public void peerUp(int peer, boolean up) {
    set(Figure.PEER_UP, Tags.of("peer", "" + peer), up ? 1 : 0);
  }

  /** Sets the number of stores that wait for a verdict. */
  public void waitingVerdicts(int stores) {
    set(Figure.VERDICTS_WAITING, Tags.empty(), stores);
  }

  private void set(Figure figure, Tags tags, long value) {
    gauges
        .computeIfAbsent(
            figure.id + tags,
            any -> {
              AtomicLong fresh = new AtomicLong();
              Gauge.builder(figure.id, fresh, AtomicLong::doubleValue)
                  .description(figure.help)
                  .tags(tags)
                  .register(registry);
              return fresh;
            })
        .set(value);
  }

  /** Returns all figures in Prometheus' text format. */
  public String scrape() {
    state.counts().forEach((name, count) -> set(Figure.REQUESTS, Tags.of("state", name), count));
    work.items()
        .forEach(
            (stock, kinds) ->
                kinds.forEach(
                    (kind, items) ->
                        set(Figure.STOCK_ITEMS, Tags.of("stock", stock, "kind", kind), items)));
    set(Figure.JOURNAL_BYTES, Tags.empty(), log.bytes());
    set(Figure.CERTIFICATE_SECONDS, Tags.empty(), secondsOfCertificate());
    return registry.scrape();
  }

  /**
   * What became of the runs of a job since the start.
   *
   * @param meanMillis of a run; empty before the first one
   */
  record JobFigures(long done, long failed, long attempts, OptionalDouble meanMillis) {}

  /** Returns the figures of a job. */
  JobFigures job(String name) {
    long all = 0;
    long done = 0;
    long failed = 0;
    double millis = 0;
    for (Timer timer : registry.find(Figure.RUN.id).tag("job", name).timers()) {
      String outcome = timer.getId().getTag("outcome");
      all += timer.count();
      done += "done".equals(outcome) ? timer.count() : 0;
      failed += "failed".equals(outcome) ? timer.count() : 0;
      millis += timer.totalTime(TimeUnit.MILLISECONDS);
    }
    return new JobFigures(
        done,
        failed,
        counts(Figure.ATTEMPTS, "job").getOrDefault(name, 0L),
        all == 0 ? OptionalDouble.empty() : OptionalDouble.of(millis / all));
  }

  /** Returns the number of requests in each state. */
  Map<String, Long> requests() {
    return state.counts();
  }

  /** Returns the number of complaints, by job. */
  Map<String, Long> complaints() {
    return counts(Figure.COMPLAINTS, "job");
  }

  /** Returns the number of failed checks, by peer. */
  Map<String, Long> checksFailed() {
    return counts(Figure.CHECKS_FAILED, "peer");
  }

  /** Returns the number of lost keys, by cause. */
  Map<String, Long> keysLost() {
    return counts(Figure.KEYS_LOST, "cause");
  }

  private Map<String, Long> counts(Figure figure, String label) {
    Map<String, Long> counts = new TreeMap<>();
    for (Counter each : registry.find(figure.id).counters()) {
      counts.merge(each.getId().getTag(label), (long) each.count(), Long::sum);
    }
    return counts;
  }

  /** Returns when this party's certificate ends. */
  Instant certificateEnd() {
    return certificate.getNotAfter().toInstant();
  }

  /** Returns the number of whole days until a time; negative afterwards. */
  long daysUntil(Instant end) {
    return Duration.between(clock.instant(), end).toDays();
  }

  /** Returns the number of seconds until this party's certificate ends; negative afterwards. */
  long secondsOfCertificate() {
    return Duration.between(clock.instant(), certificateEnd()).toSeconds();
  }
}
