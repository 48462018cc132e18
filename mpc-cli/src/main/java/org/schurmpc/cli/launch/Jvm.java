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
 * An installed JVM.
 *
 * @param home its real path
 * @param version from its {@code release} file
 * @param vendor from the same, perhaps empty
 * @param vector whether it has the module jdk.incubator.vector
 */
public record Jvm(Path home, Runtime.Version version, String vendor, boolean vector) {
  /** The oldest release that runs this jar. */
  public static final int OLDEST = 17;

  private static final String VECTOR_MODULE = "jdk.incubator.vector";

  /** The JVM at a home, if there is one that says its version and is not too old. */
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

  /** The JVM that a launcher, such as {@code /opt/jdk/bin/java}, belongs to. */
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

  /** The launcher of programs. */
  public Path java() {
    return home.resolve("bin/java");
  }

  /** The options with which the vector kernels can be had. */
  public List<String> vectorOptions() {
    return vector ? List.of("--add-modules=" + VECTOR_MODULE) : List.of();
  }

  /** The options with which processes of this project run, memory aside. */
  public List<String> options() {
    List<String> options = new ArrayList<>(vectorOptions());
    options.add("--enable-native-access=ALL-UNNAMED");
    options.add("-XX:+IgnoreUnrecognizedVMOptions");
    options.add("--sun-misc-unsafe-memory-access=allow");
    // Loops that run once a layer or once a run are compiled in the rehearsal, not amid the runs.
    options.add("-XX:CompileThresholdScaling=0.3");
    return options;
  }

  /** Whether a line that a JVM writes at its start says nothing. */
  public static boolean isNoise(String line) {
    return line.startsWith("WARNING: Using incubator modules:") || line.startsWith("Picked up ");
  }

  /** One line: version, vendor, home. */
  @Override
  public String toString() {
    return "Java " + version + (vendor.isEmpty() ? "" : " (" + vendor + ")") + " at " + home;
  }
}
