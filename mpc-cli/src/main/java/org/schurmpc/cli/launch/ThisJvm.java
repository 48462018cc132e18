package org.schurmpc.cli.launch;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryManagerMXBean;
import java.util.List;
import java.util.Optional;

/** The JVM of this process. */
public final class ThisJvm {
  private ThisJvm() {}

  /** The JVM: name, version, vendor. */
  public static String describe() {
    return "Java "
        + Runtime.version()
        + ", "
        + System.getProperty("java.vm.name")
        + " of "
        + System.getProperty("java.vendor");
  }

  /** Returns what is known to be wrong with the JVM; empty if nothing is. */
  public static Optional<String> warning() {
    return warning(
        Runtime.version(),
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .map(MemoryManagerMXBean::getName)
            .toList());
  }

  /**
   * Returns what is known to be wrong with a JVM; empty if nothing is.
   *
   * @param collectors the names of its garbage collectors
   */
  static Optional<String> warning(Runtime.Version version, List<String> collectors) {
    boolean faulty = version.feature() == 25 && version.interim() == 0 && version.update() < 3;
    boolean g1 = collectors.stream().anyMatch(name -> name.startsWith("G1 "));
    return faulty && g1
        ? Optional.of(
            "G1 of JDK 25 before 25.0.3 may move arrays that native code uses (JDK-8377811): take a"
                + " newer release, or another collector, such as -XX:+UseSerialGC")
        : Optional.empty();
  }

  /** The options that it was started with. */
  public static String options() {
    return String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments());
  }
}
