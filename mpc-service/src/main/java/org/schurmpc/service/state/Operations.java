package org.schurmpc.service.state;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.net.Pin;
import org.schurmpc.service.state.Request.State;
import org.schurmpc.service.state.RequestBook.View;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What operators do with requests and jobs. Every act is in the audit log. */
public final class Operations extends RequestPart {
  private static final Logger LOG = LoggerFactory.getLogger(Operations.class);

  Operations(RequestPart book) {
    super(book);
  }

  /** A request as operators see it. */
  public record Listed(UUID id, String client, String job, View view, long since) {}

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
    append("suspended", Map.of("job", job, "reason", reason));
    return noted(Suspensions.suspend(job, reason));
  }

  /** Resumes a job. */
  public CompletableFuture<Void> resume(String job) {
    append("resumed", Map.of("job", job));
    return noted(Suspensions.resume(job));
  }

  /**
   * Takes what a peer says of its audit log. A head is a line of this party's audit log, which
   * whoever checks the peer's log compares with it.
   *
   * @param party the peer's index
   * @return completes when it is durable
   */
  public CompletableFuture<Void> peerHead(int party, AuditLog.Head said) {
    synchronized (state) {
      Map<String, String> details = new LinkedHashMap<>();
      details.put("party", "" + (party + 1));
      details.put("lines", "" + said.lines());
      details.put("hash", said.hash());
      Optional<String> wrong = state.peerHeads.compare(party, said);
      if (!state.peerHeads.isToNote(party, said, clock.now())) {
        return CompletableFuture.completedFuture(null);
      }
      wrong.ifPresent(what -> LOG.warn("audit log of party {}: {}", party + 1, what));
      wrong.ifPresent(what -> details.put("wrong", what));
      CompletableFuture<Void> line = stored(audit.append(clock.now(), AuditLog.PEER, details));
      return wrong.isPresent()
          ? line
          : line.thenCompose(done -> noted(PeerHeads.entry(party, said)));
    }
  }

  /** Returns what is wrong with peers' audit logs, in a sentence, by index. */
  public SortedMap<Integer, String> wrongPeerHeads() {
    synchronized (state) {
      return state.peerHeads.wrong();
    }
  }

  /** Returns how far this party's audit log is. */
  public AuditLog.Head auditHead() {
    return audit.head();
  }

  /** Takes the clock for right from now on. */
  public CompletableFuture<Void> acceptClock() {
    clock.accept();
    append("clock accepted", Map.of());
    return noted("time " + clock.now());
  }
}
