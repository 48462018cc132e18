package org.schurmpc.cli.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.schurmpc.core.abort.Refused;

/**
 * Finds installed JVMs: that of JAVA_HOME, the running one, and all JVMs in the same folders.
 *
 * @param javaHome the value of JAVA_HOME, if set
 * @param running the home of the running JVM
 */
public record JvmFinder(Optional<Path> javaHome, Path running) {
  /** Value of {@code --jvm} that chooses the newest JVM. */
  public static final String AUTO = "auto";

  /** Returns a finder for the environment of this process. */
  public static JvmFinder ofThisProcess() {
    Optional<Path> home =
        Optional.ofNullable(System.getenv("JAVA_HOME"))
            .filter(text -> !text.isBlank())
            .map(Path::of);
    return new JvmFinder(home, Path.of(System.getProperty("java.home")));
  }

  /**
   * Returns all JVMs, the newest first. Among JVMs of one version, that of JAVA_HOME and the
   * running one come first.
   */
  public List<Jvm> all() {
    Set<Jvm> found = new LinkedHashSet<>();
    List<Path> starts = new ArrayList<>(javaHome.stream().toList());
    starts.add(running);
    starts.forEach(home -> Jvm.at(home).ifPresent(found::add));
    for (Path home : starts) {
      siblings(home).forEach(sibling -> Jvm.at(sibling).ifPresent(found::add));
    }
    return found.stream().sorted(Comparator.comparing(Jvm::version).reversed()).toList();
  }

  private static List<Path> siblings(Path home) {
    try {
      Path parent = home.toRealPath().getParent();
      if (parent == null) {
        return List.of();
      }
      try (Stream<Path> entries = Files.list(parent)) {
        return entries.sorted().toList();
      }
    } catch (IOException e) {
      return List.of();
    }
  }

  /**
   * Returns the JVM for the parties.
   *
   * @param choice {@value #AUTO} or a home
   * @throws Refused if there is no suitable JVM
   */
  public Jvm choose(String choice) throws Refused {
    if (!choice.equals(AUTO)) {
      return Jvm.at(Path.of(choice))
          .orElseThrow(
              () -> new Refused(choice + " is not a JVM of Java " + Jvm.OLDEST + " or newer"));
    }
    return all().stream()
        .findFirst()
        .orElseThrow(() -> new Refused("no JVM was found at " + running + "; name one with --jvm"));
  }
}
