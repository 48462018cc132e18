package org.schurmpc.bench.party;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryManagerMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.schurmpc.bench.control.Message;
import org.schurmpc.core.kernel.KernelProvider;

/** What a process says of itself. */
public final class ThisJvm {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final Pattern PEAK = Pattern.compile("(?m)^VmHWM:\\s+([0-9]{1,15}) kB$");

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
  static String options() {
    return String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments());
  }

  /** What a party in this process says when it has a session with its peer. */
  static Message.Established established(String preprocessing, long setupNanos, long baseOtNanos) {
    KernelProvider.Choice kernels = KernelProvider.choose();
    return new Message.Established(
        describe(),
        options(),
        kernels.kernels().name(),
        kernels.reason(),
        preprocessing,
        setupNanos,
        baseOtNanos);
  }

  /** Makes the largest resident set count from now on, where the system can. */
  static void resetPeakRss() {
    try {
      Files.writeString(Path.of("/proc/self/clear_refs"), "5");
    } catch (IOException e) {
      // Then it counts from the start.
    }
  }

  /** The largest resident set so far; 0 where the system does not say. */
  static long peakRssBytes() {
    try {
      Matcher matcher = PEAK.matcher(Files.readString(STATUS));
      return matcher.find() ? Long.parseLong(matcher.group(1)) << 10 : 0;
    } catch (IOException e) {
      return 0;
    }
  }
}
