package org.schurmpc.cli.launch;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * Describes an installed JVM.
 *
 * @param home the real path of its home
 * @param version the version in its {@code release} file
 * @param vendor the vendor in its {@code release} file; may be empty
 * @param vector whether the JVM has the module jdk.incubator.vector
 */
public record Jvm(Path home, Runtime.Version version, String vendor, boolean vector) {
  /** The oldest Java release that can run this program. */
  public static final int OLDEST = 17;

  /** Options of all processes of this project, except those for memory and kernels. */
  static final List<String> COMMON_OPTIONS =
      List.of(
          "--enable-native-access=ALL-UNNAMED",
          "-XX:+IgnoreUnrecognizedVMOptions",
          "--sun-misc-unsafe-memory-access=allow");

  private static final String VECTOR_MODULE = "jdk.incubator.vector";

  /**
   * Returns the JVM at a home; empty if there is none, its version is not known, or it is too old.
   */
  static Optional<Jvm> at(Path home) {
    try {
      Path real = home.toRealPath();
      if (!Files.isExecutable(real.resolve("bin/java"))) {
        return Optional.empty();
      }
      Properties release = new Properties();
      release.load(new StringReader(Files.readString(real.resolve("release"))));
      Runtime.Version version = Runtime.Version.parse(unquoted(release, "JAVA_VERSION"));
      boolean vector =
          Arrays.asList(unquoted(release, "MODULES").split(" ")).contains(VECTOR_MODULE)
              || Files.exists(real.resolve("jmods/" + VECTOR_MODULE + ".jmod"));
      return version.feature() < OLDEST
          ? Optional.empty()
          : Optional.of(new Jvm(real, version, unquoted(release, "IMPLEMENTOR"), vector));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns the JVM of an executable such as {@code /opt/jdk/bin/java}. */
  public static Optional<Jvm> ofLauncher(String java) {
    try {
      Path bin = Path.of(java).toRealPath().getParent();
      return bin == null || bin.getParent() == null ? Optional.empty() : at(bin.getParent());
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static String unquoted(Properties release, String key) {
    return release.getProperty(key, "").replace("\"", "").trim();
  }

  /**
   * Returns the sentence about a process of this JVM that ended before our program began.
   *
   * @param memory the options for heap and garbage collector
   */
  public String unstarted(List<String> memory) {
    return "the JVM at %s does not start with %s: say less with --heap, or another JVM with --jvm"
        .formatted(home, String.join(" ", memory));
  }

  /** Returns the path of the {@code java} executable. */
  public Path java() {
    return home.resolve("bin/java");
  }

  /** Returns the options that enable the vector kernels. */
  public List<String> vectorOptions() {
    return vector ? List.of("--add-modules=" + VECTOR_MODULE) : List.of();
  }

  /** Returns the options of this project's processes, except those for memory. */
  public List<String> options() {
    List<String> options = new ArrayList<>(vectorOptions());
    options.addAll(COMMON_OPTIONS);
    // Loops that run once per layer or once per run are then compiled during the rehearsal, not
    // during the measured runs.
    options.add("-XX:CompileThresholdScaling=0.3");
    return options;
  }

  /** Returns whether a line is a message without meaning that a JVM prints at its start. */
  public static boolean isNoise(String line) {
    return line.startsWith("WARNING: Using incubator modules:") || line.startsWith("Picked up ");
  }

  /** Returns version, vendor and home in one line. */
  @Override
  public String toString() {
    return "Java " + version + (vendor.isEmpty() ? "" : " (" + vendor + ")") + " at " + home;
  }
}
