package org.schurmpc.service.work;

import java.util.Collection;
import java.util.concurrent.TimeUnit;

/**
 * Gives memory back to the machine once work has ended for some time: buffers that the stocks hold
 * for the next run, and then what is garbage. Used by one thread.
 */
final class Quiet {
  private static final long NANOS = TimeUnit.SECONDS.toNanos(20);

  private final Runnable collect;
  private boolean done; // since the last work

  /**
   * Creates it before any work.
   *
   * @param collect collects garbage
   */
  Quiet(Runnable collect) {
    this.collect = collect;
  }

  /**
   * Looks at the stocks.
   *
   * @param now a value of {@link System#nanoTime}
   */
  void tick(Collection<StockThread> stocks, long now) {
    boolean quiet = stocks.stream().allMatch(each -> each.isQuietSince(now - NANOS));
    if (quiet && !done) {
      stocks.forEach(each -> each.execute(each.store()::giveBack));
      stocks.stream().findAny().ifPresent(each -> each.execute(collect));
    }
    done = quiet;
  }
}
