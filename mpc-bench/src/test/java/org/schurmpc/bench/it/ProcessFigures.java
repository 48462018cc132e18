package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What a process of a JVM uses, as Linux and jcmd say. */
final class ProcessFigures {
  private static final double MIB = 1 << 20;
  private static final double KIB_A_MIB = 1024;
  private static final long LIMIT_SECONDS = 30;

  private ProcessFigures() {}

  /** Returns the resident set size in MiB. */
  static double resident(long pid) throws IOException {
    return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToDouble(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) / KIB_A_MIB)
        .findFirst()
        .orElseThrow();
  }

  /** Returns the number of open descriptors. */
  static long descriptors(long pid) throws IOException {
    return entries(Path.of("/proc/" + pid + "/fd"));
  }

  /** Returns the number of threads. */
  static long threads(long pid) throws IOException {
    return entries(Path.of("/proc/" + pid + "/task"));
  }

  private static long entries(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.count();
    }
  }

  /** Returns the size of live objects in MiB, after a garbage collection. */
  static double alive(ProcessHandle process) throws Exception {
    Path java = Path.of(process.info().command().orElseThrow());
    Path jcmd = java.resolveSibling("jcmd");
    Process histogram =
        new ProcessBuilder(jcmd.toString(), Long.toString(process.pid()), "GC.class_histogram")
            .redirectErrorStream(true)
            .start();
    List<String> lines;
    try (var reader = histogram.inputReader()) {
      lines = reader.lines().toList();
    }
    assertTrue(histogram.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS));
    String total = lines.get(lines.size() - 1).strip();
    assertTrue(total.startsWith("Total"), total);
    return Long.parseLong(total.split(" +", -1)[2]) / MIB;
  }
}
