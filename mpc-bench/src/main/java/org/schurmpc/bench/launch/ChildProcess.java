package org.schurmpc.bench.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.schurmpc.cli.launch.ChildStarter;
import org.schurmpc.cli.launch.CommandName;
import org.schurmpc.cli.launch.Jvm;
import org.schurmpc.cli.launch.Printable;
import org.schurmpc.core.abort.ConnectionLost;

/**
 * Runs a child in a JVM of its own. The child's standard input stays open as long as this process
 * lives, so its end notifies the child that this process has ended.
 */
final class ChildProcess {
  private static final int KEPT_LINES = 20;

  private final CommandName program;
  private final Process process;
  private final OutputStream toChild;
  private final List<String> errors = new ArrayList<>();
  private final Thread pump;

  private ChildProcess(CommandName program, Process process, PrintStream echo) {
    this.program = program;
    this.process = process;
    this.toChild = process.getOutputStream();
    this.pump = new Thread(() -> pump(process.getErrorStream(), echo), "stderr of a child");
    pump.setDaemon(true);
  }

  /**
   * Starts a child of this program.
   *
   * @param program the program that the child runs
   * @param jvm the JVM of the child
   * @param memory the JVM options for heap and garbage collector
   * @param arguments the child's hidden command and the command's options
   * @param firstLine the first line of the child's standard input
   * @param echo receives the child's error output; null to keep its first lines for {@link
   *     #firstError}
   * @throws ConnectionLost if the child cannot be started
   */
  static ChildProcess start(
      CommandName program,
      Jvm jvm,
      List<String> memory,
      List<String> arguments,
      String firstLine,
      PrintStream echo)
      throws ConnectionLost {
    try {
      Process process =
          program.children().start(jvm, memory, arguments, ChildStarter.Unread.OUTPUT);
      ChildProcess child = new ChildProcess(program, process, echo);
      child.pump.start();
      child.tell(firstLine);
      return child;
    } catch (IOException e) {
      throw new ConnectionLost("a child process did not start: " + e.getMessage(), e);
    }
  }

  private void tell(String line) {
    try {
      toChild.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      toChild.flush();
    } catch (IOException e) {
      // The child ended already, which the thread that watches it will notice.
    }
  }

  private void pump(InputStream in, PrintStream echo) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (Jvm.isNoise(line)) {
          continue;
        }
        if (echo != null) {
          echo.println(Printable.line(line));
        }
        synchronized (errors) {
          if (errors.size() < KEPT_LINES) {
            errors.add(line);
          }
        }
      }
    } catch (IOException e) {
      // The child has ended.
    }
  }

  /** Returns the first line of the child's error output; empty if there is none. */
  String firstError() throws InterruptedException {
    pump.join(TimeUnit.SECONDS.toMillis(1));
    synchronized (errors) {
      return errors.isEmpty() ? "" : errors.get(0);
    }
  }

  /** Returns whether the program of the child said anything: whether the JVM started. */
  boolean said() {
    synchronized (errors) {
      return errors.stream().anyMatch(program::says);
    }
  }

  Process process() {
    return process;
  }
}
