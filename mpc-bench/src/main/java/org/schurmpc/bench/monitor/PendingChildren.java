package org.schurmpc.bench.monitor;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.schurmpc.bench.control.Role;

/** Children that are waited for, until the last of them is there. */
final class PendingChildren {
  private final Set<Role> missing;

  PendingChildren(Collection<Role> expected) {
    this.missing = new LinkedHashSet<>(expected);
  }

  /**
   * A child is there.
   *
   * @return whether it is the last
   */
  synchronized boolean arrive(Role role) {
    boolean last = missing.remove(role) && missing.isEmpty();
    if (last) {
      notifyAll();
    }
    return last;
  }

  /** Waits for all. */
  synchronized void awaitAll() throws InterruptedException {
    while (!missing.isEmpty()) {
      wait();
    }
  }

  /**
   * Waits for all, for so long.
   *
   * @return those who are missing then, in the order in which they were expected
   */
  synchronized List<Role> awaitAll(Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    for (long left = patience.toNanos();
        left > 0 && !missing.isEmpty();
        left = deadline - System.nanoTime()) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return List.copyOf(missing);
  }
}
