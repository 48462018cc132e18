package org.schurmpc.service.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.schurmpc.cli.page.Guard;
import org.schurmpc.cli.page.PageAccess;
import org.schurmpc.cli.page.PageAnswer;
import org.schurmpc.cli.page.PageFiles;
import org.schurmpc.cli.page.Readers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The page {@code /status}: what an operator wants to see at a glance, once a second. It is only
 * read; whoever may read it may not act by it, since its cookie opens nothing else.
 */
final class StatusPage implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StatusPage.class);

  private static final String HOME = "/status";
  private static final String EVENTS = HOME + "/events";
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration LAST_MOMENT = Duration.ofSeconds(1);

  private final ObjectMapper mapper = new ObjectMapper();
  private final PageFiles files =
      new PageFiles(HOME)
          .put(StatusPage.class, "index.html")
          .put(StatusPage.class, "status.css")
          .put(StatusPage.class, "status.js")
          .put(StatusPage.class, "stock.js");
  private final Readers readers = new Readers(PATIENCE);
  private final StatusView view;
  private final Guard guard;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "status page");
            thread.setDaemon(true);
            return thread;
          });
  private long ticks;

  StatusPage(StatusView view, PageAccess access, int port) {
    this.view = view;
    this.guard = new Guard(access, port, HOME);
    timer.scheduleWithFixedDelay(this::tick, 0, 1, TimeUnit.SECONDS);
  }

  /** Returns whether a path is one of the page. */
  static boolean serves(String path) {
    return path.equals(HOME) || path.startsWith(HOME + "/");
  }

  private void tick() {
    try {
      if (ticks++ % StockHistory.EVERY_SECONDS == 0) {
        view.remember();
      }
      readers.dropSlow();
      if (readers.count() > 0) {
        readers.offer(state(false));
      }
    } catch (RuntimeException e) {
      LOG.error("the status page has no state: {}", e.getClass().getName());
    }
  }

  private byte[] state(boolean last) {
    try {
      return mapper.writeValueAsBytes(view.now(last));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a state that JSON cannot hold", e);
    }
  }

  /** Answers a request for the page. */
  void answer(Request request, Response response, Callback callback) {
    JettyCall call = new JettyCall(request, response, callback);
    Optional<PageAnswer> refusal = guard.refuse(call);
    if (refusal.isPresent()) {
      call.send(refusal.get());
    } else if (!call.path().equals(EVENTS)) {
      call.send(
          files.at(call.path()).orElseGet(() -> PageAnswer.text(404, "There is no such page.")));
    } else if (!readers.add(call, state(false))) {
      call.send(PageAnswer.text(503, "Too many browsers show this page."));
    }
  }

  /** Sends the last state to all readers, and ends. */
  @Override
  public void close() {
    timer.shutdownNow();
    try {
      readers.close(state(true), LAST_MOMENT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
