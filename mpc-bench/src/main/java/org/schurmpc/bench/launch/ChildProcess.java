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
import org.schurmpc.cli.launch.Jvm;
import org.schurmpc.cli.launch.Printable;
import org.schurmpc.cli.launch.Program;
import org.schurmpc.core.abort.ConnectionLost;

/**
 * A child in a JVM of its own. Its standard input stays open as long as this process lives, and
 * tells it by its end that this process is gone.
 */
final class ChildProcess {
  private static final int KEPT_LINES = 20;

  private final Process process;
  private final OutputStream toChild;
  private final List<String> errors = new ArrayList<>();
  private final Thread pump;

  private ChildProcess(Process process, PrintStream echo) {
    this.process = process;
    this.toChild = process.getOutputStream();
    this.pump = new Thread(() -> pump(process.getErrorStream(), echo), "stderr of a child");
    pump.setDaemon(true);
  }

  /**
   * Starts a child of this program.
   *
   * @param program which is run
   * @param memory JVM options for heap and collector
   * @param arguments the child's hidden command and its options
   * @param firstLine what the child reads from its standard input
   * @param echo where its errors go, or null to keep them
   */
  static ChildProcess start(
      Program program,
      Jvm jvm,
      List<String> memory,
      List<String> arguments,
      String firstLine,
      PrintStream echo)
      throws ConnectionLost {
    try {
      Process process =
          program.children().start(jvm, memory, arguments, ChildStarter.Unread.OUTPUT);
      ChildProcess child = new ChildProcess(process, echo);
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
      // It died already, which whoever watches it will see.
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
      // The child is gone.
    }
  }

  /** What the child wrote to its standard error first, if anything. */
  String firstError() throws InterruptedException {
    pump.join(TimeUnit.SECONDS.toMillis(1));
    synchronized (errors) {
      return errors.isEmpty() ? "" : errors.get(0);
    }
  }

  Process process() {
    return process;
  }

  void kill() {
    process.destroyForcibly();
  }
}
