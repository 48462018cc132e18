package org.schurmpc.service.state;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.schurmpc.core.crypto.FieldHash;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.net.Pin;
import org.schurmpc.service.config.Artifact;
import org.schurmpc.service.config.Catalogue;
import org.schurmpc.service.config.Catalogue.Offer;
import org.schurmpc.service.config.JobEntry;
import org.schurmpc.service.config.Rate;
import org.schurmpc.service.config.Rates;
import org.schurmpc.service.state.Request.State;

/**
 * Keeps the requests of clients: opens them, takes their inputs, announces them, and gives their
 * results. A request that is accepted never vanishes: it ends with a result or with a reason.
 *
 * <p>Whatever decides what may be used again is durable before anybody hears of it: a number before
 * its envelope leaves, an input before its receipt, a result before its release. Failures of the
 * disk are {@link Code#STORAGE}, and leave the state as it was.
 *
 * <p>Safe for use by several threads; no method blocks. Futures fail with {@link Refusal}.
 */
public final class RequestBook {
  private static final Duration STOCK_RETRY = Duration.ofSeconds(30);
  private static final Duration DISK_RETRY = Duration.ofSeconds(60);
  private static final int AUDIT_LINES_A_HEAD = 64;

  private final ServiceState state;
  private final StateLog log;
  private final Catalogue catalogue;
  private final Work work;
  private final ServiceClock clock;
  private final AuditLog audit;
  private long auditNoted;
  private volatile boolean stopping;

  /**
   * Creates a book over a state to which the log has applied all entries.
   *
   * @param audit where events are written
   */
  public RequestBook(
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
    this.auditNoted = state.auditHead().map(AuditLog.Head::lines).orElse(0L);
    clock.passed(state.lastTime());
  }

  /**
   * What a client sees of a request.
   *
   * @param state open, accepted, queued, running, done, failed
   * @param receipt hash of the inputs, if they are accepted
   * @param code why it failed
   * @param detail the same in words
   * @param attempt number of the attempt; 0 before the first
   */
  public record View(
      String state,
      Optional<String> receipt,
      Optional<String> code,
      Optional<String> detail,
      int attempt) {

    private static View of(Request request) {
      return new View(
          request.state.name().toLowerCase(Locale.ROOT),
          text(request.hash),
          text(request.code),
          request.detailText(),
          request.attempt);
    }

    private static Optional<String> text(String word) {
      return word.equals(Request.NONE) ? Optional.empty() : Optional.of(word);
    }
  }

  /**
   * The answer to an opened request.
   *
   * @param created whether it is new
   * @param envelope the input masks; empty for jobs without inputs of clients
   */
  public record Grant(boolean created, View view, Optional<byte[]> envelope) {}

  /**
   * A result of a run for one receiver.
   *
   * @param receiver the client's certificate
   */
  public record Output(Fingerprint receiver, Delivery delivery) {}

  /** A request as operators see it. */
  public record Listed(UUID id, String client, String job, View view, long since) {}

  // ---------------------------------------------------------------- start and stop

  /**
   * Begins: wipes blobs of no request, and announces again what was announced. Called once, when
   * {@link Work} takes announcements.
   */
  public CompletableFuture<Void> begin() {
    List<String> needed;
    List<Work.Seen> queued = new ArrayList<>();
    synchronized (state) {
      needed = List.copyOf(state.requests.blobs());
      state.requests.takeWaste();
      for (Request request : state.requests.all()) {
        if (request.state == State.QUEUED) {
          queued.add(request.announcement());
        }
      }
    }
    queued.forEach(work::seen);
    return log.wipeAllBut(needed);
  }

  /** Takes no new requests and inputs from now on. */
  public void stop() {
    stopping = true;
  }

  /** Returns whether new requests are refused since the service stops. */
  public boolean isStopping() {
    return stopping;
  }

  // ---------------------------------------------------------------- calls of clients

