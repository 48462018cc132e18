package org.schurmpc.examples;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Processes that a test starts, each with a file for its output; all end with the test. */
final class Processes implements AutoCloseable {
  private static final long LIMIT_SECONDS = 120;

  private final Path folder;
  private final List<Process> processes = new ArrayList<>();

  /**
   * Creates an empty list.
   *
   * @param folder for the output
   */
  Processes(Path folder) {
    this.folder = folder;
  }

  /** Starts a process, and returns the file that receives its output and errors. */
  Path start(List<String> command) throws IOException {
    Path said = Files.createTempFile(folder, "said", ".txt");
    processes.add(
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start());
    return said;
  }

  /** Waits for the end of a process, counted from 0 in the order of their starts. */
  int exitCode(int process) throws InterruptedException {
    assertTrue(processes.get(process).waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "it does not end");
    return processes.get(process).exitValue();
  }

  /** Ends a process at once. */
  void stop(int process) {
    processes.get(process).destroyForcibly();
  }

  @Override
  public void close() {
    processes.forEach(Process::destroyForcibly);
  }

  /** Returns the program {@code java} of the JVM that runs the tests. */
  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** Returns the last line; loggers may say something before. */
  static String lastLine(Path said) throws IOException {
    List<String> lines = Files.readAllLines(said);
    return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
  }

  static String all(Path said) {
    try {
      return Files.readString(said);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** Returns a port that was free a moment ago. */
  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
