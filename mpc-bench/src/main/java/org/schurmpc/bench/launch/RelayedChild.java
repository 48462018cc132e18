package org.schurmpc.bench.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.schurmpc.core.abort.ConnectionLost;

/**
 * A child that stands for this process: what it writes to its standard output and error goes to
 * ours, and its exit code is ours. It ends when this process does, however that ends.
 */
public final class RelayedChild {
  /** A line on the child's standard error that starts so is for the progress display. */
  public static final String PROGRESS = "@progress";

  /** From here on exit codes stand for signals. */
  private static final int SIGNALS = 128;

  private RelayedChild() {}

  /** Runs a child that is told nothing but its arguments, with a heap of this size. */
  public static int run(
      Jvm jvm,
      HeapSize heap,
      List<String> arguments,
      PrintStream out,
      PrintStream err,
      Runnable progress)
      throws ConnectionLost, InterruptedException {
    return run(jvm, heap.options(), arguments, "", out, err, progress);
  }

  /**
   * Runs a child to its end.
   *
   * @param memory JVM options for heap and collector
   * @param arguments of the child's hidden command
   * @param firstLine what the child reads from its standard input: a secret, if it needs one
   * @param progress called for each line of progress
   * @return its exit code
   * @throws ConnectionLost if it does not start or is killed
   */
  public static int run(
      Jvm jvm,
      List<String> memory,
      List<String> arguments,
      String firstLine,
      PrintStream out,
      PrintStream err,
      Runnable progress)
      throws ConnectionLost, InterruptedException {
    Process process = start(ChildCommand.line(jvm, memory, arguments));
    Thread hook = new Thread(process::destroyForcibly, "end of the child");
    Runtime.getRuntime().addShutdownHook(hook);
    Thread errors = new Thread(() -> relayLines(process, err, progress), "stderr of the child");
    errors.start();
    try (OutputStream lifeline = process.getOutputStream()) {
      greet(lifeline, firstLine);
      process.getInputStream().transferTo(out);
      out.flush();
      int code = process.waitFor();
      errors.join();
      if (code >= SIGNALS) {
        throw new ConnectionLost("the computing process died with exit code " + code);
      }
      return code;
    } catch (IOException e) {
      throw new ConnectionLost("the computing process is gone: " + e.getMessage(), e);
    } finally {
      process.destroyForcibly();
      removeHook(hook);
    }
  }

  private static Process start(List<String> line) throws ConnectionLost {
    try {
      return new ProcessBuilder(line).start();
    } catch (IOException e) {
      throw new ConnectionLost("the computing process did not start: " + e.getMessage(), e);
    }
  }

  private static void greet(OutputStream lifeline, String firstLine) {
    try {
      lifeline.write((firstLine + "\n").getBytes(StandardCharsets.UTF_8));
      lifeline.flush();
    } catch (IOException e) {
      // It died already: its exit code says so.
    }
  }

  private static void relayLines(Process process, PrintStream err, Runnable progress) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.equals(PROGRESS)) {
          progress.run();
        } else if (!ChildCommand.isNoise(line)) {
          err.println(line);
        }
      }
    } catch (IOException e) {
      // The child is gone.
    }
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The shutdown is under way and the hook runs already.
    }
  }
}
