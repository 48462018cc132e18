package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs blocks of shell commands in a folder, whose {@code java} is a JVM each or one for all. */
final class PageShell implements AutoCloseable {
  private static final String LIGHT =
      "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dorg.schurmpc.kernels=plain";

  private final Path folder;
  private final Path streams;
  private final Map<String, String> environment;
  private final String path;
  private final Process server;

  private PageShell(
      Path folder, Path streams, Map<String, String> environment, String path, Process server) {
    this.folder = folder;
    this.streams = streams;
    this.environment = environment;
    this.path = path;
    this.server = server;
  }

  /**
   * Creates a shell whose commands are processes.
   *
   * @param folder the working directory
   * @param streams a folder for what the blocks write, and for the records of the commands
   */
  static PageShell ofProcesses(Path folder, Path streams) {
    return new PageShell(
        folder, streams, Map.of("JDK_JAVA_OPTIONS", LIGHT), home().toString(), null);
  }

  /** Creates a shell whose commands are threads of one further JVM, see {@link PageServer}. */
  static PageShell ofThreads(Path folder, Path streams) throws IOException {
    Path tools = Files.createDirectory(streams.resolve("tools"));
    for (String tool : List.of("java", "javac")) {
      Path script = Files.writeString(tools.resolve(tool), PageServer.CLIENT);
      assertTrue(script.toFile().setExecutable(true));
    }
    ProcessBuilder builder =
        new ProcessBuilder(
                home().resolve("java").toString(),
                "-XX:+UseSerialGC",
                "-Dorg.schurmpc.kernels=plain",
                "-cp",
                System.getProperty("java.class.path"),
                PageServer.class.getName())
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("SCHUR_MPC_STATE", state(streams));
    Process server = builder.start();
    BufferedReader port =
        new BufferedReader(
            new InputStreamReader(server.getInputStream(), StandardCharsets.US_ASCII));
    Map<String, String> found =
        Map.of("PAGE_PORT", port.readLine(), "PAGE_FILES", streams.toString());
    return new PageShell(folder, streams, found, tools.toString(), server);
  }

  private static Path home() {
    return Path.of(System.getProperty("java.home"), "bin");
  }

  private static String state(Path streams) {
    return streams.resolve("state").toString();
  }

  /** A block that runs. */
  record Started(Process process, Path out, Path err) {
    /** Waits for its end, requires exit code 0, and returns its standard output. */
    String end() throws Exception {
      assertTrue(process.waitFor(BenchRun.LIMIT_SECONDS, TimeUnit.SECONDS), "it does not end");
      String said = Files.readString(out);
      assertEquals(0, process.exitValue(), said + Files.readString(err));
      return said;
    }

    void kill() {
      process.destroyForcibly();
    }
  }

  Started start(String block) throws IOException {
    Path out = Files.createTempFile(streams, "out", ".txt");
    Path err = Files.createTempFile(streams, "err", ".txt");
    ProcessBuilder shell =
        new ProcessBuilder("bash", "-e", "-c", block)
            .directory(folder.toFile())
            .redirectError(err.toFile())
            .redirectOutput(ProcessBuilder.Redirect.appendTo(out.toFile()));
    shell.environment().merge("PATH", path, (before, first) -> first + ":" + before);
    shell.environment().put("SCHUR_MPC_STATE", state(streams));
    shell.environment().putAll(environment);
    return new Started(shell.start(), out, err);
  }

  @Override
  public void close() {
    if (server != null) {
      server.destroyForcibly();
    }
  }
}
