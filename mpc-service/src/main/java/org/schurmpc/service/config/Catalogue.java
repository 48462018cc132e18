package org.schurmpc.service.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.abort.Refused;

/**
 * Offers the jobs of the configuration that holds now. A job whose circuit or program cannot be
 * read or has another digest than configured is suspended with that sentence; others go on.
 *
 * <p>Safe for use by several threads: a reload replaces everything at once.
 */
public final class Catalogue {
  private volatile Loaded now;

  /**
   * A job and what it runs.
   *
   * @param artifact what is on disk, if it is as configured
   * @param complaint why the job is suspended, in a sentence; empty if there is an artifact
   */
  public record Offer(JobEntry job, Optional<Artifact> artifact, Optional<String> complaint) {}

  private record Loaded(ServiceConfig config, Map<String, Offer> offers) {}

  /** Reads what the jobs of a configuration run. */
  public Catalogue(ServiceConfig config) {
    this.now = load(config);
  }

  private static Loaded load(ServiceConfig config) {
    Map<String, Offer> offers = new LinkedHashMap<>();
    for (JobEntry job : config.jobs().values()) {
      offers.put(job.name(), offer(job, config.stocks().get(job.stock())));
    }
    return new Loaded(config, offers);
  }

  private static Offer offer(JobEntry job, Stock stock) {
    try {
      return new Offer(job, Optional.of(Artifact.of(job, stock)), Optional.empty());
    } catch (MpcException e) {
      return new Offer(job, Optional.empty(), Optional.of(e.getMessage()));
    }
  }

  /** Returns the configuration that holds now. */
  public ServiceConfig config() {
    return now.config;
  }

  /** Returns the job of a name. */
  public Optional<Offer> offer(String name) {
    return Optional.ofNullable(now.offers.get(name));
  }

  /** Returns all jobs, in the configuration's order. */
  public List<Offer> offers() {
    return List.copyOf(now.offers.values());
  }

  /** Reads again what the jobs run, so that a file that was swapped suspends its job. */
  public synchronized void refresh() {
    now = load(now.config);
  }

  /**
   * Replaces the configuration: clients, rates, approvals and pins.
   *
   * @throws Refused if the other one differs in what takes a restart; then nothing is replaced
   */
  public synchronized void replace(ServiceConfig next) throws Refused {
    List<String> restart = now.config.needRestart(next);
    if (!restart.isEmpty()) {
      throw new Refused(
          "nothing was reloaded: a change of %s needs a restart"
              .formatted(String.join(", ", restart)));
    }
    now = load(next);
  }
}
