package org.schurmpc.cli.launch;

import java.util.Collection;
import java.util.concurrent.TimeUnit;

/**
 * Ends children as an operator's signal does: they are asked to end, and have some time in which a
 * check under way comes to its verdict. Without the verdict, the keys of a store would be lost.
 */
public final class OrderlyEnd {
  /** Longer than a child waits for a verdict. */
  private static final long MILLIS = 15_000;

  private OrderlyEnd() {}

  /** Ends processes, all at once; returns when they have ended. */
  public static void of(Collection<Process> processes) {
    processes.forEach(Process::destroy);
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MILLIS);
    for (Process process : processes) {
      try {
        process.waitFor(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // all others end by force
      }
      process.destroyForcibly();
    }
  }
}
