package org.schurmpc.service.state;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.service.config.Artifact;
import org.schurmpc.service.config.Catalogue;
import org.schurmpc.service.config.Catalogue.Offer;
import org.schurmpc.service.config.JobEntry;
import org.schurmpc.service.config.Rate;
import org.schurmpc.service.config.Rates;
import org.schurmpc.service.state.Request.State;
import org.schurmpc.service.state.RequestBook.View;

/**
 * What the parts of {@link RequestBook} share: the state, where it is noted, and the rules that
 * hold for every change of a request.
 */
abstract sealed class RequestPart
    permits Complaints, Operations, RequestBook, RequestOpening, RequestRuns {
  static final Duration STOCK_RETRY = Duration.ofSeconds(2);
  static final Duration QUOTA_RETRY = Duration.ofSeconds(1); // inputs are sent at once
  static final Duration DISK_RETRY = Duration.ofSeconds(60);

  final ServiceState state;
  final StateLog log;
  final Catalogue catalogue;
  final Work work;
  final ServiceClock clock;
  final AuditLog audit;

  RequestPart(
      ServiceState state,
      StateLog log,
      Catalogue catalogue,
      Work work,
      ServiceClock clock,
      AuditLog audit) {
    this.state = state;
    this.log = log;
    this.catalogue = catalogue;
    this.work = work;
    this.clock = clock;
    this.audit = audit;
  }

  /** Creates a part of the same book. */
  RequestPart(RequestPart other) {
    this(other.state, other.log, other.catalogue, other.work, other.clock, other.audit);
  }

  Request known(RequestKey key) throws Refusal {
    return state
        .requests
        .get(key)
        .orElseThrow(
            () -> new Refusal(Code.NO_SUCH_REQUEST, "This client has no request of this id."));
  }

  Request received(RequestKey key) throws Refusal {
    return state
        .requests
        .receivedBy(key)
        .orElseThrow(
            () -> new Refusal(Code.NO_SUCH_REQUEST, "This client has no request of this id."));
  }

  /** Returns the job of a request as the request knew it. */
  Offer offer(Request request) throws Refusal {
    Optional<Offer> offer = catalogue.offer(request.job);
    if (offer.isEmpty() || offer.get().artifact().isEmpty()) {
      throw new Refusal(Code.SUSPENDED, "The job of this request is suspended.");
    }
    if (!offer.get().artifact().get().digest().equals(request.digest)) {
      throw new Refusal(
          Code.DIGEST_DIFFERS, "The job has another digest than when the request was opened.");
    }
    return offer.get();
  }

  String name(Fingerprint client) {
    return catalogue.config().client(client).orElse("unlisted");
  }

  View view(RequestKey key) {
    synchronized (state) {
      return View.of(state.requests.get(key).orElseThrow());
    }
  }

  void requireOpenFor(Offer offer) throws Refusal {
    requireGoing();
    Optional<String> reason = suspension(offer);
    if (reason.isPresent()) {
      throw new Refusal(Code.SUSPENDED, reason.get());
    }
  }

  void requireGoing() throws Refusal {
    if (state.stopping) {
      throw new Refusal(Code.STOPPING, "This party stops: ask again later.", DISK_RETRY);
    }
    Optional<String> wrong = clock.complaint();
    if (wrong.isPresent()) {
      throw new Refusal(Code.CLOCK, wrong.get());
    }
  }

  /** Returns why a job is suspended, in a sentence; empty if it is open. */
  Optional<String> suspension(Offer offer) {
    synchronized (state) {
      return offer
          .complaint()
          .or(() -> state.suspensions.of(offer.job().name()))
          .or(() -> work.suspended(offer.job()));
    }
  }

  /**
   * Returns why no request of a job can be opened, in a sentence: it is suspended, or lacks a kept
   * set. Empty if one can.
   */
  public Optional<String> closed(Offer offer) {
    return suspension(offer).or(() -> work.lacks(offer.job()));
  }

  /** Returns the keys under which an answer of a job counts. */
  static List<String> rateKeys(String client, JobEntry job) {
    List<String> keys = new ArrayList<>();
    keys.add("client/" + job.name() + "/" + client);
    keys.add("job/" + job.name());
    job.setsRead().forEach(set -> keys.add("set/" + set));
    return keys;
  }

  void requireRates(List<String> keys, JobEntry job, long now) throws Refusal {
    for (Rates rates : job.rates()) {
      for (String key : keys) {
        Optional<Rate> rate =
            key.startsWith("client/")
                ? rates.client()
                : key.startsWith("job/") ? rates.job() : rates.set();
        Optional<Duration> wait =
            rate.isEmpty() ? Optional.empty() : state.rates.wait(key, rate.get(), now);
        if (wait.isPresent()) {
          throw new Refusal(
              Code.RATE,
              "The rate of %s for this %s is used up."
                  .formatted(rate.get(), key.substring(0, key.indexOf('/'))),
              wait.get());
        }
      }
    }
  }

  void release(List<String> rates) {
    synchronized (state) {
      rates.forEach(state.rates::release);
    }
  }

  /**
   * Returns the hash of an input, by which parties compare what a client sent them, and which the
   * client takes as receipt.
   */
  static String inputHash(RequestKey key, long number, Artifact artifact, byte[] bytes) {
    byte[] id = new byte[16];
    ByteBuffer.wrap(id)
        .putLong(key.id().getMostSignificantBits())
        .putLong(key.id().getLeastSignificantBits());
    byte[] hash =
        new FieldHash("client input")
            .add(key.client().bytes())
            .add(id)
            .add(number)
            .add(HexFormat.of().parseHex(artifact.digest()))
            .add(artifact.portList())
            .add(bytes)
            .digest();
    return HexFormat.of().formatHex(hash);
  }

  List<String> acceptEntries(RequestKey key, JobEntry job, String hash, String blob, long now) {
    long until = now + catalogue.config().settings().acceptWithin().toMillis();
    String accept = "request accept %s %s %s %d %d".formatted(key.words(), hash, blob, now, until);
    return job.manual() ? List.of(accept) : List.of(accept, "request queue " + key.words());
  }

  /** Announces a request that needs no inputs and no approval. */
  void opened(RequestKey key) {
    Optional<Work.Seen> seen;
    synchronized (state) {
      seen =
          state
              .requests
              .get(key)
              .filter(request -> request.state == State.QUEUED)
              .map(Request::announcement);
    }
    seen.ifPresent(work::seen);
  }

  /** Returns the answer of what is being noted, for the same call; refuses all others. */
  @SuppressWarnings("unchecked") // equal calls have answers of equal types
  static <T> CompletableFuture<T> same(Pending pending, String what) throws Refusal {
    if (!pending.what().equals(what)) {
      throw new Refusal(Code.ID_USED, "Another call with this id is being answered.");
    }
    return (CompletableFuture<T>) pending.answer();
  }

  void requireState(RequestKey key, State wanted) throws Refusal {
    synchronized (state) {
      Request request = known(key);
      if (request.state != wanted) {
        throw new Refusal(
            Code.IN_PROGRESS, "The request is %s, not %s.".formatted(request.state, wanted));
      }
    }
  }

  /** Notes that a request failed. Its number stays taken, and its masks are wiped. */
  CompletableFuture<Void> end(Request request, String code, String detail) throws Refusal {
    RequestKey key = request.key;
    if (state.pending.containsKey(key)) {
      throw new Refusal(Code.IN_PROGRESS, "Another call with this id is being answered.");
    }
    long now = clock.now();
    long until = now + catalogue.config().settings().idMemory().toMillis();
    return alone(
            key,
            "end",
            "request fail %s %s %s %d %d"
                .formatted(key.words(), code, Request.encode(detail), now, until))
        .thenRun(
            () -> {
              note(key, "failed", Map.of("job", request.job, "code", code));
              spent(request);
            });
  }

  /** Notes entries of a request, of which nothing else is noted meanwhile. */
  CompletableFuture<Void> alone(RequestKey key, String what, String... entries) {
    CompletableFuture<Void> answer = new CompletableFuture<>();
    Pending pending = Pending.of(what, answer);
    state.pending.put(key, pending);
    noted(entries)
        .whenComplete(
            (done, failure) -> {
              state.end(key, pending);
              if (failure == null) {
                answer.complete(null);
              } else {
                answer.completeExceptionally(disk(failure));
              }
            });
    return answer;
  }

  void spent(Request request) {
    request.delivery().ifPresent(number -> work.spent(request.job, number));
  }

  /** Writes an event of an operator or of the control session into the audit log. */
  void append(String event, Map<String, String> details) {
    audit.append(clock.now(), event, details);
  }

  void note(RequestKey key, String event, Map<String, String> details) {
    Map<String, String> all = new TreeMap<>(details);
    all.put("request", key.id().toString());
    all.putIfAbsent("client", name(key.client()));
    append(event, all);
  }

  /** Notes entries, then wipes blobs that no request needs any more. */
  CompletableFuture<Void> noted(String... entries) {
    return stored(log.note(entries)).thenRun(this::wipeWaste);
  }

  void wipeWaste() {
    List<String> waste;
    synchronized (state) {
      waste = state.requests.takeWaste();
    }
    waste.forEach(log::wipe);
  }

  static <T> CompletableFuture<T> stored(CompletableFuture<T> future) {
    return future.handle(
        (value, failure) -> {
          if (failure != null) {
            throw new CompletionException(disk(failure));
          }
          return value;
        });
  }

  static Refusal disk(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return cause instanceof Refusal refusal
        ? refusal
        : new Refusal(
            Code.STORAGE, "This party cannot write to its disk: try again later.", DISK_RETRY);
  }
}
