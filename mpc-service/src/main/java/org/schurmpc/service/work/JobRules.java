package org.schurmpc.service.work;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.schurmpc.service.config.Catalogue;
import org.schurmpc.service.control.JobTerms;
import org.schurmpc.service.control.LogEntry;
import org.schurmpc.service.control.Rulebook;
import org.schurmpc.service.state.Refusal;

/** What this party allows: its jobs, its stocks' marks, and its requests. */
final class JobRules implements Rulebook {
  private final Catalogue catalogue;
  private final Jobs jobs;
  private final CoreState state;
  private final Links links;
  private final Makers makers;

  JobRules(Catalogue catalogue, Jobs jobs, CoreState state, Links links, Makers makers) {
    this.makers = makers;
    this.catalogue = catalogue;
    this.jobs = jobs;
    this.state = state;
    this.links = links;
  }

  @Override
  public Optional<JobTerms> job(String name) {
    return jobs.find(name).map(PlannedJob::terms);
  }

  @Override
  public boolean isSuspended(String job) {
    return jobs.isStopping()
        || catalogue.offer(job).map(links.book()::suspended).filter(Optional::isEmpty).isEmpty();
  }

  @Override
  public boolean refusesRefill(LogEntry.Refill refill) {
    PlannedJob job = jobs.find(refill.job()).orElseThrow();
    long there = state.masks.count(refill.job(), links.book()::isFree);
    long most = Math.max(0, (long) job.stock().deliveries() + MaskKeeper.CHUNK - there);
    return refill.deliveries() < 1 || refill.deliveries() > Math.min(MaskKeeper.CHUNK, most);
  }

  @Override
  public boolean refusesMaterial(LogEntry.Make make) {
    return makers.find(make.stock()).filter(maker -> !maker.refuses(make)).isEmpty();
  }

  @Override
  public boolean makesBesideRuns(String stock) {
    return makers.find(stock).filter(maker -> maker.material().isMadeBesideRuns()).isPresent();
  }

  @Override
  public SortedMap<String, LogEntry.Amount> portion(
      String stock, SortedMap<String, LogEntry.Amount> wanted) {
    return makers.find(stock).map(maker -> maker.portion(wanted)).orElseGet(TreeMap::new);
  }

  @Override
  public Optional<String> refuses(String request, int attempt) {
    try {
      String at = links.book().state(RequestNames.key(request)).state();
      return at.equals("done") || at.equals("failed") ? Optional.of("ended") : Optional.empty();
    } catch (Refusal e) {
      return Optional.of("not-accepted");
    }
  }
}