  /**
   * Opens a request, or answers as before if the client sent the same body before.
   *
   * @param client the client's name
   * @param body a hash of what the client asked for
   * @param number the number that party 1 assigned; empty at party 1, which assigns one
   */
  public CompletableFuture<Grant> open(
      String client, RequestKey key, Offer offer, String body, OptionalLong number) {
    synchronized (state) {
      try {
        Optional<Request> known = state.requests.get(key);
        if (known.isPresent()) {
          return again(known.get(), body);
        }
        Pending pending = state.pending.get(key);
        if (pending != null) {
          return same(pending, "open " + body);
        }
        requireFree(key);
        return openNew(client, key, offer, body, number);
      } catch (Refusal e) {
        return CompletableFuture.failedFuture(e);
      }
    }
  }

  private CompletableFuture<Grant> again(Request request, String body) throws Refusal {
    if (!request.body.equals(body)) {
      throw new Refusal(Code.ID_USED, "This id was used with another body: choose a new one.");
    }
    View view = View.of(request);
    if (request.number.equals(Request.NONE)) {
      return CompletableFuture.completedFuture(new Grant(false, view, Optional.empty()));
    }
    if (request.envelope.equals(Request.NONE)) {
      throw new Refusal(Code.GONE, "The request has ended, and its input masks are wiped.");
    }
    return stored(log.get(request.envelope))
        .thenApply(envelope -> new Grant(false, view, Optional.of(envelope)));
  }

  /** Returns the answer of what is being noted, for the same call; refuses all others. */
  @SuppressWarnings("unchecked") // equal calls have answers of equal types
  private static <T> CompletableFuture<T> same(Pending pending, String what) throws Refusal {
    if (!pending.what().equals(what)) {
      throw new Refusal(Code.ID_USED, "Another call with this id is being answered.");
    }
    return (CompletableFuture<T>) pending.answer();
  }

  private void requireFree(RequestKey key) throws Refusal {
    if (state.requests.isUsed(key) || state.pending.containsKey(key)) {
      throw new Refusal(
          Code.ID_USED,
          "This id was used by a request that has the same receiver: choose another.");
    }
  }

  private void requireOpenFor(Offer offer) throws Refusal {
    requireGoing();
    Optional<String> reason = suspended(offer);
    if (reason.isPresent()) {
      throw new Refusal(Code.SUSPENDED, reason.get());
    }
  }

  private void requireGoing() throws Refusal {
    if (stopping) {
      throw new Refusal(Code.STOPPING, "This party stops: ask again later.", DISK_RETRY);
    }
    Optional<String> wrong = clock.complaint();
    if (wrong.isPresent()) {
      throw new Refusal(Code.CLOCK, wrong.get());
    }
  }

  /** Returns why a job is suspended, in a sentence; empty if it is open. */
  public Optional<String> suspended(Offer offer) {
    synchronized (state) {
      return offer
          .complaint()
          .or(() -> state.suspensions.of(offer.job().name()))
          .or(() -> work.suspended(offer.job()));
    }
  }

