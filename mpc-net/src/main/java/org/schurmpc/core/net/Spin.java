package org.schurmpc.core.net;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Decides whether a waiting thread polls, and yields its core between two polls, or blocks.
 *
 * <p>Polling answers a peer sooner than the system wakes a blocked thread, as long as the core is
 * free. If other threads want the core, such as those of the JIT compiler, a thread that yields
 * loses it for a whole time slice, milliseconds in place of microseconds, whereas a blocked thread
 * gets the core back soon after its data arrives. So a yield that took long ends the polling for a
 * while.
 */
final class Spin {
  /**
   * A yield of more nanoseconds than this gave the core to a thread that keeps it. A shorter one
   * may have given it to the peer: two parties that wait for each other on one core, without
   * polling, stay there, since the system never sees both of them ready and so moves neither to a
   * free core.
   */
  static final long CONTENDED_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** Time in nanoseconds without polling after a yield that gave the core away. */
  static final long CALM_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private final long nanos;
  private final LongSupplier clock;
  private final Runnable yield;
  private boolean calm;
  private long calmUntil;

  /**
   * Creates the decision of one channel.
   *
   * @param nanos for how much of each wait to poll
   */
  Spin(long nanos) {
    this(nanos, System::nanoTime, Spin::giveWay);
  }

  /** Creates a decision with another clock and another way to yield. */
  Spin(long nanos, LongSupplier clock, Runnable yield) {
    this.nanos = nanos;
    this.clock = clock;
    this.yield = yield;
  }

  /**
   * Yields the core if the thread should poll again, because the peer may need this core: without
   * yielding, both sides poll to the end each time.
   *
   * @param waited the nanoseconds that the thread has waited
   * @return whether to poll again; if not, the thread should block
   */
  boolean again(long waited) {
    if (waited >= nanos) {
      return false;
    }
    long before = clock.getAsLong();
    if (calm && before - calmUntil < 0) {
      return false;
    }
    yield.run();
    long after = clock.getAsLong();
    calm = after - before > CONTENDED_NANOS;
    calmUntil = after + CALM_NANOS;
    return true;
  }

  @SuppressWarnings("ThreadPriorityCheck")
  private static void giveWay() {
    Thread.yield();
  }
}
