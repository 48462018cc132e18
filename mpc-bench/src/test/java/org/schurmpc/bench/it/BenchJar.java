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
 * The packaged jar in a process of its own. Unless it is said to be as users have it, its JVM and
 * those of its children compile with C1 alone, for which the vector kernels are not made: most
 * tests are over before C2 could pay.
 */
final class BenchJar extends BenchRun {
  private static final long POLL_MILLIS = 20;

  /** Options of all JVMs, of which each says that it found them. */
  private static final String FURTHER_OPTIONS = "JAVA_TOOL_OPTIONS";

  private static final String LIGHT =
      "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dorg.schurmpc.kernels=plain";
  private static final Pattern FOUND = Pattern.compile("Picked up " + FURTHER_OPTIONS + ".*\\R");

  /** What a party of a benchmark logs with {@code --debug} once it has met the first one. */
  private static final String MET = "DEBUG .*connected to party 1 ";

  /** Processor time that a party takes from there to its first runs. */
  private static final Duration WORK = Duration.ofMillis(300);

  private final Process process;
  private final Path out;
  private final Path err;

  private BenchJar(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** Starts it; what it writes goes to files in a folder. */
  static BenchJar start(Path folder, String... args) throws IOException {
    return start(Files.createTempFile(folder, "out", ".txt"), folder, args);
  }

  /** The same with a file, or a device, for its standard output. */
  static BenchJar start(Path out, Path folder, String... args) throws IOException {
    return start(LIGHT, out, folder, args);
  }

  /** The same with further options for its JVM and those of its children. */
  static BenchJar startWith(String jvmOptions, Path folder, String... args) throws IOException {
    Path out = Files.createTempFile(folder, "out", ".txt");
    return start(LIGHT + " " + jvmOptions, out, folder, args);
  }

  /** Starts it as users do, for what computes a while. */
  static BenchJar startAsUsersDo(Path folder, String... args) throws IOException {
    return start(null, Files.createTempFile(folder, "out", ".txt"), folder, args);
  }

  /**
   * The same by a program that starts others, such as {@code setpriv} with its options.
   *
   * @param asUsersDo for what computes a while
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
    // Never the records of whoever runs the tests.
    builder.environment().put("SCHUR_MPC_STATE", folder.resolve("state").toString());
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

  /** Ends it at once, as kill -9 does: with its children, or these alone. */
  void kill(boolean childrenOnly) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    if (!childrenOnly) {
      process.destroyForcibly();
    }
  }

  /** The child whose command line has this text, once it is there. */
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

  /** The child whose command line has this text, once it is amid the runs of a benchmark. */
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
