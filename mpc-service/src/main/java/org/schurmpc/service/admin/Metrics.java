package org.schurmpc.service.admin;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tag;
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
  private static final String RUN = "schur.run";

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
    count("schur.refused", "reason", code.word());
  }

  @Override
  public void run(String job, String outcome, Duration took) {
    Timer.builder(RUN).tags("job", job, "outcome", outcome).register(registry).record(took);
  }

  @Override
  public void attempt(String job) {
    count("schur.attempts", "job", job);
  }

  @Override
  public void checkFailed(int peer) {
    count("schur.checks.failed", "peer", peer == 0 ? "unknown" : "" + peer);
  }

  /** Counts a complaint of a client on a delivery of a job. */
  public void complaint(String job) {
    count("schur.complaints", "job", job);
  }

  @Override
  public void keyLost(String cause) {
    count("schur.keys.lost", "cause", cause);
  }

  private void count(String name, String label, String value) {
    registry.counter(name, label, value).increment();
  }

  @Override
  public void peerUp(int peer, boolean up) {
    set("schur.peer.up", Tags.of("peer", "" + peer), up ? 1 : 0);
  }

  /** Sets the number of stores that wait for a verdict. */
  public void waitingVerdicts(int stores) {
    set("schur.verdicts.waiting", Tags.empty(), stores);
  }

  private void set(String name, Iterable<Tag> tags, long value) {
    gauges
        .computeIfAbsent(
            name + tags,
            any -> {
              AtomicLong fresh = new AtomicLong();
              Gauge.builder(name, fresh, AtomicLong::doubleValue).tags(tags).register(registry);
              return fresh;
            })
        .set(value);
  }

  /** Returns all figures in Prometheus' text format. */
  public String scrape() {
    state.counts().forEach((name, count) -> set("schur.requests", Tags.of("state", name), count));
    work.items()
        .forEach(
            (stock, kinds) ->
                kinds.forEach(
                    (kind, items) ->
                        set("schur.stock.items", Tags.of("stock", stock, "kind", kind), items)));
    set("schur.journal.bytes", Tags.empty(), log.bytes());
    set("schur.certificate.seconds", Tags.empty(), secondsOfCertificate());
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
    for (Timer timer : registry.find(RUN).tag("job", name).timers()) {
      String outcome = timer.getId().getTag("outcome");
      all += timer.count();
      done += "done".equals(outcome) ? timer.count() : 0;
      failed += "failed".equals(outcome) ? timer.count() : 0;
      millis += timer.totalTime(TimeUnit.MILLISECONDS);
    }
    return new JobFigures(
        done,
        failed,
        counts("schur.attempts", "job").getOrDefault(name, 0L),
        all == 0 ? OptionalDouble.empty() : OptionalDouble.of(millis / all));
  }

  /** Returns the number of requests in each state. */
  Map<String, Long> requests() {
    return state.counts();
  }

  /** Returns the number of complaints, by job. */
  Map<String, Long> complaints() {
    return counts("schur.complaints", "job");
  }

  /** Returns the number of failed checks, by peer. */
  Map<String, Long> checksFailed() {
    return counts("schur.checks.failed", "peer");
  }

  /** Returns the number of lost keys, by cause. */
  Map<String, Long> keysLost() {
    return counts("schur.keys.lost", "cause");
  }

  private Map<String, Long> counts(String name, String label) {
    Map<String, Long> counts = new TreeMap<>();
    for (Counter each : registry.find(name).counters()) {
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