  private CompletableFuture<Grant> openNew(
      String client, RequestKey key, Offer offer, String body, OptionalLong number) throws Refusal {
    requireOpenFor(offer);
    JobEntry job = offer.job();
    if (!job.takesInputs() && number.isPresent()) {
      throw new Refusal(Code.BAD_REQUEST, "The job takes no inputs of clients, and has no number.");
    }
    List<RequestKey> others = new ArrayList<>();
    for (Fingerprint receiver : otherReceivers(job)) {
      RequestKey other = new RequestKey(receiver, key.id());
      if (!other.equals(key)) {
        requireFree(other);
        others.add(other);
      }
    }
    requireQuota(key.client());
    Optional<Delivery> masks =
        job.takesInputs() ? Optional.of(masks(job, number)) : Optional.empty();
    long now = clock.now();
    List<String> rates = rateKeys(client, job);
    requireRates(rates, job, now);

    CompletableFuture<Grant> answer = new CompletableFuture<>();
    OptionalLong taken =
        masks.isPresent() ? OptionalLong.of(masks.get().number()) : OptionalLong.empty();
    Pending pending = new Pending("open " + body, answer, rates, taken, others);
    rates.forEach(state.rates::reserve);
    taken.ifPresent(state.numbers::reserve);
    state.pending.put(key, pending);
    Pending blocked = Pending.of("another client's request", answer);
    others.forEach(other -> state.pending.put(other, blocked));

    Artifact artifact = offer.artifact().orElseThrow();
    Optional<byte[]> envelope =
        masks.map(
            delivery ->
                new EnvelopeHeader(
                        EnvelopeHeader.Kind.INPUT_MASKS,
                        work.parties(),
                        key.client(),
                        key,
                        job.name(),
                        HexFormat.of().parseHex(artifact.digest()),
                        0,
                        delivery)
                    .envelope());
    CompletableFuture<String> blob =
        envelope.isPresent()
            ? log.put(envelope.get())
            : CompletableFuture.completedFuture(Request.NONE);
    blob.thenCompose(
            name ->
                log.note(openEntries(key, job, artifact, body, taken, name, others, rates, now)))
        .whenComplete(
            (done, failure) -> {
              state.end(key, pending);
              if (failure != null) {
                answer.completeExceptionally(disk(failure));
                return;
              }
              note(key, "opened", Map.of("client", client, "job", job.name()));
              opened(key);
              answer.complete(new Grant(true, view(key), envelope));
            });
    return answer;
  }

  private String[] openEntries(
      RequestKey key,
      JobEntry job,
      Artifact artifact,
      String body,
      OptionalLong number,
      String blob,
      List<RequestKey> others,
      List<String> rates,
      long now) {
    List<String> entries = new ArrayList<>();
    Duration within = catalogue.config().settings().acceptWithin();
    StringBuilder open = new StringBuilder("request open " + key.words());
    String shown = number.isPresent() ? "" + number.getAsLong() : Request.NONE;
    for (String word : List.of(job.name(), artifact.digest(), body, shown, blob)) {
      open.append(' ').append(word);
    }
    open.append(' ').append(now).append(' ').append(now + within.toMillis());
    others.forEach(other -> open.append(' ').append(other.client()));
    entries.add(open.toString());
    rates.forEach(rate -> entries.add("rate " + rate + " " + now));
    if (!job.takesInputs()) {
      String hash = inputHash(key, 0, artifact, new byte[0]);
      entries.addAll(acceptEntries(key, job, hash, Request.NONE, now));
    }
    return entries.toArray(new String[0]);
  }

  private List<String> acceptEntries(
      RequestKey key, JobEntry job, String hash, String blob, long now) {
    long until = now + catalogue.config().settings().acceptWithin().toMillis();
    String accept = "request accept %s %s %s %d %d".formatted(key.words(), hash, blob, now, until);
    return job.manual() ? List.of(accept) : List.of(accept, "request queue " + key.words());
  }

