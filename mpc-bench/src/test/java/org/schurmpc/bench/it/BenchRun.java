package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Represents a call of the program, with its output and its exit code. */
abstract class BenchRun implements AutoCloseable {
  static final long LIMIT_SECONDS = 180; // for a machine that is busy otherwise
  static final long POLL_MILLIS = 20;

  /** Waits for the end, at most {@link #LIMIT_SECONDS}, and returns the exit code. */
  abstract int exitCode() throws Exception;

  /** Waits for the end for some time, and returns whether the run has ended. */
  abstract boolean ended(long waitMillis) throws Exception;

  abstract String out();

  abstract String err();

  /** Ends the run, even if it is not finished. */
  @Override
  public abstract void close();

  /** Waits for the end and checks the exit code. */
  final BenchRun expect(int exitCode) throws Exception {
    assertEquals(exitCode, exitCode(), () -> out() + err());
    return this;
  }

  /**
   * Checks that standard error has a sentence of the program with this beginning, after the
   * program's name.
   */
  final void requireSaid(String start) {
    assertTrue(sentences().stream().anyMatch(line -> line.startsWith(start)), err());
  }

  /** Returns the lines on standard error that are sentences of the program, or of its children. */
  final List<String> sentences() {
    return err().lines().filter(line -> line.startsWith("mpc-bench: ")).toList();
  }

  /** Waits for a line on standard error that contains a match of a pattern. */
  final Matcher awaitErr(String regex) throws Exception {
    return await(regex, this::err);
  }

  /** Waits for a line on standard output. */
  final Matcher awaitOut(String regex) throws Exception {
    return await(regex, this::out);
  }

  private Matcher await(String regex, Supplier<String> stream) throws Exception {
    Pattern pattern = Pattern.compile(regex);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (System.nanoTime() < deadline) {
      boolean ended = ended(POLL_MILLIS);
      Matcher matcher = pattern.matcher(stream.get());
      if (matcher.find()) {
        return matcher;
      }
      assertTrue(!ended, () -> "it ended early: " + err());
    }
    throw new AssertionError("no line '" + regex + "' in: " + stream.get());
  }
}
