package org.schurmpc.service;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongPredicate;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.service.config.JobEntry;
import org.schurmpc.service.state.Code;
import org.schurmpc.service.state.Delivery;
import org.schurmpc.service.state.Refusal;
import org.schurmpc.service.state.RequestBook;
import org.schurmpc.service.state.RequestKey;
import org.schurmpc.service.state.RequestRuns.Output;
import org.schurmpc.service.state.Work;

/** Computes nothing: has deliveries of known bytes, and completes requests when it is told to. */
public final class FakeWork implements Work {
  public static final int ELEMENTS = 1024;

  public final ConcurrentLinkedQueue<Seen> seen = new ConcurrentLinkedQueue<>();
  public final ConcurrentLinkedQueue<Long> spent = new ConcurrentLinkedQueue<>();
  public final List<Health> health = new CopyOnWriteArrayList<>();
  public volatile Map<String, Map<String, Long>> items = Map.of("bits", Map.of("and", 5L));
  public volatile Map<Integer, Instant> certificateEnds = Map.of();
  public volatile Optional<String> suspended = Optional.empty();
  public volatile Optional<String> lack = Optional.empty();
  public volatile boolean faulty;
  public volatile long first = 1;
  public volatile long last = 1_000_000;
  private final List<Fingerprint> parties;
  private final Map<Long, Delivery> held = new ConcurrentHashMap<>(); // as a stock has them

  public FakeWork(List<Fingerprint> parties) {
    this.parties = List.copyOf(parties);
  }

  @Override
  public List<Fingerprint> parties() {
    return parties;
  }

  @Override
  public Optional<String> suspended(JobEntry job) {
    if (faulty) {
      throw new IllegalStateException("a fault with a secret of 42");
    }
    return suspended;
  }

  @Override
  public Optional<String> lacks(JobEntry job) {
    return lack;
  }

  @Override
  public OptionalLong freeNumber(JobEntry job, LongPredicate usable) {
    for (long number = first; number <= last; number++) {
      if (usable.test(number)) {
        return OptionalLong.of(number);
      }
    }
    return OptionalLong.empty();
  }

  @Override
  public Optional<Delivery> masks(JobEntry job, long number) {
    return number < first || number > last
        ? Optional.empty()
        : Optional.of(held.computeIfAbsent(number, made -> delivery(made, ELEMENTS)));
  }

  /** A delivery whose body is its number, again and again. */
  public static Delivery delivery(long number, int bytes) {
    byte[] sid = new byte[32];
    Arrays.fill(sid, (byte) 7);
    ByteBuffer body = ByteBuffer.allocate(Math.max(8, bytes / 8 * 8));
    while (body.hasRemaining()) {
      body.putLong(number);
    }
    return new Delivery(number, sid, "bits", 1, ELEMENTS, 2, body.array());
  }

  @Override
  public void seen(Seen request) {
    seen.add(request);
  }

  @Override
  public void spent(String job, long number) {
    spent.add(number);
  }

  @Override
  public List<SetInfo> sets() {
    return List.of(
        new SetInfo("key", "table", "128 bits", 3), new SetInfo("other", "state", "bit", 1));
  }

  @Override
  public CompletableFuture<Void> closeGathering(String job) {
    return job.equals("add")
        ? CompletableFuture.completedFuture(null)
        : CompletableFuture.failedFuture(new Refusal(Code.BAD_REQUEST, "Too few clients."));
  }

  @Override
  public CompletableFuture<Void> drop(String set) {
    return set.equals("key")
        ? CompletableFuture.completedFuture(null)
        : CompletableFuture.failedFuture(
            new Refusal(Code.NO_SUCH_REQUEST, "There is no set of this name."));
  }

  @Override
  public Map<String, Map<String, Long>> items() {
    return items;
  }

  @Override
  public List<Health> health() {
    return List.copyOf(health);
  }

  @Override
  public Map<Integer, Instant> certificateEnds() {
    return certificateEnds;
  }

  /** Begins attempt 1 of all announced requests. */
  public List<RequestKey> run(RequestBook book) {
    Map<RequestKey, String> hashes = new LinkedHashMap<>();
    for (Seen next = seen.poll(); next != null; next = seen.poll()) {
      hashes.put(next.key(), next.hash());
    }
    book.runs().run(hashes, 1, List.of()).join();
    return List.copyOf(hashes.keySet());
  }

  /** Completes all announced requests, each with an output for its own client. */
  public List<RequestKey> complete(RequestBook book) {
    List<RequestKey> keys = run(book);
    prepare(book, keys);
    book.runs().committed(keys, List.of()).join();
    return keys;
  }

  /** Writes outputs of a running attempt. */
  public static void prepare(RequestBook book, List<RequestKey> keys) {
    Map<RequestKey, List<Output>> outputs = new LinkedHashMap<>();
    for (RequestKey key : keys) {
      outputs.put(key, List.of(new Output(key.client(), delivery(1L << 40, 64))));
    }
    book.runs().prepared(outputs, List.of()).join();
  }
}
