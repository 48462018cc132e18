package org.schurmpc.core.session;

import java.time.Duration;
import org.schurmpc.core.abort.ConnectionLost;

/**
 * Lets a check whose verdict is pending come to its end when the program ends in an orderly way, as
 * after SIGTERM or Ctrl-C: the JVM waits for the verdict for a limited time. A program that ends
 * while a verdict is pending costs the keys that the check is about. Once the program is ending, no
 * check begins.
 *
 * <p>Not thread-safe: its {@link Verdicts} calls it under a monitor.
 */
final class EndOfProgram {
  private final Duration limit;
  private Wait wait; // null while no verdict is pending

  /**
   * Creates a wait for verdicts.
   *
   * @param limit the maximum time for which the end of the program is delayed
   */
  EndOfProgram(Duration limit) {
    this.limit = limit;
  }

  /** What the JVM runs when the program ends. */
  private static final class Wait extends Thread {
    private final Duration limit;
    private boolean pending = true;

    Wait(Duration limit) {
      super("verdict before the end");
      this.limit = limit;
    }

    @Override
    public void run() {
      long end = System.nanoTime() + limit.toNanos();
      synchronized (this) {
        for (long left = limit.toMillis(); pending && left > 0; left = millisTo(end)) {
          try {
            wait(left);
          } catch (InterruptedException e) {
            return;
          }
        }
      }
    }

    private static long millisTo(long end) {
      return (end - System.nanoTime()) / 1_000_000;
    }

    synchronized void decided() {
      pending = false;
      notifyAll();
    }
  }

  /**
   * Begins to delay the end of the program, unless it is delayed already, before a verdict is
   * pending.
   *
   * @throws ConnectionLost if the program is ending
   */
  void delay() throws ConnectionLost {
    if (wait != null) {
      return;
    }
    wait = new Wait(limit);
    try {
      Runtime.getRuntime().addShutdownHook(wait);
    } catch (IllegalStateException e) {
      wait = null;
      throw new ConnectionLost("this program is ending, so no check begins", e);
    }
  }

  /** Ends the delay, after no verdict is pending any more. */
  void release() {
    if (wait == null) {
      return;
    }
    wait.decided();
    try {
      Runtime.getRuntime().removeShutdownHook(wait);
    } catch (IllegalStateException e) {
      // The program is ending, and goes on to its end now.
    }
    wait = null;
  }
}
