package org.schurmpc.bench.control;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.schurmpc.core.abort.MpcException;

/**
 * Sends keep-alives on control channels. The other side closes a connection that is silent for
 * {@link #SILENCE}.
 */
public final class KeepAlive implements AutoCloseable {
  /** Time after which a silent process is considered lost. */
  public static final Duration SILENCE = Duration.ofSeconds(60);

  private static final Duration BEAT = Duration.ofSeconds(5);

  private final Duration interval;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "keep-alive");
            thread.setDaemon(true);
            return thread;
          });

  /** Creates keep-alives at the usual interval, sent from a thread of their own. */
  public KeepAlive() {
    this(BEAT);
  }

  /** Creates keep-alives at another interval, for tests. */
  KeepAlive(Duration interval) {
    this.interval = interval;
  }

  /**
   * Sends keep-alives on a channel until the channel breaks.
   *
   * @param lost called when sending a keep-alive fails
   */
  public void startFor(ControlChannel channel, Runnable lost) {
    long nanos = interval.toNanos();
    timer.scheduleWithFixedDelay(
        () -> {
          try {
            channel.beat();
          } catch (MpcException e) {
            lost.run();
            throw new IllegalStateException("no more beats", e); // ends the repetition
          }
        },
        nanos,
        nanos,
        TimeUnit.NANOSECONDS);
  }

  /**
   * Closes a channel after a delay, unless the returned future is cancelled before; closes it at
   * once if this object is closed.
   */
  Future<?> closeAfter(Duration patience, ControlChannel channel) {
    try {
      return timer.schedule(channel::close, patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      // This process ended while a caller connected.
      channel.close();
      return CompletableFuture.completedFuture(null);
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
