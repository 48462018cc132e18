package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Runs the packaged jar in a process. Unless the jar is started as users start it, its JVM and
 * those of its children compile with C1 alone and use the plain kernels: most tests end before C2
 * would save time.
 */
final class BenchJar extends BenchRun {
  private static final long POLL_MILLIS = 20;

  /**
   * Environment variable with options for all JVMs. Each JVM reports that it found the variable.
   */
  private static final String FURTHER_OPTIONS = "JAVA_TOOL_OPTIONS";

  private static final String LIGHT =
      "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dorg.schurmpc.kernels=plain";
  private static final Pattern FOUND = Pattern.compile("Picked up " + FURTHER_OPTIONS + ".*\\R");

  /**
   * Line that a party of a benchmark logs with {@code --debug} when it has connected to the first
   * party.
   */
  private static final String MET = "DEBUG .*connected to party 1 ";

  /** Processor time of a party from that line to its first runs. */
  private static final Duration WORK = Duration.ofMillis(300);

  private final Process process;
  private final Path out;
  private final Path err;

  private BenchJar(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** Starts the jar; its output goes to files in a folder. */
  static BenchJar start(Path folder, String... args) throws IOException {
    return start(Files.createTempFile(folder, "out", ".txt"), folder, args);
  }

  /** Starts the jar with a file, or a device, as its standard output. */
  static BenchJar start(Path out, Path folder, String... args) throws IOException {
    return start(LIGHT, out, folder, args);
  }

  /** Starts the jar with further options for its JVM and those of its children. */
  static BenchJar startWith(String jvmOptions, Path folder, String... args) throws IOException {
    Path out = Files.createTempFile(folder, "out", ".txt");
    return start(LIGHT + " " + jvmOptions, out, folder, args);
  }

  /** Starts the jar as users do, for long computations. */
  static BenchJar startAsUsersDo(Path folder, String... args) throws IOException {
    return start(null, Files.createTempFile(folder, "out", ".txt"), folder, args);
  }

  /**
   * Starts the jar by a program that starts others, such as {@code setpriv} with its options.
   *
   * @param asUsersDo whether to start the jar as users do, for long computations
   */
  static BenchJar startBy(List<String> starter, boolean asUsersDo, Path folder, String... args)
      throws IOException {
    return start(
        starter,
        asUsersDo ? null : LIGHT,
        Files.createTempFile(folder, "out", ".txt"),
        folder,
        args);
  }

  private static BenchJar start(String jvmOptions, Path out, Path folder, String... args)
      throws IOException {
    return start(List.of(), jvmOptions, out, folder, args);
  }

  private static BenchJar start(
      List<String> starter, String jvmOptions, Path out, Path folder, String... args)
      throws IOException {
    List<String> command = new ArrayList<>(starter);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-jar", System.getProperty("bench.jar")));
    command.addAll(List.of(args));
    Path err = Files.createTempFile(folder, "err", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    // Keeps the records of the user who runs the tests untouched.
    builder.environment().put("SCHUR_MPC_STATE", folder.resolve("state").toString());
    // No archive of classes is made behind the test's back.
    builder.environment().put("SCHUR_MPC_ARCHIVE", "off");
    if (jvmOptions != null) {
      builder.environment().put(FURTHER_OPTIONS, jvmOptions);
    }
    return new BenchJar(builder.start(), out, err);
  }

  @Override
  int exitCode() throws Exception {
    assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "it does not end");
    return process.exitValue();
  }

  @Override
  boolean ended(long waitMillis) throws Exception {
    return process.waitFor(waitMillis, TimeUnit.MILLISECONDS);
  }

  @Override
  String out() {
    return read(out);
  }

  @Override
  String err() {
    return FOUND.matcher(read(err)).replaceFirst("");
  }

  Process process() {
    return process;
  }

  /** Ends the jar at once, like kill -9: with its children, or only the children. */
  void kill(boolean childrenOnly) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    if (!childrenOnly) {
      process.destroyForcibly();
    }
  }

  /** Waits for a child whose command line contains a text, and returns it. */
  ProcessHandle child(String text) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (System.nanoTime() < deadline) {
      Optional<ProcessHandle> child =
          process
              .descendants()
              .filter(handle -> handle.info().commandLine().orElse("").contains(text))
              .findFirst();
      if (child.isPresent()) {
        return child.get();
      }
      boolean ended = process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
      assertTrue(!ended, () -> "it ended early: " + read(err));
    }
    throw new AssertionError("no child with " + text);
  }

  /** Waits until such a child performs the runs of a benchmark, and returns it. */
  ProcessHandle childAtWork(String text) throws Exception {
    awaitErr(MET);
    ProcessHandle child = child(text);
    Duration atWork = cpu(child).plus(WORK);
    while (cpu(child).compareTo(atWork) < 0) {
      assertTrue(!ended(POLL_MILLIS) && child.isAlive(), () -> "it ended early: " + read(err));
    }
    return child;
  }

  private static Duration cpu(ProcessHandle process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  private static String read(Path file) {
    if (!Files.isRegularFile(file)) {
      return "";
    }
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
