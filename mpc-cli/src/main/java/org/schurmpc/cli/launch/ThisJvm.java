package org.schurmpc.cli.launch;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryManagerMXBean;
import java.util.List;
import java.util.Optional;

/** Describes the JVM of this process. */
public final class ThisJvm {
  private ThisJvm() {}

  /** Returns name, version and vendor of the JVM. */
  public static String describe() {
    return "Java "
        + Runtime.version()
        + ", "
        + System.getProperty("java.vm.name")
        + " of "
        + System.getProperty("java.vendor");
  }

  /** Returns a warning about a known defect of the JVM; empty if there is none. */
  public static Optional<String> warning() {
    if (!isFaulty(Runtime.version())) {
      return Optional.empty(); // asking for the collectors takes 40 ms
    }
    return warning(
        Runtime.version(),
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .map(MemoryManagerMXBean::getName)
            .toList());
  }

  private static boolean isFaulty(Runtime.Version version) {
    return version.feature() == 25 && version.interim() == 0 && version.update() < 3;
  }

  /**
   * Returns a warning about a known defect of a JVM; empty if there is none.
   *
   * @param collectors the names of the JVM's garbage collectors
   */
  static Optional<String> warning(Runtime.Version version, List<String> collectors) {
    boolean g1 = collectors.stream().anyMatch(name -> name.startsWith("G1 "));
    return isFaulty(version) && g1
        ? Optional.of(
            "G1 of JDK 25 before 25.0.3 may move arrays that native code uses (JDK-8377811): take a"
                + " newer release, or another collector, such as -XX:+UseSerialGC")
        : Optional.empty();
  }

  /** Returns the options with which the JVM was started. */
  public static String options() {
    return String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments());
  }
}
