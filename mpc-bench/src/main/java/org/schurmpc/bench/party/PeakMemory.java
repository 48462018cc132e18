package org.schurmpc.bench.party;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The largest resident set of this process. */
final class PeakMemory {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final Pattern PEAK = Pattern.compile("(?m)^VmHWM:\\s+([0-9]{1,15}) kB$");

  private PeakMemory() {}

  /** Makes the largest resident set count from now on, where the system can. */
  static void reset() {
    try {
      Files.writeString(Path.of("/proc/self/clear_refs"), "5");
    } catch (IOException e) {
      // Then it counts from the start.
    }
  }

  /** The largest resident set so far; 0 where the system does not say. */
  static long bytes() {
    try {
      Matcher matcher = PEAK.matcher(Files.readString(STATUS));
      return matcher.find() ? Long.parseLong(matcher.group(1)) << 10 : 0;
    } catch (IOException e) {
      return 0;
    }
  }
}
