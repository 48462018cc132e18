package org.schurmpc.service.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.service.config.Artifact;
import org.schurmpc.service.config.Catalogue;
import org.schurmpc.service.config.Catalogue.Offer;
import org.schurmpc.service.config.JobEntry;
import org.schurmpc.service.config.ServiceConfig;
import org.schurmpc.service.state.Code;
import org.schurmpc.service.state.Refusal;
import org.schurmpc.service.state.RequestBook;
import org.schurmpc.service.state.RequestBook.View;
import org.schurmpc.service.state.RequestKey;
import org.schurmpc.service.state.Work;

/** Answers the calls of clients. Never blocks; futures fail with {@link Refusal}. */
final class RequestResource {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final Catalogue catalogue;
  private final RequestBook book;
  private final Work work;
  private final Consumer<String> complained;

  /**
   * Creates a resource.
   *
   * @param complained is told the job of each complaint
   */
  RequestResource(Catalogue catalogue, RequestBook book, Work work, Consumer<String> complained) {
    this.catalogue = catalogue;
    this.book = book;
    this.work = work;
    this.complained = complained;
  }

  /**
   * A client that has shown a certificate of the configuration.
   *
   * @param name the client's name
   */
  record Caller(String name, Fingerprint certificate) {
    RequestKey key(UUID id) {
      return new RequestKey(certificate, id);
    }
  }

  /** {@code GET /v1/service}. */
  Answer service(Caller caller) {
    ServiceConfig config = catalogue.config();
    ObjectNode json = JSON.objectNode();
    json.put("party", config.party() + 1);
    ArrayNode parties = json.putArray("parties");
    List<Fingerprint> now = work.parties();
    for (int i = 0; i < config.parties().size(); i++) {
      ObjectNode party = parties.addObject();
      party.put("fingerprint", now.get(i).toString());
      party.put("clients", config.parties().get(i).clients().toString());
    }
    ArrayNode jobs = json.putArray("jobs");
    for (Offer offer : catalogue.offers()) {
      if (offer.job().allows(caller.name()) || offer.job().delivers(caller.name())) {
        job(jobs.addObject(), offer);
      }
    }
    return Answer.json(200, json);
  }

  private void job(ObjectNode json, Offer offer) {
    JobEntry job = offer.job();
    json.put("name", job.name());
    json.put("kind", job.program().isPresent() ? "program" : "circuit");
    json.put("digest", job.digest());
    json.put("domain", domain(offer));
    ports(json.putArray("inputs"), offer.artifact().map(Artifact::inputs), "from");
    ports(json.putArray("outputs"), offer.artifact().map(Artifact::outputs), "to");
    Optional<String> suspended = book.closed(offer);
    boolean ready =
        !job.takesInputs()
            || catalogue.config().party() != 0
            || work.freeNumber(job, book::isFree).isPresent();
    json.put("state", suspended.isPresent() ? "suspended" : ready ? "open" : "no-stock");
    suspended.ifPresent(detail -> json.put("detail", detail));
  }

  /** Clients read a domain of every job, of one that is suspended as well. */
  private String domain(Offer offer) {
    return offer
        .artifact()
        .map(Artifact::domain)
        .orElseGet(() -> Artifact.domain(catalogue.config().stocks().get(offer.job().stock())));
  }

  private static void ports(ArrayNode json, Optional<List<Artifact.Port>> ports, String use) {
    for (Artifact.Port port : ports.orElse(List.of())) {
      ObjectNode each = json.addObject();
      each.put("name", port.name());
      each.put("type", port.type());
      each.put("bits", port.bits());
      each.put("count", port.count());
      each.put(use, port.use().withoutTable().toString());
    }
  }

  /** {@code GET /v1/sets}. */
  Answer sets(Caller caller) {
    Set<String> used = new TreeSet<>();
    for (Offer offer : catalogue.offers()) {
      if (offer.job().allows(caller.name())) {
        used.addAll(offer.job().sets());
      }
    }
    ArrayNode json = JSON.arrayNode();
    for (Work.SetInfo set : work.sets()) {
      if (used.contains(set.name())) {
        ObjectNode each = json.addObject();
        each.put("name", set.name());
        each.put("kind", set.kind());
        each.put("type", set.type());
        each.put("version", set.version());
      }
    }
    return Answer.json(200, json);
  }

