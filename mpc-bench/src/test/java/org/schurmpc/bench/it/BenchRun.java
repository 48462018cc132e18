package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A call of the program with its outputs and its end. */
abstract class BenchRun implements AutoCloseable {
  static final long LIMIT_SECONDS = 180; // on a machine that is busy with something else
  static final long POLL_MILLIS = 20;

  /** Waits for the end, {@link #LIMIT_SECONDS} at most. */
  abstract int exitCode() throws Exception;

  /** Whether the run has ended, after a wait for the end. */
  abstract boolean ended(long waitMillis) throws Exception;

  abstract String out();

  abstract String err();

  /** Ends the run, however far it is. */
  @Override
  public abstract void close();

  /** Waits for the end and checks the exit code. */
  final BenchRun expect(int exitCode) throws Exception {
    assertEquals(exitCode, exitCode(), () -> out() + err());
    return this;
  }

  /** Checks that a sentence of the program, with its prefix, starts like this. */
  final void requireSaid(String start) {
    assertTrue(sentences().stream().anyMatch(line -> line.startsWith(start)), err());
  }

  /** The lines on standard error that are sentences of the program, or of its children. */
  final List<String> sentences() {
    return err().lines().filter(line -> line.startsWith("mpc-bench: ")).toList();
  }

  /** Waits for a line on standard error in which a pattern is found. */
  final Matcher awaitErr(String regex) throws Exception {
    Pattern pattern = Pattern.compile(regex);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (System.nanoTime() < deadline) {
      boolean ended = ended(POLL_MILLIS);
      Matcher matcher = pattern.matcher(err());
      if (matcher.find()) {
        return matcher;
      }
      assertTrue(!ended, () -> "it ended early: " + err());
    }
    throw new AssertionError("no line '" + regex + "' in: " + err());
  }
}
