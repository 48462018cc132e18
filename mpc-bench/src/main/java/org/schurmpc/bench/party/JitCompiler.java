package org.schurmpc.bench.party;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;
import org.schurmpc.core.abort.ConnectionLost;

/**
 * Waits for the JIT compiler. During a rehearsal more threads compute than there are processors, so
 * methods queue for the compiler, and would be compiled while runs are timed.
 */
final class JitCompiler {
  /** Time between two looks at the compiler, in milliseconds. */
  private static final long LOOK_MILLIS = 50;

  /** Number of consecutive looks without a compiled method after which the compiler is idle. */
  static final int QUIET_LOOKS = 3;

  private JitCompiler() {}

  /** Lets time pass between two looks. */
  @FunctionalInterface
  interface Pause {
    void pass() throws InterruptedException;
  }

  /**
   * Waits until the compiler is idle. Returns at once if the JVM does not report compilation times.
   *
   * @param mostMillis how long to wait at most
   * @throws ConnectionLost if the thread is interrupted
   */
  static void awaitIdle(long mostMillis) throws ConnectionLost {
    CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    if (compiler != null && compiler.isCompilationTimeMonitoringSupported()) {
      awaitConstant(
          compiler::getTotalCompilationTime,
          mostMillis / LOOK_MILLIS,
          () -> Thread.sleep(LOOK_MILLIS));
    }
  }

  /** Looks at a growing number until it stays constant, at most {@code mostLooks} times. */
  static void awaitConstant(LongSupplier number, long mostLooks, Pause pause)
      throws ConnectionLost {
    long last = number.getAsLong();
    int quiet = 0;
    try {
      for (long look = 0; look < mostLooks && quiet < QUIET_LOOKS; look++) {
        pause.pass();
        long now = number.getAsLong();
        quiet = now == last ? quiet + 1 : 0;
        last = now;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConnectionLost("interrupted while waiting for the JIT compiler", e);
    }
  }
}