  /** Announces a request that needs no inputs and no approval. */
  private void opened(RequestKey key) {
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

  private List<Fingerprint> otherReceivers(JobEntry job) {
    Map<String, Pin> clients = catalogue.config().clients();
    return job.receivers().stream().flatMap(name -> clients.get(name).accepted().stream()).toList();
  }

  private void requireQuota(Fingerprint client) throws Refusal {
    int most = catalogue.config().settings().openDeliveries();
    long waiting =
        state.pending.entrySet().stream()
            .filter(each -> each.getKey().client().equals(client))
            .filter(each -> each.getValue().takesNumber())
            .count();
    if (state.requests.open(client) + waiting >= most) {
      throw new Refusal(
          Code.QUOTA,
          "%d requests of this client wait for their inputs: send these first.".formatted(most),
          STOCK_RETRY);
    }
  }

  private Delivery masks(JobEntry job, OptionalLong number) throws Refusal {
    boolean first = catalogue.config().party() == 0;
    if (first == number.isPresent()) {
      throw new Refusal(
          Code.BAD_REQUEST,
          first
              ? "Party 1 assigns the number: leave it out."
              : "The number of the delivery, which party 1 assigned, is missing.");
    }
    if (number.isPresent() && !state.numbers.isFree(number.getAsLong())) {
      throw new Refusal(
          Code.NUMBER_TAKEN,
          "The delivery of this number was given to another request: ask party 1 with a new id.");
    }
    OptionalLong chosen = first ? work.freeNumber(job, state.numbers::isFree) : number;
    Optional<Delivery> found =
        chosen.isPresent() && state.numbers.isFree(chosen.getAsLong())
            ? work.masks(job, chosen.getAsLong())
            : Optional.empty();
    if (found.isEmpty() || found.get().number() != chosen.getAsLong()) {
      throw new Refusal(
          Code.NO_STOCK, "No delivery of input masks is ready: try again later.", STOCK_RETRY);
    }
    return found.get();
  }

  /** Returns the keys under which an answer of a job counts. */
  private static List<String> rateKeys(String client, JobEntry job) {
    List<String> keys = new ArrayList<>();
    keys.add("client/" + job.name() + "/" + client);
    keys.add("job/" + job.name());
    job.setsRead().forEach(set -> keys.add("set/" + set));
    return keys;
  }

  private void requireRates(List<String> keys, JobEntry job, long now) throws Refusal {
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

  /**
   * Takes the inputs of a request: d, the input masked. The receipt is given when they are durable.
   *
   * @param bytes bit i is bit i mod 8 of byte i / 8; the padding is zero
   * @return the receipt: 64 hex digits
   */
  public CompletableFuture<String> accept(RequestKey key, long number, byte[] bytes) {
    synchronized (state) {
      try {
        Request request = known(key);
        Offer offer = offer(request);
        if (request.number.equals(Request.NONE)) {
          throw new Refusal(Code.BAD_INPUT, "The job of this request takes no inputs of clients.");
        }
        Artifact artifact = offer.artifact().orElseThrow();
        if (request.delivery().orElseThrow() != number) {
          throw new Refusal(Code.BAD_INPUT, "The number is not that of this request's delivery.");
        }
        requireForm(artifact.clientBits(), bytes);
        String hash = inputHash(key, number, artifact, bytes);
        if (request.state != State.OPEN) {
          return CompletableFuture.completedFuture(receipt(request, hash));
        }
        Pending pending = state.pending.get(key);
        if (pending != null) {
          return same(pending, "accept " + hash);
        }
        requireOpenFor(offer);
        return acceptNew(key, offer.job(), hash, bytes);
      } catch (Refusal e) {
        return CompletableFuture.failedFuture(e);
      }
    }
  }

  /**
   * Returns the length of the inputs of a request in bytes.
   *
   * @throws Refusal if this client has no such request
   */
  public int inputBytes(RequestKey key) throws Refusal {
    synchronized (state) {
      long bits = offer(known(key)).artifact().orElseThrow().clientBits();
      return (int) Math.min(Integer.MAX_VALUE - Long.BYTES - 1, (bits + 7) / 8);
    }
  }

  /** Returns whether the delivery of a number may be given to a request. */
  public boolean isFree(long number) {
    synchronized (state) {
      return state.numbers.isFree(number);
    }
  }

  private Request known(RequestKey key) throws Refusal {
    return state
        .requests
        .get(key)
        .orElseThrow(
            () -> new Refusal(Code.NO_SUCH_REQUEST, "This client has no request of this id."));
  }

  /** Returns the job of a request as the request knew it. */
  private Offer offer(Request request) throws Refusal {
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

  private static void requireForm(long bits, byte[] bytes) throws Refusal {
    if (bytes.length != (bits + 7) / 8) {
      throw new Refusal(
          Code.BAD_INPUT,
          "The inputs have %d bytes, not %d.".formatted(bytes.length, (bits + 7) / 8));
    }
    int padding = (int) (8L * bytes.length - bits);
    if (padding > 0 && (bytes[bytes.length - 1] & 0xFF) >>> (8 - padding) != 0) {
      throw new Refusal(Code.BAD_INPUT, "The padding of the inputs is not zero.");
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

  private static String receipt(Request request, String hash) throws Refusal {
    if (request.hash.equals(Request.NONE)) {
      throw new Refusal(Code.GONE, "The request has ended without inputs.");
    }
    if (!request.hash.equals(hash)) {
      throw new Refusal(Code.ID_USED, "Other inputs were accepted for this request.");
    }
    return hash;
  }

  private CompletableFuture<String> acceptNew(
      RequestKey key, JobEntry job, String hash, byte[] bytes) {
    CompletableFuture<String> answer = new CompletableFuture<>();
    Pending pending = Pending.of("accept " + hash, answer);
    state.pending.put(key, pending);
    long now = clock.now();
    log.put(bytes.clone())
        .thenCompose(
            blob -> log.note(acceptEntries(key, job, hash, blob, now).toArray(new String[0])))
        .whenComplete(
            (done, failure) -> {
              state.end(key, pending);
              if (failure != null) {
                answer.completeExceptionally(disk(failure));
                return;
              }
              note(key, "accepted", Map.of("job", job.name(), "input", hash));
              opened(key);
              answer.complete(hash);
            });
    return answer;
  }

  /** Returns what a client sees of a request of its own, or of one whose result it receives. */
  public View state(RequestKey key) throws Refusal {
    synchronized (state) {
      return View.of(received(key));
    }
  }

  private View view(RequestKey key) {
    synchronized (state) {
      return View.of(state.requests.get(key).orElseThrow());
    }
  }

  private Request received(RequestKey key) throws Refusal {
    return state
        .requests
        .receivedBy(key)
        .orElseThrow(
            () -> new Refusal(Code.NO_SUCH_REQUEST, "This client has no request of this id."));
  }

  /**
   * Returns the envelope of a result for the client that asks; empty if there is none yet. Given as
   * often as the client asks, until it acknowledges the result or the result expires.
   */
  public CompletableFuture<Optional<byte[]>> result(RequestKey key) {
    String blob;
    synchronized (state) {
      try {
        Request request = received(key);
        if (request.state == State.FAILED) {
          throw new Refusal(
              Code.FAILED, request.code + request.detailText().map(text -> ": " + text).orElse(""));
        }
        if (request.state != State.DONE) {
          return CompletableFuture.completedFuture(Optional.empty());
        }
        blob = request.results.getOrDefault(key.client().toString(), Request.NONE);
        if (blob.equals(Request.NONE)) {
          throw new Refusal(
              Code.GONE, "The result was acknowledged, has expired, or went to other clients.");
        }
      } catch (Refusal e) {
        return CompletableFuture.failedFuture(e);
      }
    }
    return stored(log.get(blob)).thenApply(Optional::of);
  }

  /**
   * Acknowledges a result, which is wiped; withdraws a request that waits for its inputs.
   *
   * @return completes when that is durable
   */
  public CompletableFuture<Void> acknowledge(RequestKey key) {
    synchronized (state) {
      try {
        Request request = received(key);
        if (request.state == State.OPEN && request.key.equals(key)) {
          return end(request, "withdrawn", "The client withdrew the request.");
        }
        if (!request.state.isFinal()) {
          throw new Refusal(Code.IN_PROGRESS, "The request is accepted: it cannot be withdrawn.");
        }
        String receiver = key.client().toString();
        if (request.results.getOrDefault(receiver, Request.NONE).equals(Request.NONE)) {
          return CompletableFuture.completedFuture(null);
        }
        Pending pending = state.pending.get(request.key);
        if (pending != null) {
          return same(pending, "took " + receiver);
        }
        note(request.key, "acknowledged", Map.of("receiver", receiver));
        return alone(
            request.key,
            "took " + receiver,
            "request took " + request.key.words() + " " + receiver);
      } catch (Refusal e) {
        return CompletableFuture.failedFuture(e);
      }
    }
  }

  // ---------------------------------------------------------------- calls of operators

  /** Returns the requests in a state, at most a number of them. */
  public List<Listed> list(String inState, int most) {
    synchronized (state) {
      return state.requests.all().stream()
          .filter(request -> View.of(request).state().equals(inState))
          .limit(most)
          .map(
              request ->
                  new Listed(
                      request.key.id(),
                      name(request.key.client()),
                      request.job,
                      View.of(request),
                      request.since))
          .toList();
    }
  }

  private String name(Fingerprint client) {
    return catalogue.config().client(client).orElse("unlisted");
  }

  /**
   * Approves a request that waits for it, or refuses it.
   *
   * @param client the client's name, since ids are the clients' own
   */
  public CompletableFuture<Void> decide(String client, UUID id, boolean yes) {
    synchronized (state) {
      try {
        Request request = waiting(client, id);
        if (!yes) {
          return end(request, "refused", "An operator refused the request.");
        }
        RequestKey key = request.key;
        CompletableFuture<Void> answer = new CompletableFuture<>();
        Pending pending = Pending.of("approve", answer);
        state.pending.put(key, pending);
        log.note("request queue " + key.words())
            .whenComplete(
                (done, failure) -> {
                  state.end(key, pending);
                  if (failure != null) {
                    answer.completeExceptionally(disk(failure));
                    return;
                  }
                  note(key, "approved", Map.of("job", request.job));
                  opened(key);
                  answer.complete(null);
                });
        return answer;
      } catch (Refusal e) {
        return CompletableFuture.failedFuture(e);
      }
    }
  }

  private Request waiting(String client, UUID id) throws Refusal {
    Pin pin = catalogue.config().clients().get(client);
    if (pin != null) {
      for (Fingerprint fingerprint : pin.accepted()) {
        RequestKey key = new RequestKey(fingerprint, id);
        Optional<Request> request = state.requests.get(key);
        if (request.isPresent()
            && request.get().state == State.ACCEPTED
            && !state.pending.containsKey(key)) {
          return request.get();
        }
      }
    }
    throw new Refusal(
        Code.NO_SUCH_REQUEST, "No request of this client and id waits for an approval.");
  }

  /** Suspends a job until an operator resumes it, also after a restart. */
  public CompletableFuture<Void> suspend(String job, String reason) {
    audit("suspended", Map.of("job", job, "reason", reason));
    return noted(Suspensions.suspend(job, reason));
  }

  /** Resumes a job. */
  public CompletableFuture<Void> resume(String job) {
    audit("resumed", Map.of("job", job));
    return noted(Suspensions.resume(job));
  }

  /** Takes the clock for right from now on. */
  public CompletableFuture<Void> acceptClock() {
    clock.accept();
    audit("clock accepted", Map.of());
    return noted("time " + clock.now());
  }

  /** Writes an event of an operator or of the control session into the audit log. */
  public void audit(String event, Map<String, String> details) {
    audit.append(clock.now(), event, details);
  }

  private void note(RequestKey key, String event, Map<String, String> details) {
    Map<String, String> all = new TreeMap<>(details);
    all.put("request", key.id().toString());
    all.putIfAbsent("client", name(key.client()));
    audit(event, all);
  }

  // ---------------------------------------------------------------- what becomes of requests

  /**
   * Begins an attempt of requests: compares with what this party has accepted, and counts further
   * attempts against the rates.
   *
   * @param hashes of the inputs, as the log of the parties names them
   * @param attempt counted from 1
   * @return fails with a {@link Refusal} if this party has not accepted one, or with another input,
   *     or if its rates are used up
   */
  public CompletableFuture<Void> run(Map<RequestKey, String> hashes, int attempt) {
    List<String> entries = new ArrayList<>();
    List<String> counted = new ArrayList<>();
    synchronized (state) {
      try {
        long now = clock.now();
        for (Map.Entry<RequestKey, String> each : hashes.entrySet()) {
          Request request = known(each.getKey());
          if (request.state != State.QUEUED && request.state != State.RUNNING) {
            throw new Refusal(Code.IN_PROGRESS, "The request is " + request.state + ".");
          }
          if (!Secrets.equal(
              HexFormat.of().parseHex(request.hash), HexFormat.of().parseHex(each.getValue()))) {
            throw new Refusal(Code.ID_USED, "This party has accepted other inputs.");
          }
          entries.add("request run %s %d".formatted(each.getKey().words(), attempt));
          if (attempt > 1) {
            JobEntry job = offer(request).job();
            List<String> rates = rateKeys(name(request.key.client()), job);
            requireRates(rates, job, now);
            rates.forEach(rate -> entries.add("rate " + rate + " " + now));
            rates.forEach(state.rates::reserve);
            counted.addAll(rates);
          }
        }
      } catch (Refusal e) {
        counted.forEach(state.rates::release);
        return CompletableFuture.failedFuture(e);
      }
      return noted(entries.toArray(new String[0]))
          .whenComplete((done, failure) -> release(counted));
    }
  }

  private void release(List<String> rates) {
    synchronized (state) {
      rates.forEach(state.rates::release);
    }
  }

  /** Returns the masked input that a client sent, d; empty for a request without inputs. */
  public CompletableFuture<byte[]> input(RequestKey key) {
    synchronized (state) {
      try {
        Request request = known(key);
        return request.input.equals(Request.NONE)
            ? CompletableFuture.completedFuture(new byte[0])
            : stored(log.get(request.input));
      } catch (Refusal e) {
        return CompletableFuture.failedFuture(e);
      }
    }
  }

  /** Returns the header of an output, which the parties compare before they commit. */
  public EnvelopeHeader header(RequestKey key, Output output) throws Refusal {
    synchronized (state) {
      Request request = known(key);
      return new EnvelopeHeader(
          EnvelopeHeader.Kind.OUTPUT,
          work.parties(),
          output.receiver(),
          key,
          request.job,
          HexFormat.of().parseHex(request.digest),
          request.attempt,
          output.delivery());
    }
  }

  /**
   * Writes the outputs of requests, which stay here until {@link #committed}.
   *
   * @param outputs for each request its receivers' deliveries
   */
  public CompletableFuture<Void> prepared(Map<RequestKey, List<Output>> outputs) {
    List<CompletableFuture<String>> entries = new ArrayList<>();
    try {
      for (Map.Entry<RequestKey, List<Output>> each : outputs.entrySet()) {
        requireState(each.getKey(), State.RUNNING);
        CompletableFuture<String> entry =
            CompletableFuture.completedFuture("request prepare " + each.getKey().words());
        for (Output output : each.getValue()) {
          byte[] envelope = header(each.getKey(), output).envelope();
          CompletableFuture<String> blob = log.put(envelope);
          entry =
              entry.thenCombine(blob, (line, name) -> line + " " + output.receiver() + " " + name);
        }
        entries.add(entry);
      }
    } catch (Refusal e) {
      return CompletableFuture.failedFuture(e);
    }
    return stored(
        CompletableFuture.allOf(entries.toArray(new CompletableFuture<?>[0]))
            .thenCompose(
                all ->
                    log.note(
                        entries.stream().map(CompletableFuture::join).toArray(String[]::new))));
  }

  private void requireState(RequestKey key, State wanted) throws Refusal {
    synchronized (state) {
      Request request = known(key);
      if (request.state != wanted) {
        throw new Refusal(
            Code.IN_PROGRESS, "The request is %s, not %s.".formatted(request.state, wanted));
      }
    }
  }

  /** Commits requests: from now on their results are given to their clients. */
  public CompletableFuture<Void> committed(Collection<RequestKey> keys) {
    List<String> entries = new ArrayList<>();
    List<Runnable> after = new ArrayList<>();
    synchronized (state) {
      try {
        for (RequestKey key : keys) {
          requireState(key, State.RUNNING);
          Request request = known(key);
          long now = clock.now();
          Duration keep =
              catalogue
                  .offer(request.job)
                  .map(offer -> offer.job().keepResult())
                  .orElse(Duration.ofHours(24));
          entries.add("request done %s %d %d".formatted(key.words(), now, now + keep.toMillis()));
          after.add(
              () -> {
                note(key, "done", Map.of("job", request.job, "attempt", "" + request.attempt));
                spent(request);
              });
        }
      } catch (Refusal e) {
        return CompletableFuture.failedFuture(e);
      }
      return noted(entries.toArray(new String[0])).thenRun(() -> after.forEach(Runnable::run));
    }
  }

  private void spent(Request request) {
    request.delivery().ifPresent(number -> work.spent(request.job, number));
  }

  /** Drops what was prepared: the requests wait for another attempt. */
  public CompletableFuture<Void> dropped(Collection<RequestKey> keys) {
    try {
      for (RequestKey key : keys) {
        requireState(key, State.RUNNING);
      }
    } catch (Refusal e) {
      return CompletableFuture.failedFuture(e);
    }
    return noted(keys.stream().map(key -> "request drop " + key.words()).toArray(String[]::new));
  }

  /**
   * Ends a request without a result.
   *
   * @param code why, for programs: small letters and dashes, such as "attempts"
   * @param detail the same in a sentence, without values
   */
  public CompletableFuture<Void> failed(RequestKey key, String code, String detail) {
    if (!code.matches("[a-z][a-z-]{0,31}")) {
      throw new IllegalArgumentException("a code '" + code + "'");
    }
    synchronized (state) {
      try {
        Request request = known(key);
        if (request.state.isFinal()) {
          throw new Refusal(Code.IN_PROGRESS, "The request has ended before.");
        }
        return end(request, code, detail);
      } catch (Refusal e) {
        return CompletableFuture.failedFuture(e);
      }
    }
  }

  /** Notes that a request failed. Its number stays taken, and its masks are wiped. */
  private CompletableFuture<Void> end(Request request, String code, String detail) throws Refusal {
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

  /** Notes an entry of a request, of which nothing else is noted meanwhile. */
  private CompletableFuture<Void> alone(RequestKey key, String what, String entry) {
    CompletableFuture<Void> answer = new CompletableFuture<>();
    Pending pending = Pending.of(what, answer);
    state.pending.put(key, pending);
    noted(entry)
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

  // ---------------------------------------------------------------- time

  /**
   * Does what is due: requests without inputs or approval expire, results expire, ids are
   * forgotten. Called about once a second.
   */
  public CompletableFuture<Void> tick() {
    List<CompletableFuture<Void>> all = new ArrayList<>();
    synchronized (state) {
      long now = clock.now();
      long memory = catalogue.config().settings().idMemory().toMillis();
      for (Request request : state.requests.due(now)) {
        state.requests.dueAgain(request); // until the entry changes its time
        if (state.pending.containsKey(request.key)) {
          continue;
        }
        if (request.state == State.OPEN || request.state == State.ACCEPTED) {
          all.add(expire(request));
        } else if (request.state == State.DONE && !request.gone) {
          all.add(
              alone(
                  request.key,
                  "gone",
                  "request gone %s %d %d".formatted(request.key.words(), now, now + memory)));
        } else if (request.state.isFinal()) {
          all.add(alone(request.key, "forget", "request forget " + request.key.words()));
        }
      }
      AuditLog.Head head = audit.head();
      if (head.lines() >= auditNoted + AUDIT_LINES_A_HEAD) {
        auditNoted = head.lines();
        all.add(noted(head.entry()));
      }
    }
    return CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0]));
  }

  private CompletableFuture<Void> expire(Request request) {
    try {
      return request.state == State.OPEN
          ? end(request, "expired", "No inputs came in time.")
          : end(request, "expired", "No operator approved the request in time.");
    } catch (Refusal e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  // ---------------------------------------------------------------- the disk

  /** Notes entries, then wipes blobs that no request needs any more. */
  private CompletableFuture<Void> noted(String... entries) {
    return stored(log.note(entries)).thenRun(this::wipeWaste);
  }

  private void wipeWaste() {
    List<String> waste;
    synchronized (state) {
      waste = state.requests.takeWaste();
    }
    waste.forEach(log::wipe);
  }

  private static <T> CompletableFuture<T> stored(CompletableFuture<T> future) {
    return future.handle(
        (value, failure) -> {
          if (failure != null) {
            throw new CompletionException(disk(failure));
          }
          return value;
        });
  }

  private static Refusal disk(Throwable failure) {
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
