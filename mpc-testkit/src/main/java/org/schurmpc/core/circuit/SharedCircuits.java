package org.schurmpc.core.circuit;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** Public circuit files beside the project, in {@code ../shared/circuits} of its root. */
public final class SharedCircuits {
  private SharedCircuits() {}

  /** The file of that name; a test that asks for it is skipped where it is absent. */
  public static Path file(String name) {
    Path file = projectRoot().resolveSibling("shared").resolve("circuits").resolve(name);
    Assumptions.assumeTrue(Files.isReadable(file), "skipped: there is no " + file);
    return file;
  }

  /** The folder that holds the parent build file. */
  public static Path projectRoot() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(folder.resolve("mpc-core"))) {
      folder = folder.getParent();
      if (folder == null) {
        throw new IllegalStateException("not run inside the project");
      }
    }
    return folder;
  }
}
