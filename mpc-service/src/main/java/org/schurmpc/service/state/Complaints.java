package org.schurmpc.service.state;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.schurmpc.service.config.Rate;
import org.schurmpc.service.state.Request.State;

/**
 * Takes complaints of clients on deliveries that did not pass their check. A complaint is a line of
 * the audit log and nothing else: it burns no key and suspends no job, since a client can lie.
 */
public final class Complaints extends RequestPart {
  /** Bounds what one client makes this party write. */
  private static final Rate RATE = new Rate(60, Rate.Per.HOUR);

  Complaints(RequestPart book) {
    super(book);
  }

  /** Which delivery of a request did not pass. */
  public enum Kind {
    /** The input masks. */
    MASKS,
    /** The result. */
    RESULT;

    /** Returns the word of the interface. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Notes a complaint. The same one again is noted once, as long as this process lives.
   *
   * @param fresh is told the job of a complaint that is noted
   * @return completes when it is durable
   */
  public CompletableFuture<Void> note(RequestKey key, Kind kind, Consumer<String> fresh) {
    synchronized (state) {
      try {
        Request request = received(key);
        requireDelivered(request, kind);
        String once = kind.word() + " " + key.client();
        if (request.complaints.contains(once)) {
          return CompletableFuture.completedFuture(null);
        }
        String counter = "complaint/" + name(key.client());
        long now = clock.now();
        Optional<Duration> wait = state.rates.wait(counter, RATE, now);
        if (wait.isPresent()) {
          throw new Refusal(Code.RATE, "A client may complain " + RATE + ".", wait.orElseThrow());
        }
        request.complaints.add(once);
        state.rates.reserve(counter);
        Map<String, String> details = new TreeMap<>();
        details.put("client", name(key.client()));
        details.put("delivery", kind.word());
        details.put("job", request.job);
        details.put("request", key.id().toString());
        return noted("rate " + counter + " " + now)
            .thenCompose(done -> stored(audit.append(now, "complaint", details)))
            .whenComplete((done, failure) -> noted(request, once, counter, failure != null))
            .thenRun(() -> fresh.accept(request.job));
      } catch (Refusal e) {
        return CompletableFuture.failedFuture(e);
      }
    }
  }

  private void noted(Request request, String once, String counter, boolean failed) {
    synchronized (state) {
      state.rates.release(counter);
      if (failed) {
        request.complaints.remove(once); // the client tries again
      }
    }
  }

  private static void requireDelivered(Request request, Kind kind) throws Refusal {
    if (kind == Kind.MASKS && request.number.equals(Request.NONE)) {
      throw new Refusal(Code.BAD_INPUT, "The job of this request takes no inputs of clients.");
    }
    if (kind == Kind.RESULT && request.state != State.DONE) {
      throw new Refusal(Code.IN_PROGRESS, "The request has no result.");
    }
  }
}
