package org.schurmpc.service.work;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.service.config.Catalogue;
import org.schurmpc.service.config.ServiceConfig;
import org.schurmpc.service.config.Stock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The jobs that this party can run, and why others do not run. Safe for use by several threads. */
final class Jobs {
  private static final Logger LOG = LoggerFactory.getLogger(Jobs.class);

  private final Map<String, PlannedJob> jobs = new ConcurrentHashMap<>();
  private final Map<String, String> complaints = new ConcurrentHashMap<>();
  private volatile Map<String, String> differences = Map.of(); // between parties, by job
  private volatile Optional<String> stopped = Optional.empty();
  private volatile boolean stopping;

  Jobs(Catalogue catalogue) {
    for (Catalogue.Offer offer : catalogue.offers()) {
      plan(offer, catalogue.config());
    }
    complaints.putAll(ServiceSets.complaints(jobs.values()));
    ServiceSets.warnings(jobs.values()).forEach(sentence -> LOG.warn("{}", sentence));
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

  Collection<PlannedJob> all() {
    return jobs.values();
  }

  /** Returns a job; empty if there is none of this name that could ever run. */
  Optional<PlannedJob> find(String name) {
    return Optional.ofNullable(jobs.get(name));
  }

  /** Returns why a job cannot run now; empty if it can. */
  Optional<String> suspended(String name) {
    return stopped
        .or(() -> Optional.ofNullable(complaints.get(name)))
        .or(() -> Optional.ofNullable(differences.get(name)));
  }

  /** Takes the jobs in which the parties differ, each with a sentence. */
  void differ(Map<String, String> sentences) {
    differences = Map.copyOf(sentences);
    sentences.values().forEach(sentence -> LOG.warn("{}", sentence));
  }

  /** Suspends all jobs until this party starts anew. */
  void suspendAll(String sentence) {
    stopped = Optional.of(sentence);
  }

  /** Returns why all jobs are suspended, if they are. */
  Optional<String> stopped() {
    return stopped;
  }

  /** Begins no run from now on. */
  void stop() {
    stopping = true;
  }

  boolean isStopping() {
    return stopping;
  }
}
