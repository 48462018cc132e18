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
 * Lets the other ends of control channels know that this process lives, a few bytes at a time. The
 * other ends give up on who is silent for {@link #SILENCE}.
 */
public final class KeepAlive implements AutoCloseable {
  /** How long a process may be silent. */
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

  public KeepAlive() {
    this(BEAT);
  }

  /** With another time between two beats, for tests. */
  KeepAlive(Duration interval) {
    this.interval = interval;
  }

  /**
   * Beats for a channel until it breaks.
   *
   * @param lost called when it breaks while nobody uses it
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

  /** Closes a channel unless the returned future is cancelled in time; at once after the end. */
  Future<?> closeAfter(Duration patience, ControlChannel channel) {
    try {
      return timer.schedule(channel::close, patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      // This process has come to its end while somebody called.
      channel.close();
      return CompletableFuture.completedFuture(null);
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