  /** {@code PUT /v1/requests/{id}}. */
  CompletableFuture<Answer> open(Caller caller, UUID id, byte[] json) throws Refusal {
    Body body = Body.parse(json);
    Offer offer =
        catalogue
            .offer(body.job())
            .orElseThrow(
                () -> new Refusal(Code.NO_SUCH_JOB, "This party has no job of this name."));
    if (!offer.job().allows(caller.name())) {
      throw new Refusal(Code.NOT_ALLOWED, "This client may not ask for this job.");
    }
    if (!offer.job().digest().equals(body.digest())) {
      throw new Refusal(
          Code.DIGEST_DIFFERS, "The job's digest is %s.".formatted(offer.job().digest()));
    }
    return book.open(caller.name(), caller.key(id), offer, body.hash(), body.number())
        .thenApply(RequestResource::granted);
  }

  private static Answer granted(RequestBook.Grant grant) {
    return grant
        .envelope()
        .map(envelope -> Answer.bytes(grant.created() ? 201 : 200, envelope))
        .orElseGet(() -> Answer.json(202, state(grant.view())));
  }

  /** Returns the maximum length of the inputs of a request, in bytes. */
  int inputBytes(Caller caller, UUID id) throws Refusal {
    return Long.BYTES + book.inputBytes(caller.key(id));
  }

  /**
   * {@code PUT /v1/requests/{id}/inputs}.
   *
   * @param millis how long to wait for a result, to answer with it in place of the receipt
   */
  CompletableFuture<Answer> inputs(Caller caller, UUID id, byte[] body, long millis)
      throws Refusal {
    if (body.length < Long.BYTES) {
      throw new Refusal(Code.BAD_INPUT, "The body is shorter than a number.");
    }
    RequestKey key = caller.key(id);
    long number = ByteBuffer.wrap(body).getLong();
    byte[] bits = Arrays.copyOfRange(body, Long.BYTES, body.length);
    CompletableFuture<Answer> accepted =
        book.accept(key, number, bits)
            .thenApply(receipt -> Answer.json(202, JSON.objectNode().put("receipt", receipt)));
    return millis == 0 ? accepted : accepted.thenCompose(receipt -> resultOr(receipt, key, millis));
  }

  /** Returns a result, or the receipt if there is none in time: a client asks for the reason. */
  private CompletableFuture<Answer> resultOr(Answer receipt, RequestKey key, long millis) {
    CompletableFuture<Optional<byte[]>> result;
    try {
      result = book.ended(key, millis).thenCompose(done -> book.result(key));
    } catch (Refusal e) {
      return CompletableFuture.completedFuture(receipt);
    }
    return result.handle(
        (found, failure) ->
            failure == null && found.isPresent() ? Answer.bytes(200, found.get()) : receipt);
  }

  /** {@code GET /v1/requests/{id}}. */
  Answer state(Caller caller, UUID id) throws Refusal {
    return Answer.json(200, state(book.state(caller.key(id))));
  }

  private static ObjectNode state(View view) {
    ObjectNode json = JSON.objectNode();
    json.put("state", view.state());
    view.receipt().ifPresent(receipt -> json.put("receipt", receipt));
    view.code().ifPresent(code -> json.put("code", code));
    view.detail().ifPresent(detail -> json.put("detail", detail));
    if (view.attempt() > 0) {
      json.put("attempt", view.attempt());
    }
    return json;
  }

  /**
   * {@code GET /v1/requests/{id}/result}.
   *
   * @param millis how long to wait for a result
   */
  CompletableFuture<Answer> result(Caller caller, UUID id, long millis) throws Refusal {
    if (millis == 0) {
      return result(caller, id);
    }
    return book.ended(caller.key(id), millis).thenCompose(done -> refusing(caller, id));
  }

  private CompletableFuture<Answer> refusing(Caller caller, UUID id) {
    try {
      return result(caller, id);
    } catch (Refusal e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private CompletableFuture<Answer> result(Caller caller, UUID id) throws Refusal {
    View view = book.state(caller.key(id));
    return book.result(caller.key(id))
        .thenApply(
            found ->
                found
                    .map(envelope -> Answer.bytes(200, envelope))
                    .orElseGet(() -> Answer.json(202, state(view))));
  }

  /** {@code PUT /v1/requests/{id}/complaint}. */
  CompletableFuture<Answer> complain(Caller caller, UUID id, byte[] json) throws Refusal {
    return book.complaints()
        .note(caller.key(id), Body.complaint(json), complained)
        .thenApply(done -> Answer.empty(204));
  }

  /** {@code DELETE /v1/requests/{id}}. */
  CompletableFuture<Answer> acknowledge(Caller caller, UUID id) {
    return book.acknowledge(caller.key(id)).thenApply(done -> Answer.empty(204));
  }
}
