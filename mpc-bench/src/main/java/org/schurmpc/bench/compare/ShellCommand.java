package org.schurmpc.bench.compare;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.cli.launch.Printable;
import org.schurmpc.core.abort.ExitCode;

/** Runs commands with {@code /bin/sh} and takes their times. */
final class ShellCommand {
  private static final int KEPT_BYTES = 1 << 20;

  private ShellCommand() {}

  /**
   * A launch of a command.
   *
   * @param output the end of what the command printed on both streams, at most 1 MiB
   * @param seconds the wall time from start to end
   */
  record Launch(String output, double seconds) {}

  /**
   * Runs a command and waits for its end. The command reads an empty standard input and writes to a
   * temporary file. If this process ends or the time is over, the command and the processes that it
   * started are killed.
   *
   * @param name the name of the command in messages
   * @param most the time after which the command is killed
   * @throws RunFailed if the command does not start, takes too long, or ends with another exit code
   *     than 0
   */
  static Launch run(String name, String command, Duration most)
      throws RunFailed, InterruptedException {
    Path output = null;
    try {
      output = Files.createTempFile("compare", ".txt");
      double seconds = seconds(name, command, most, output);
      return new Launch(end(output), seconds);
    } catch (IOException e) {
      throw failed(name + " did not start: " + e.getMessage());
    } finally {
      delete(output);
    }
  }

  private static double seconds(String name, String command, Duration most, Path output)
      throws IOException, RunFailed, InterruptedException {
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder("/bin/sh", "-c", command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    Thread killer = new Thread(() -> kill(process), "end of " + name);
    Runtime.getRuntime().addShutdownHook(killer);
    try {
      process.getOutputStream().close();
      if (!process.waitFor(most.toMillis(), TimeUnit.MILLISECONDS)) {
        throw failed("%s took longer than --timeout, %d ms".formatted(name, most.toMillis()));
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      int code = process.exitValue();
      if (code != 0) {
        throw failed("%s ended with exit code %d%s".formatted(name, code, lastLine(end(output))));
      }
      return seconds;
    } finally {
      kill(process);
      forget(killer);
    }
  }

  /** Returns the last bytes of a file as text. */
  private static String end(Path output) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(output.toFile(), "r")) {
      long length = file.length();
      byte[] kept = new byte[(int) Math.min(length, KEPT_BYTES)];
      file.seek(length - kept.length);
      file.readFully(kept);
      return new String(kept, StandardCharsets.UTF_8);
    }
  }

  private static String lastLine(String output) {
    String stripped = output.strip();
    String last = stripped.substring(stripped.lastIndexOf('\n') + 1);
    return last.isEmpty() ? "" : ": " + Printable.line(last);
  }

  private static void kill(Process process) {
    try (Stream<ProcessHandle> descendants = process.descendants()) {
      descendants.forEach(ProcessHandle::destroyForcibly);
    }
    process.destroyForcibly();
  }

  private static void forget(Thread killer) {
    try {
      Runtime.getRuntime().removeShutdownHook(killer);
    } catch (IllegalStateException e) {
      // This process is ending, and the hook has run.
    }
  }

  private static void delete(Path output) {
    try {
      if (output != null) {
        Files.deleteIfExists(output);
      }
    } catch (IOException e) {
      // The system's folder for temporary files is cleared by the system.
    }
  }

  private static RunFailed failed(String sentence) {
    return new RunFailed(ExitCode.CONNECTION_LOST, sentence);
  }
}
