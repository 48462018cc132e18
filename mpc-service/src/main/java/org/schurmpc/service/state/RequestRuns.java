package org.schurmpc.service.state;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.schurmpc.core.crypto.Secrets;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.service.config.JobEntry;
import org.schurmpc.service.state.Request.State;

/**
 * What becomes of announced requests, told by whoever computes: attempts, results that are written,
 * results that are released, failures. Each call is durable when its future completes; then only
 * may the next message leave.
 */
public final class RequestRuns extends RequestPart {
  private static final Duration USUAL_KEEP = Duration.ofHours(24);

  RequestRuns(RequestPart book) {
    super(book);
  }

  /**
   * A result of a run for one receiver.
   *
   * @param receiver the client's certificate
   */
  public record Output(Fingerprint receiver, Delivery delivery) {}

  /**
   * Begins an attempt of requests: compares with what this party has accepted, and counts further
   * attempts against the rates.
   *
   * @param hashes of the inputs, as the log of the parties names them
   * @param attempt counted from 1
   * @param also entries for the same group
   * @return fails with a {@link Refusal} if this party has not accepted one, or with another input,
   *     or if its rates are used up
   */
  public CompletableFuture<Void> run(
      Map<RequestKey, String> hashes, int attempt, List<String> also) {
    List<String> entries = new ArrayList<>(also);
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

  /** Returns the number of a request's input masks; empty if its client gives no inputs. */
  public OptionalLong number(RequestKey key) throws Refusal {
    synchronized (state) {
      return known(key).delivery();
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
   * @param also entries for the same group
   */
  public CompletableFuture<Void> prepared(
      Map<RequestKey, List<Output>> outputs, List<String> also) {
    List<CompletableFuture<String>> entries = new ArrayList<>();
    try {
      for (Map.Entry<RequestKey, List<Output>> each : outputs.entrySet()) {
        requireState(each.getKey(), State.RUNNING);
        CompletableFuture<String> entry =
            CompletableFuture.completedFuture("request prepare " + each.getKey().words());
        for (Output output : each.getValue()) {
          byte[] envelope = header(each.getKey(), output).envelope();
          Secrets.wipe(output.delivery().body());
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
                        Stream.concat(entries.stream().map(CompletableFuture::join), also.stream())
                            .toArray(String[]::new))));
  }

  /**
   * Commits requests: from now on their results are given to their clients.
   *
   * @param also entries for the same group
   */
  public CompletableFuture<Void> committed(Collection<RequestKey> keys, List<String> also) {
    List<String> entries = new ArrayList<>(also);
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
                  .orElse(USUAL_KEEP);
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

  /**
   * Drops what was prepared: the requests wait for another attempt.
   *
   * @param also entries for the same group
   * @return completes when that is durable and the outputs are wiped
   */
  public CompletableFuture<Void> dropped(Collection<RequestKey> keys, List<String> also) {
    List<String> entries = new ArrayList<>(also);
    List<String> outputs = new ArrayList<>();
    synchronized (state) {
      try {
        for (RequestKey key : keys) {
          requireState(key, State.RUNNING);
          entries.add("request drop " + key.words());
          known(key).results.values().stream()
              .filter(blob -> !blob.equals(Request.NONE))
              .forEach(outputs::add);
        }
      } catch (Refusal e) {
        return CompletableFuture.failedFuture(e);
      }
    }
    return noted(entries.toArray(new String[0]))
        .thenCompose(
            done ->
                stored(
                    CompletableFuture.allOf(
                        outputs.stream().map(log::wipe).toArray(CompletableFuture<?>[]::new))));
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
}
