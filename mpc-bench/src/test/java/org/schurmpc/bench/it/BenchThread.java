package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.schurmpc.bench.cli.BenchCommands;
import org.schurmpc.cli.command.CommandLineProgram;
import org.schurmpc.cli.launch.CommandName;
import org.schurmpc.cli.launch.LauncherWatch;
import org.schurmpc.core.prep.disk.StoreAccess;

/**
 * Runs the program on a thread of this JVM, and its children on further threads, for tests that
 * depend only on output, files and exit codes.
 */
final class BenchThread extends BenchRun {
  private static final LauncherWatch NONE =
      new LauncherWatch(InputStream.nullInputStream(), () -> {});

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Thread thread;
  private volatile int code = -1;

  private BenchThread(String... args) {
    thread = new Thread(() -> code = run(args), "bench " + String.join(" ", args));
    thread.setDaemon(true);
  }

  /** Starts the program. */
  static BenchThread start(String... args) {
    assertNotNull(
        System.getenv(StoreAccess.STATE_VARIABLE),
        StoreAccess.STATE_VARIABLE + " must name a folder: tests leave a user's records alone");
    BenchThread started = new BenchThread(args);
    started.thread.start();
    return started;
  }

  private int run(String... args) {
    CommandName program = new CommandName(BenchCommands.NAME, new ChildThreads(), NONE);
    return new CommandLineProgram(new BenchCommands(program)).run(args, print(out), print(err));
  }

  private static PrintStream print(OutputStream to) {
    return new PrintStream(to, true, StandardCharsets.UTF_8);
  }

  @Override
  int exitCode() throws Exception {
    assertTrue(ended(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS)), "it does not end");
    return code;
  }

  @Override
  boolean ended(long waitMillis) throws Exception {
    thread.join(waitMillis);
    return !thread.isAlive();
  }

  @Override
  String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  @Override
  String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
