package org.schurmpc.bench.party;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the peak resident set size of this process from the operating system. */
final class PeakMemory {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final Pattern PEAK = Pattern.compile("(?m)^VmHWM:\\s+([0-9]{1,15}) kB$");

  private PeakMemory() {}

  /** Resets the peak to the current size, if the operating system supports this. */
  static void reset() {
    try {
      Files.writeString(Path.of("/proc/self/clear_refs"), "5");
    } catch (IOException e) {
      // The peak then counts from the start of the process.
    }
  }

  /** Returns the peak resident set size in bytes; 0 if unknown. */
  static long bytes() {
    try {
      Matcher matcher = PEAK.matcher(Files.readString(STATUS));
      return matcher.find() ? Long.parseLong(matcher.group(1)) << 10 : 0;
    } catch (IOException e) {
      return 0;
    }
  }
}
