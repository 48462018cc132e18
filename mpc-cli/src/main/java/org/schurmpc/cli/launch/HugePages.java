package org.schurmpc.cli.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.prep.Demand;

/**
 * Describes the transparent huge pages of the operating system: memory in pages of 2 MiB, for
 * processes that ask for them. Masked tables gain most: each lookup reads one entry of a table that
 * is used once, so that with pages of 4 KiB nearly every lookup misses the processor's cache of
 * addresses.
 *
 * @param setting the system's setting, such as "madvise"; empty if the system has none
 */
public record HugePages(Optional<String> setting) {
  /** The JVM option by which a process asks for huge pages. */
  static final String OPTION = "-XX:+UseTransparentHugePages";

  private static final Path SETTING = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");

  /** The setting in a list of all, such as {@code always [madvise] never}. */
  private static final Pattern CHOSEN = Pattern.compile("\\[([a-z]{1,20})]");

  private static final String OFF = "never";

  /** Returns the huge pages of this machine. */
  public static HugePages ofThisMachine() {
    return of(SETTING);
  }

  /** Returns the huge pages of a system whose settings are in a file. */
  static HugePages of(Path file) {
    try {
      Matcher chosen = CHOSEN.matcher(Files.readString(file));
      return new HugePages(chosen.find() ? Optional.of(chosen.group(1)) : Optional.empty());
    } catch (IOException e) {
      return new HugePages(Optional.empty());
    }
  }

  /**
   * Returns whether evaluations gain from huge pages: whether their material has masked tables.
   *
   * @param demand the material of an evaluation
   */
  public static boolean suit(Demand demand) {
    return !demand.tables().isEmpty() || demand.circuit().map(HugePages::looksUp).orElse(false);
  }

  private static boolean looksUp(LayeredCircuit circuit) {
    return IntStream.range(0, circuit.depth()).anyMatch(d -> circuit.lookup(d).size() > 0);
  }

  private boolean offered() {
    return setting.isPresent() && !setting.get().equals(OFF);
  }

  /**
   * Returns the JVM options for the memory of a process, which asks for huge pages if the system
   * offers them.
   */
  public List<String> options(HeapSize heap) {
    List<String> options = new ArrayList<>(heap.options());
    if (offered()) {
      options.add(OPTION);
    }
    return options;
  }

  /**
   * Returns whether a JVM on this system has huge pages, for reports.
   *
   * @param jvmOptions the options with which the JVM was started
   */
  public String describe(String jvmOptions) {
    if (offered()) {
      boolean asked = List.of(jvmOptions.split(" ", -1)).contains(OPTION);
      return (asked ? "asked for" : "not asked for") + " (system: " + setting.get() + ")";
    }
    return setting.isPresent()
        ? "none: the system has them switched off"
        : "none: the system has no setting for them";
  }
}
