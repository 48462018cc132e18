package org.schurmpc.circuits;

import java.io.InputStream;
import java.util.Optional;
import java.util.Set;
import org.schurmpc.circuits.lib.Library;
import org.schurmpc.core.circuit.io.CircuitFiles;

/** The circuit files of this module; {@code circuits/README.md} lists them. */
public final class LibraryFiles implements CircuitFiles {
  @Override
  public Optional<InputStream> open(String name) {
    InputStream text = LibraryFiles.class.getResourceAsStream(name + ".txt");
    return Optional.ofNullable(
        text != null ? text : LibraryFiles.class.getResourceAsStream(name + ".txt.gz"));
  }

  @Override
  public Set<String> names() {
    return Library.circuits().keySet();
  }
}
