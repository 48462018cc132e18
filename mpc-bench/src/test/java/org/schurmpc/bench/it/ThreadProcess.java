package org.schurmpc.bench.it;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.schurmpc.bench.cli.BenchCommands;
import org.schurmpc.cli.command.CommandLineProgram;
import org.schurmpc.cli.launch.ChildStarter;
import org.schurmpc.cli.launch.CommandName;
import org.schurmpc.cli.launch.LauncherWatch;

/** Runs a child of the program on a thread of this JVM, with pipes for its standard streams. */
final class ThreadProcess extends Process {
  private static final int KILLED = 137;
  private static final int PIPE_BYTES = 1 << 16;

  private final CompletableFuture<Integer> end = new CompletableFuture<>();
  private final PipedOutputStream toChild = new PipedOutputStream();
  private final PipedInputStream fromOut = new PipedInputStream(PIPE_BYTES);
  private final PipedInputStream fromErr = new PipedInputStream(PIPE_BYTES);
  private final Thread thread;
  private volatile boolean killed;

  /**
   * Creates a child; it is not started yet.
   *
   * @param children starts the children of the child
   */
  ThreadProcess(ChildStarter children, List<String> arguments, ChildStarter.Unread unread)
      throws IOException {
    InputStream in = new PipedInputStream(toChild, PIPE_BYTES);
    PrintStream out = print(unread == ChildStarter.Unread.OUTPUT ? null : fromOut);
    PrintStream err = print(unread == ChildStarter.Unread.ERRORS ? null : fromErr);
    List<String> line = new ArrayList<>(List.of(ChildStarter.CHILD));
    line.addAll(arguments);
    thread =
        new Thread(
            () -> run(children, line.toArray(String[]::new), in, out, err), String.join(" ", line));
    thread.setDaemon(true);
  }

  /** Returns a stream into a pipe; without a pipe, the output is discarded. */
  private static PrintStream print(PipedInputStream pipe) throws IOException {
    OutputStream to = pipe == null ? OutputStream.nullOutputStream() : new PipedOutputStream(pipe);
    return new PrintStream(to, true, StandardCharsets.UTF_8);
  }

  void start() {
    thread.start();
  }

  private void run(
      ChildStarter children, String[] line, InputStream in, PrintStream out, PrintStream err) {
    LauncherWatch launcher = new LauncherWatch(in, thread::interrupt);
    CommandName program = new CommandName(BenchCommands.NAME, children, launcher);
    int code = 1;
    try (out;
        err) {
      code = new CommandLineProgram(new BenchCommands(program)).run(line, out, err);
    } finally {
      closeInput();
      end.complete(killed ? KILLED : code);
    }
  }

  private void closeInput() {
    try {
      toChild.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public OutputStream getOutputStream() {
    return toChild;
  }

  @Override
  public InputStream getInputStream() {
    return fromOut;
  }

  @Override
  public InputStream getErrorStream() {
    return fromErr;
  }

  @Override
  public int waitFor() throws InterruptedException {
    try {
      return end.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public boolean waitFor(long timeout, TimeUnit unit) throws InterruptedException {
    try {
      end.get(timeout, unit);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public CompletableFuture<Process> onExit() {
    return end.thenApply(code -> this);
  }

  @Override
  public int exitValue() {
    if (!end.isDone()) {
      throw new IllegalThreadStateException("it runs");
    }
    return end.join();
  }

  @Override
  public boolean isAlive() {
    return !end.isDone();
  }

  @Override
  public void destroy() {
    if (!end.isDone()) {
      killed = true;
      closeInput();
      thread.interrupt();
    }
  }

  @Override
  public Process destroyForcibly() {
    destroy();
    return this;
  }
}
