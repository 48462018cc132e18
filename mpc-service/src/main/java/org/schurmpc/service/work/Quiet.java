package org.schurmpc.service.work;

import java.util.Collection;
import java.util.concurrent.TimeUnit;

/**
 * Gives memory back to the machine once work has ended for some time: what is garbage, even if work
 * sessions wait for more runs, and once they have ended, buffers that the stocks hold for the next
 * run, too. Used by one thread.
 */
final class Quiet {
  private static final long NANOS = TimeUnit.SECONDS.toNanos(20);

  private final Runnable collect;
  private boolean collected; // since the last work
  private boolean done; // likewise, without sessions

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
    boolean idle = stocks.stream().allMatch(each -> each.isIdleSince(now - NANOS));
    boolean quiet = idle && stocks.stream().allMatch(each -> each.session() == null);
    if (quiet && !done) {
      stocks.forEach(each -> each.execute(each.store()::giveBack));
    }
    if ((quiet && !done) || (idle && !collected)) {
      stocks.stream().findAny().ifPresent(each -> each.execute(collect));
    }
    collected = idle;
    done = quiet;
  }
}
