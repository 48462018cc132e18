package org.schurmpc.cli.option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.schurmpc.core.abort.Refused;

/** Requires that several options name files of their own. */
public final class DistinctFiles {
  private DistinctFiles() {}

  /**
   * Requires that no two options name one file.
   *
   * @param files the files by option; null for options that were not given
   * @throws Refused naming both options
   */
  public static void require(Map<String, Path> files) throws Refused {
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

  /**
   * Requires that no option names a file to write that is read.
   *
   * @param read the files that are read, by option or key; null for those that were not given
   * @param written the files that are written, likewise
   * @throws Refused naming both options
   */
  public static void requireKept(Map<String, Path> read, Map<String, Path> written) throws Refused {
    for (Map.Entry<String, Path> from : read.entrySet()) {
      for (Map.Entry<String, Path> to : written.entrySet()) {
        if (from.getValue() != null
            && to.getValue() != null
            && same(from.getValue(), to.getValue())) {
          throw new Refused(
              "%s and %s name the same file: %s"
                  .formatted(from.getKey(), to.getKey(), from.getValue()));
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
