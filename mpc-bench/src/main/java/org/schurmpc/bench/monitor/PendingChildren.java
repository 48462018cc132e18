package org.schurmpc.bench.monitor;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.schurmpc.bench.control.Role;

/** Waits for a set of children, until the last of them has arrived. */
final class PendingChildren {
  private final Set<Role> missing;

  PendingChildren(Collection<Role> expected) {
    this.missing = new LinkedHashSet<>(expected);
  }

  /**
   * Records the arrival of a child.
   *
   * @return whether the child is the last one
   */
  synchronized boolean arrive(Role role) {
    boolean last = missing.remove(role) && missing.isEmpty();
    if (last) {
      notifyAll();
    }
    return last;
  }

  /** Waits until all children have arrived. */
  synchronized void awaitAll() throws InterruptedException {
    while (!missing.isEmpty()) {
      wait();
    }
  }

  /**
   * Waits until all children have arrived or the time is over.
   *
   * @param patience the time limit
   * @return the missing children, in the order in which they were expected
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
