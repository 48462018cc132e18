package org.schurmpc.service.state;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.schurmpc.service.config.Artifact;
import org.schurmpc.service.config.Catalogue;
import org.schurmpc.service.config.Catalogue.Offer;
import org.schurmpc.service.config.JobEntry;
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
public final class RequestBook extends RequestPart {
  private static final int AUDIT_LINES_A_HEAD = 64;

  private final RequestOpening opening;
  private final RequestRuns runs;
  private final Operations operations;
  private final Complaints complaints;
  private long auditNoted;

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
    super(state, log, catalogue, work, clock, audit);
    this.opening = new RequestOpening(this);
    this.runs = new RequestRuns(this);
    this.operations = new Operations(this);
    this.complaints = new Complaints(this);
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

    static View of(Request request) {
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
    state.stopping = true;
    state.waiting.endAll();
  }

  /** Returns what whoever computes tells. */
  public RequestRuns runs() {
    return runs;
  }

  /** Returns what operators do. */
  public Operations operations() {
    return operations;
  }

  /** Returns what takes complaints of clients. */
  public Complaints complaints() {
    return complaints;
  }

  /** Returns why a job is suspended, in a sentence; empty if it is open. */
  public Optional<String> suspended(Offer offer) {
    return suspension(offer);
  }

  /** Writes an event of an operator or of the control session into the audit log. */
  public void audit(String event, Map<String, String> details) {
    append(event, details);
  }

  /**
   * Opens a request, or answers as before if the client sent the same body before.
   *
   * @param client the client's name
   * @param body a hash of what the client asked for
   * @param number the number that party 1 assigned; empty at party 1, which assigns one
   */
  public CompletableFuture<Grant> open(
      String client, RequestKey key, Offer offer, String body, OptionalLong number) {
    return opening.open(client, key, offer, body, number);
  }

  /** Returns whether new requests are refused since the service stops. */
  public boolean isStopping() {
    return state.stopping;
  }

  /**
   * Takes the inputs of a request: d, the input masked, and behind it public inputs. The receipt is
   * given when they are durable.
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
        requireForm(artifact.givenBits(), bytes);
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
      long bits = offer(known(key)).artifact().orElseThrow().givenBits();
      return (int) Math.min(Integer.MAX_VALUE - Long.BYTES - 1, (bits + 7) / 8);
    }
  }

  /** Returns whether the delivery of a number may be given to a request. */
  public boolean isFree(long number) {
    synchronized (state) {
      return state.numbers.isFree(number);
    }
  }

  /** Returns a number that is another one after each change of what {@link #isFree} says. */
  public long numberChanges() {
    synchronized (state) {
      return state.numbers.changes();
    }
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

  /**
   * Waits until a request has ended, but not for long.
   *
   * @param millis the longest time
   * @return completes when the request has ended, the time is over, or the service stops
   */
  public CompletableFuture<Void> ended(RequestKey key, long millis) throws Refusal {
    synchronized (state) {
      Request request = received(key);
      return request.state.isFinal() || state.stopping
          ? CompletableFuture.completedFuture(null)
          : state.waiting.add(request.key, millis);
    }
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
   * Returns the requests of a job that are done, and whose result for a receiver is still there.
   *
   * @param receiver the fingerprint of its certificate
   */
  public List<UUID> received(String job, String receiver) {
    synchronized (state) {
      return state.requests.all().stream()
          .filter(request -> request.state == State.DONE && request.job.equals(job))
          .filter(
              request -> !request.results.getOrDefault(receiver, Request.NONE).equals(Request.NONE))
          .map(request -> request.key.id())
          .toList();
    }
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
        String took = "request took " + request.key.words() + " " + receiver;
        return isLast(request, receiver)
            ? alone(request.key, "took " + receiver, took, gone(request, clock.now()))
            : alone(request.key, "took " + receiver, took);
      } catch (Refusal e) {
        return CompletableFuture.failedFuture(e);
      }
    }
  }

  /** Returns whether all other receivers have taken their results. */
  private static boolean isLast(Request request, String receiver) {
    return request.results.entrySet().stream()
        .allMatch(each -> each.getKey().equals(receiver) || each.getValue().equals(Request.NONE));
  }

  /** Returns the entry from which on an id is remembered without results. */
  private String gone(Request request, long now) {
    long memory = catalogue.config().settings().idMemory().toMillis();
    return "request gone %s %d %d".formatted(request.key.words(), now, now + memory);
  }

  /**
   * Does what is due: requests without inputs or approval expire, results expire, ids are
   * forgotten. Called about once a second.
   */
  public CompletableFuture<Void> tick() {
    List<CompletableFuture<Void>> all = new ArrayList<>();
    if (clock.complaint().isPresent()) {
      return CompletableFuture.completedFuture(null); // nothing expires by a clock that is wrong
    }
    synchronized (state) {
      long now = clock.now();
      for (Request request : state.requests.due(now)) {
        state.requests.dueAgain(request); // until the entry changes its time
        if (state.pending.containsKey(request.key)) {
          continue;
        }
        if (request.state == State.OPEN || request.state == State.ACCEPTED) {
          all.add(expire(request));
        } else if (request.state == State.DONE && !request.gone) {
          all.add(alone(request.key, "gone", gone(request, now)));
        } else if (request.state.isFinal()) {
          all.add(alone(request.key, "forget", "request forget " + request.key.words()));
        }
      }
      AuditLog.Place place = audit.place();
      if (place.head().lines() >= auditNoted + AUDIT_LINES_A_HEAD) {
        auditNoted = place.head().lines();
        all.add(noted(place.entry()));
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
}
