package org.schurmpc.service.state;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.net.Pin;
import org.schurmpc.service.config.Artifact;
import org.schurmpc.service.config.Catalogue.Offer;
import org.schurmpc.service.config.JobEntry;
import org.schurmpc.service.config.PortUse;
import org.schurmpc.service.state.RequestBook.Grant;
import org.schurmpc.service.state.RequestBook.View;

/** Opens requests: gives each its number, its masks and its place in the rates. */
final class RequestOpening extends RequestPart {
  RequestOpening(RequestPart book) {
    super(book);
  }

  /**
   * Opens a request, or answers as before if the client sent the same body before.
   *
   * @param client the client's name
   * @param body a hash of what the client asked for
   * @param number the number that party 1 assigned; empty at party 1, which assigns one
   */
  CompletableFuture<Grant> open(
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

  private void requireFree(RequestKey key) throws Refusal {
    if (state.requests.isUsed(key) || state.pending.containsKey(key)) {
      throw new Refusal(
          Code.ID_USED,
          "This id was used by a request that has the same receiver: choose another.");
    }
  }

  private CompletableFuture<Grant> openNew(
      String client, RequestKey key, Offer offer, String body, OptionalLong number) throws Refusal {
    requireOpenFor(offer);
    JobEntry job = offer.job();
    Optional<String> lack = work.lacks(job);
    if (lack.isPresent()) {
      throw new Refusal(Code.SUSPENDED, lack.get());
    }
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
                answer.completeExceptionally(disk(failure)); // the masks stay for another request
                return;
              }
              masks.ifPresent(delivery -> Secrets.wipe(delivery.body()));
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

  /**
   * Returns the other clients that receive outputs, and the parties that do, as clients of them.
   */
  private List<Fingerprint> otherReceivers(JobEntry job) {
    Map<String, Pin> clients = catalogue.config().clients();
    List<Fingerprint> receivers = new ArrayList<>();
    job.receivers().forEach(name -> receivers.addAll(clients.get(name).accepted()));
    List<Fingerprint> parties = work.parties();
    for (PortUse use : job.outputs()) {
      if (use.kind() == PortUse.Kind.PARTY) {
        receivers.add(parties.get(use.party()));
      } else if (use.kind() == PortUse.Kind.ALL) {
        receivers.addAll(parties);
      }
    }
    return receivers.stream().distinct().toList();
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
          QUOTA_RETRY);
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
}
