package org.schurmpc.cli.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Refused;

/**
 * A child that stands for this process: what it writes to its standard output and error goes to
 * ours, and its exit code is ours. It ends when this process does, however that ends.
 */
public final class RelayedChild {
  /** A line on the child's standard error that starts so is for the progress display. */
  public static final String PROGRESS = "@progress";

  /** How a JVM ends that does not start, or an internal error. */
  private static final int UNSTARTED = 1;

  /** From here on exit codes stand for signals. */
  private static final int SIGNALS = 128;

  private final Program program;
  private final Jvm jvm;
  private final PrintStream out;
  private final PrintStream err;

  /**
   * @param program which is run
   * @param out where the child's standard output goes
   * @param err where the child's standard error goes
   */
  public RelayedChild(Program program, Jvm jvm, PrintStream out, PrintStream err) {
    this.program = program;
    this.jvm = jvm;
    this.out = out;
    this.err = err;
  }

  /** Runs a child that gets its arguments alone, with a heap of this size. */
  public int run(HeapSize heap, List<String> arguments, Runnable progress)
      throws ConnectionLost, Refused, InterruptedException {
    return run(heap.options(), arguments, "", progress);
  }

  /**
   * Runs a child to its end.
   *
   * @param memory JVM options for heap and collector
   * @param arguments of the child's hidden command
   * @param firstLine what the child reads from its standard input: a secret, if it needs one
   * @param progress called for each line of progress
   * @return its exit code
   * @throws ConnectionLost if there is no such program or it is killed
   * @throws Refused if the JVM does not start, as with a heap beyond the machine
   */
  public int run(List<String> memory, List<String> arguments, String firstLine, Runnable progress)
      throws ConnectionLost, Refused, InterruptedException {
    Process process = start(memory, arguments);
    Thread hook = new Thread(process::destroyForcibly, "end of the child");
    Runtime.getRuntime().addShutdownHook(hook);
    AtomicBoolean explained = new AtomicBoolean();
    Thread errors =
        new Thread(() -> explained.set(relayLines(process, progress)), "stderr of the child");
    errors.start();
    OutputStream toChild = process.getOutputStream();
    try {
      greet(toChild, firstLine);
      process.getInputStream().transferTo(out);
      out.flush();
      int code = process.waitFor();
      errors.join();
      if (code >= SIGNALS) {
        throw new ConnectionLost("the computing process died with exit code " + code);
      }
      if (code == UNSTARTED && !explained.get()) {
        throw new Refused(
            "the JVM at "
                + jvm.home()
                + " did not start: ask for less with --heap, or for another one with --jvm");
      }
      return code;
    } catch (IOException e) {
      throw new ConnectionLost("the computing process is gone: " + e.getMessage(), e);
    } finally {
      process.destroyForcibly();
      closeQuietly(toChild);
      removeHook(hook);
    }
  }

  private Process start(List<String> memory, List<String> arguments) throws ConnectionLost {
    try {
      return program.children().start(jvm, memory, arguments, ChildStarter.Unread.NOTHING);
    } catch (IOException e) {
      throw new ConnectionLost("the computing process did not start: " + e.getMessage(), e);
    }
  }

  private static void greet(OutputStream toChild, String firstLine) {
    try {
      toChild.write((firstLine + "\n").getBytes(StandardCharsets.UTF_8));
      toChild.flush();
    } catch (IOException e) {
      // It died already: its exit code says so.
    }
  }

  private static void closeQuietly(OutputStream toChild) {
    try {
      toChild.close();
    } catch (IOException e) {
      // It ended before it read what it was told: its exit code says why.
    }
  }

  /** Whether the program explained its end. */
  private boolean relayLines(Process process, Runnable progress) {
    boolean explained = false;
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.equals(PROGRESS)) {
          progress.run();
        } else if (!Jvm.isNoise(line)) {
          err.println(Printable.line(line));
          explained |= program.says(line);
        }
      }
    } catch (IOException e) {
      // The child is gone.
    }
    return explained;
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The shutdown is under way and the hook runs already.
    }
  }
}
