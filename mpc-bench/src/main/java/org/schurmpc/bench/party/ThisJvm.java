package org.schurmpc.bench.party;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
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
