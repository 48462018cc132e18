package org.schurmpc.service.state;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Holds calls that wait until a request ends. Safe for use by several threads. */
final class Waiting {
  private static final long IDLE_SECONDS = 10;

  private final Map<RequestKey, List<CompletableFuture<Void>>> calls = new HashMap<>();

  /** Where calls go on: the JDK's pool starts a thread for each on machines of two processors. */
  private final ThreadPoolExecutor ending =
      new ThreadPoolExecutor(
          1,
          1,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          task -> {
            Thread thread = new Thread(task, "ended requests");
            thread.setDaemon(true);
            return thread;
          });

  Waiting() {
    ending.allowCoreThreadTimeOut(true);
  }

  /**
   * Waits for the end of a request.
   *
   * @return completes when the request has ended, or after a time, or when the service stops
   */
  synchronized CompletableFuture<Void> add(RequestKey key, long millis) {
    CompletableFuture<Void> call = new CompletableFuture<>();
    calls.computeIfAbsent(key, none -> new ArrayList<>()).add(call);
    call.completeOnTimeout(null, millis, TimeUnit.MILLISECONDS)
        .whenComplete((done, failure) -> removeDone(key));
    return call;
  }

  private synchronized void removeDone(RequestKey key) {
    List<CompletableFuture<Void>> of = calls.get(key);
    if (of != null) {
      of.removeIf(CompletableFuture::isDone);
      if (of.isEmpty()) {
        calls.remove(key);
      }
    }
  }

  /** Lets the calls of a request go on, in a thread of their own. */
  synchronized void ended(RequestKey key) {
    List<CompletableFuture<Void>> of = calls.remove(key);
    if (of != null) {
      of.forEach(call -> call.completeAsync(() -> null, ending));
    }
  }

  /** Lets all calls go on. */
  synchronized void endAll() {
    List.copyOf(calls.keySet()).forEach(this::ended);
  }
}
