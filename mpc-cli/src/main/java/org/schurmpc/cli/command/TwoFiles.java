package org.schurmpc.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.schurmpc.core.abort.Refused;

/** Requires that several options name files of their own. */
final class TwoFiles {
  private TwoFiles() {}

  /**
   * Requires that no two options name one file.
   *
   * @param files the files by option; null for options that were not given
   * @throws Refused naming both options
   */
  static void require(Map<String, Path> files) throws Refused {
    List<String> options = new ArrayList<>(files.keySet());
    options.removeIf(option -> files.get(option) == null);
    for (int i = 0; i < options.size(); i++) {
      for (int j = 0; j < i; j++) {
        if (same(files.get(options.get(i)), files.get(options.get(j)))) {
          throw new Refused(
              "%s and %s name the same file: %s"
                  .formatted(options.get(j), options.get(i), files.get(options.get(j))));
        }
      }
    }
  }

  private static boolean same(Path a, Path b) {
    try {
      return Files.isSameFile(a, b);
    } catch (IOException e) {
      // One of the files does not exist yet.
      return a.toAbsolutePath().normalize().equals(b.toAbsolutePath().normalize());
    }
  }
}
