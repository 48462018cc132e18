package org.schurmpc.bench.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.schurmpc.bench.monitor.Plan;
import org.schurmpc.bench.monitor.Watcher;
import org.schurmpc.cli.page.PageAccess;
import org.schurmpc.cli.page.Readers;
import org.schurmpc.core.abort.ConnectionLost;

/**
 * Serves a page that shows a run while the run takes place: its parties, the times of its runs, and
 * the verdict.
 *
 * <p>Browsers receive the whole state after a change, at most ten times a second, and otherwise
 * once a second. A thread of its own prepares states, and only while somebody reads them, so that
 * the page does not disturb what the Monitor measures. A browser on the same machine does.
 */
public final class MonitorPage implements AutoCloseable {
  private static final Duration TICK = Duration.ofMillis(100);
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Time after which a browser that takes no bytes is dropped. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final ObjectMapper mapper = new ObjectMapper();
  private final PageAccess access;
  private final Readers readers;
  private final PageServer server;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "state of the page");
            thread.setDaemon(true);
            return thread;
          });
  private volatile RunState run;
  private volatile boolean changed;
  private volatile boolean last;
  private long sentNanos;

  private MonitorPage(PageAccess access, Duration patience) throws ConnectionLost {
    this.access = access;
    this.readers = new Readers(patience);
    this.server = new PageServer(access, readers, this::state);
    long tick = TICK.toMillis();
    timer.scheduleWithFixedDelay(this::tick, tick, tick, TimeUnit.MILLISECONDS);
  }

  /**
   * Starts to serve a page, which shows nothing until a run begins.
   *
   * @throws ConnectionLost if the address cannot be listened at
   */
  public static MonitorPage open(PageAccess access) throws ConnectionLost {
    return open(access, PATIENCE);
  }

  /** Starts to serve a page that drops slow browsers after another time, for tests. */
  static MonitorPage open(PageAccess access, Duration patience) throws ConnectionLost {
    return new MonitorPage(access, patience);
  }

  /** Returns the address of the page, without the token. */
  public String address() {
    String host = access.at().host();
    String name = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    return "http://" + name + ":" + server.port() + "/";
  }

  /**
   * Shows a run from now on.
   *
   * @param progress called after each pass
   * @return the watcher of the run
   */
  public Watcher watch(Plan plan, Runnable progress) {
    RunState begun = new RunState(plan, progress, () -> changed = true);
    run = begun;
    changed = true;
    return begun;
  }

  /**
   * Returns the watcher of a run: that of a page, or without a page one that knows passes alone.
   *
   * @param progress called after each pass
   */
  public static Watcher watcher(Optional<MonitorPage> page, Plan plan, Runnable progress) {
    return page.map(shown -> shown.watch(plan, progress)).orElse(progress::run);
  }

  private void tick() {
    readers.dropSlow();
    long now = System.nanoTime();
    if (readers.count() > 0 && (changed || now - sentNanos >= LONGEST_NANOS)) {
      changed = false;
      sentNanos = now;
      readers.offer(state());
    }
  }

  private byte[] state() {
    RunState shown = run;
    try {
      return mapper.writeValueAsBytes(shown == null ? RunState.none(last) : shown.now(last));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a state that JSON cannot hold", e);
    }
  }

  /** Sends the last state to all browsers, which keep it, and ends the page. */
  @Override
  public void close() {
    timer.shutdownNow();
    last = true;
    server.close();
  }
}
