package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.schurmpc.client.Answer;
import org.schurmpc.client.ClientException;
import org.schurmpc.client.Job;
import org.schurmpc.client.MpcClient;
import org.schurmpc.client.NoStock;
import org.schurmpc.client.Request;
import org.schurmpc.client.RequestFailed;
import org.schurmpc.client.ServiceUnreachable;
import org.schurmpc.client.StillRunning;

/**
 * Requests for a job from several threads, each with inputs of its own, whose answers are compared
 * with plain computations. What a client may repeat, these clients repeat.
 */
final class ServiceTraffic implements AutoCloseable {
  /** How long a request may take, with everything that is repeated. */
  private static final Duration LIMIT = Duration.ofMinutes(20);

  private static final Duration AWAIT = Duration.ofMinutes(1);
  private static final long PAUSE_MILLIS = 200;

  private final MpcClient client;
  private final String job;
  private final Supplier<Question> questions;
  private final long most;
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicLong begun = new AtomicLong();
  private final ConcurrentLinkedQueue<Answered> answered = new ConcurrentLinkedQueue<>();
  private final Map<String, Integer> repeats = new TreeMap<>(); // by reason
  private volatile boolean acknowledges;
  private volatile boolean ending;
  private volatile Throwable failure;
  private volatile long startNanos;
  private volatile long endNanos;

  /** Inputs, and what the answer to them has to be. */
  interface Question {
    void give(Job job);

    void require(Answer answer);
  }

  /**
   * A request that has its answer.
   *
   * @param id under which it was answered
   */
  record Answered(UUID id, Question question, long nanos) {}

  /**
   * Prepares traffic.
   *
   * @param questions asked by several threads
   * @param most number of requests
   */
  ServiceTraffic(
      MpcClient client, String job, Supplier<Question> questions, int threads, long most) {
    this.client = client;
    this.job = job;
    this.questions = questions;
    this.most = most;
    for (int i = 0; i < threads; i++) {
      Thread thread = new Thread(this::work, job + " " + i);
      thread.setDaemon(true);
      this.threads.add(thread);
    }
  }

  /** From now on results are acknowledged, so that parties forget them. */
  ServiceTraffic acknowledging() {
    acknowledges = true;
    return this;
  }

  ServiceTraffic start() {
    startNanos = System.nanoTime();
    threads.forEach(Thread::start);
    return this;
  }

  private void work() {
    try {
      while (!ending && failure == null && begun.getAndIncrement() < most) {
        one(questions.get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ClientException | RuntimeException | AssertionError e) {
      failure = e;
    } finally {
      endNanos = System.nanoTime();
    }
  }

  private void one(Question question) throws ClientException, InterruptedException {
    long from = System.nanoTime();
    UUID id = UUID.randomUUID();
    for (; ; ) {
      Request request = null;
      try {
        Job inputs = client.job(job);
        question.give(inputs);
        request = inputs.submit(id, AWAIT);
        Answer answer = request.await(AWAIT);
        question.require(answer);
        if (acknowledges) {
          request.acknowledge();
        }
        answered.add(new Answered(request.id(), question, System.nanoTime() - from));
        return;
      } catch (ServiceUnreachable | NoStock | StillRunning e) {
        id = request == null ? id : request.id();
        repeat(e.getClass().getSimpleName(), from, e);
      } catch (RequestFailed e) {
        id = next(e, request == null ? id : request.id());
        repeat(e.code(), from, e);
      }
    }
  }

  /** Returns under which identifier a client asks again, or throws what nobody may repeat. */
  private static UUID next(RequestFailed e, UUID id) throws RequestFailed {
    return switch (e.code()) {
      case "suspended", "rate", "storage", "stopping" -> id;
      case RequestFailed.NUMBER_TAKEN, "attempts", "no-stock", "no-set", "key-lost" ->
          UUID.randomUUID();
      default -> throw e;
    };
  }

  private void repeat(String why, long from, ClientException e)
      throws ClientException, InterruptedException {
    synchronized (repeats) {
      repeats.merge(why, 1, Integer::sum);
    }
    if (System.nanoTime() - from > LIMIT.toNanos()) {
      throw e;
    }
    TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
  }

  /** Returns the number of requests that have their answers. */
  int count() {
    return answered.size();
  }

  /** Waits until more requests have their answers than had them before. */
  void awaitMore(int more) throws Exception {
    int wanted = count() + more;
    while (count() < wanted && threads.stream().anyMatch(Thread::isAlive)) {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
    requireNoFailure();
  }

  void requireNoFailure() {
    if (failure != null) {
      throw new AssertionError(job + ": " + failure, failure);
    }
  }

  /** Begins no further request. */
  void end() {
    ending = true;
  }

  /** Waits until all threads have ended, and returns all requests, each of which has an answer. */
  List<Answered> join() throws Exception {
    for (Thread thread : threads) {
      thread.join();
    }
    requireNoFailure();
    assertEquals(Math.min(most, begun.get() - (ending ? 0 : threads.size())), count());
    return List.copyOf(answered);
  }

  /** Asks for the results again: each is the one that was given before, and the only one. */
  void requireOneResultEach() throws Exception {
    for (Answered each : answered) {
      each.question.require(client.request(each.id).await(AWAIT));
    }
    long ids = answered.stream().map(Answered::id).distinct().count();
    assertEquals(answered.size(), ids, "requests and identifiers");
  }

  /** Describes latencies, throughput and what was repeated. */
  String summary() {
    double[] millis = answered.stream().mapToDouble(each -> each.nanos / 1e6).sorted().toArray();
    assertTrue(millis.length > 0, "no answer");
    double seconds = (endNanos - startNanos) / 1e9;
    return "%s: %d requests in %.1f s, %.1f a second, p50 %.0f ms, p99 %.0f ms, longest %.0f ms%s"
        .formatted(
            job,
            millis.length,
            seconds,
            millis.length / seconds,
            percentile(millis, 50),
            percentile(millis, 99),
            millis[millis.length - 1],
            repeats.isEmpty() ? "" : "; asked again: " + repeats);
  }

  private static double percentile(double[] sorted, int percent) {
    return sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)];
  }

  @Override
  public void close() {
    ending = true;
    threads.forEach(Thread::interrupt);
  }

  @Override
  public String toString() {
    return job + " " + Arrays.toString(threads.toArray());
  }
}
