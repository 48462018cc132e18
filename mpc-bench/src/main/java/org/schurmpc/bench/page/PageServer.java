package org.schurmpc.bench.page;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.schurmpc.cli.page.Guard;
import org.schurmpc.cli.page.PageAccess;
import org.schurmpc.cli.page.PageAnswer;
import org.schurmpc.cli.page.PageFiles;
import org.schurmpc.cli.page.Readers;
import org.schurmpc.core.abort.ConnectionLost;

/** Serves the files of the page, and states of the run as events. */
final class PageServer implements AutoCloseable {
  private static final int THREADS = 16;
  private static final Duration LAST_MOMENT = Duration.ofSeconds(1);

  /** Seconds for the arrival of a request, unless the user sets others. */
  private static final String REQUEST_LIMIT = "sun.net.httpserver.maxReqTime";

  /** Connections at the same time, unless the user sets others. More are closed at once. */
  private static final String CONNECTION_LIMIT = "jdk.httpserver.maxConnections";

  /** Maximum number of connections: readers, requests, and connections without one. */
  static final int CONNECTIONS = 256;

  private final HttpServer server;
  private final ExecutorService threads;
  private final PageFiles files =
      new PageFiles("/")
          .put(PageServer.class, "index.html")
          .put(PageServer.class, "page.css")
          .put(PageServer.class, "page.js")
          .put(PageServer.class, "chart.js");
  private final Guard guard;
  private final Readers readers;
  private final Supplier<byte[]> state;

  /**
   * Starts a server.
   *
   * @param readers receive the events
   * @param state returns the present state, as JSON in one line
   * @throws ConnectionLost if the address cannot be listened at
   */
  PageServer(PageAccess access, Readers readers, Supplier<byte[]> state) throws ConnectionLost {
    limit(REQUEST_LIMIT, 10);
    limit(CONNECTION_LIMIT, CONNECTIONS);
    this.readers = readers;
    this.state = state;
    try {
      this.server = HttpServer.create(access.socket(), 0);
    } catch (IOException e) {
      throw new ConnectionLost(
          "cannot serve the page at " + access.at() + ": " + e.getMessage(), e);
    }
    this.guard = new Guard(access, server.getAddress().getPort(), "/");
    // More requests at once are closed unanswered.
    this.threads =
        new ThreadPoolExecutor(
            0,
            THREADS,
            10,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> {
              Thread thread = new Thread(task, "page");
              thread.setDaemon(true);
              return thread;
            });
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  private static void limit(String property, int value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, Integer.toString(value));
    }
  }

  int port() {
    return server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    ExchangeCall call = new ExchangeCall(exchange);
    Optional<PageAnswer> refusal = guard.refuse(call);
    if (refusal.isPresent()) {
      call.send(refusal.get());
      return;
    }
    if (call.path().equals("/events")) {
      if (!readers.add(call, state.get())) {
        call.send(PageAnswer.text(503, "Too many browsers watch this run."));
      }
      return;
    }
    call.send(
        files.at(call.path()).orElseGet(() -> PageAnswer.text(404, "There is no such page.")));
  }

  @Override
  public void close() {
    try {
      readers.close(state.get(), LAST_MOMENT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    server.stop(0);
    threads.shutdownNow();
  }
}
