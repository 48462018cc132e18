package org.schurmpc.service.work;

import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongPredicate;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.service.config.JobEntry;
import org.schurmpc.service.config.Stock;
import org.schurmpc.service.control.Message;
import org.schurmpc.service.state.Code;
import org.schurmpc.service.state.Delivery;
import org.schurmpc.service.state.Meter;
import org.schurmpc.service.state.Refusal;
import org.schurmpc.service.state.StateLog;
import org.schurmpc.service.state.Work;

/** Answers what the ports of clients and operators ask of runs and stocks. */
final class ShellWork implements Work {
  private final Jobs jobs;
  private final CoreState state;
  private final StateLog log;
  private final ServiceSets sets;
  private final Stores stores;
  private final Peers peers;
  private final StockKeeper keeper;
  private final Links links;

  ShellWork(
      Jobs jobs,
      CoreState state,
      StateLog log,
      ServiceSets sets,
      Stores stores,
      Peers peers,
      StockKeeper keeper,
      Links links) {
    this.jobs = jobs;
    this.state = state;
    this.log = log;
    this.sets = sets;
    this.stores = stores;
    this.peers = peers;
    this.keeper = keeper;
    this.links = links;
  }

  @Override
  public List<Fingerprint> parties() {
    return peers.certificates();
  }

  @Override
  public Optional<String> suspended(JobEntry job) {
    return jobs.suspended(job.name());
  }

  @Override
  public Optional<String> lacks(JobEntry job) {
    return jobs.find(job.name()).flatMap(found -> sets.lacks(found, jobs.all()));
  }

  @Override
  public OptionalLong freeNumber(JobEntry job, LongPredicate usable) {
    return state.masks.free(job.name(), number -> usable.test(number) && sets.isUsable(number));
  }

  @Override
  public Optional<Delivery> masks(JobEntry job, long number) {
    return sets.isUsable(number) ? state.masks.delivery(job.name(), number) : Optional.empty();
  }

  @Override
  public void seen(Seen request) {
    links
        .control()
        .seen(new Message.Seen(RequestNames.of(request.key()), request.job(), request.hash()));
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
    return sets.infos();
  }

  @Override
  public CompletableFuture<Void> closeGathering(String job) {
    return links
        .control()
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
    return sets.drop(set, () -> links.control().drop(set));
  }

  @Override
  public Map<String, Map<String, Long>> items() {
    return keeper.items();
  }

  @Override
  public Map<String, Stock.Marks> marks(String stock) {
    return keeper.marks(stock);
  }

  @Override
  public List<Health> health() {
    List<Health> all = new ArrayList<>();
    all.add(peers.health());
    jobs.stopped().ifPresent(why -> all.add(new Health("log", false, why)));
    all.addAll(sets.health());
    return all;
  }

  @Override
  public void measure(Meter of) {
    links.measure(of);
    stores.countLost(of);
    peers.count();
  }

  @Override
  public void certificate(X509Certificate own) {
    peers.certificate(own);
  }

  @Override
  public Map<Integer, Instant> certificateEnds() {
    return peers.certificateEnds();
  }
}
