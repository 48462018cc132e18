package org.schurmpc.cli.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.Refused;

/**
 * Runs a child in place of this process: forwards the child's standard output and error, and
 * returns the child's exit code. The child ends when this process ends, even if this process is
 * killed; a signal to end is passed on to it.
 */
public final class RelayedChild {
  /** Line on the child's standard error that advances the progress display. */
  public static final String PROGRESS = "@progress";

  /** Beginning of a line on the child's standard error that names the phase. */
  public static final String PHASE = "@phase ";

  /** Exit code of a JVM that does not start, and of an internal error. */
  private static final int UNSTARTED = 1;

  /** Exit codes from this one on represent signals. */
  private static final int SIGNALS = 128;

  private final CommandName program;
  private final Jvm jvm;
  private final PrintStream out;
  private final PrintStream err;

  /**
   * Creates a child that is not yet running.
   *
   * @param program the program to run
   * @param jvm the JVM of the child
   * @param out receives the child's standard output
   * @param err receives the child's standard error
   */
  public RelayedChild(CommandName program, Jvm jvm, PrintStream out, PrintStream err) {
    this.program = program;
    this.jvm = jvm;
    this.out = out;
    this.err = err;
  }

  /**
   * Runs a child with a heap of this size, and without a secret on standard input.
   *
   * @return the child's exit code
   */
  public int run(HeapSize heap, List<String> arguments, ProgressListener progress)
      throws ConnectionLost, Refused, InterruptedException {
    return run(heap.options(), arguments, new byte[0], progress);
  }

  /**
   * Runs a child to its end.
   *
   * @param memory the JVM options for heap and garbage collector
   * @param arguments the child's hidden command and the command's options
   * @param firstLine the first line of the child's standard input, without its end: a secret, which
   *     is wiped, or empty if the child needs none
   * @param progress receives the child's progress
   * @return the child's exit code
   * @throws ConnectionLost if the child cannot be started, or is killed
   * @throws Refused if the JVM does not start, for example because the heap exceeds the machine's
   *     memory
   */
  public int run(
      List<String> memory, List<String> arguments, byte[] firstLine, ProgressListener progress)
      throws ConnectionLost, Refused, InterruptedException {
    Process process = start(memory, arguments);
    Thread hook = new Thread(() -> OrderlyEnd.of(List.of(process)), "end of the child");
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
        throw new Refused(jvm.unstarted(memory));
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

  private static void greet(OutputStream toChild, byte[] firstLine) {
    try {
      toChild.write(firstLine);
      toChild.write('\n');
      toChild.flush();
    } catch (IOException e) {
      // The child has ended already; its exit code tells why.
    } finally {
      Arrays.fill(firstLine, (byte) 0);
    }
  }

  private static void closeQuietly(OutputStream toChild) {
    try {
      toChild.close();
    } catch (IOException e) {
      // The child ended before it read its input; its exit code tells why.
    }
  }

  /**
   * Forwards the child's error output.
   *
   * @return whether the child explained its end
   */
  private boolean relayLines(Process process, ProgressListener progress) {
    boolean explained = false;
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.equals(PROGRESS)) {
          progress.step();
        } else if (line.startsWith(PHASE)) {
          progress.phase(Printable.line(line.substring(PHASE.length())));
        } else if (!Jvm.isNoise(line)) {
          err.println(Printable.line(line));
          explained |= program.says(line);
        }
      }
    } catch (IOException e) {
      // The child has ended.
    }
    return explained;
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The shutdown has begun, so the hook runs already.
    }
  }
}
