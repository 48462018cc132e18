package org.schurmpc.core.circuit.io;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.Set;

/**
 * A collection of circuit files, found by {@link java.util.ServiceLoader}. The module mpc-circuits
 * provides the circuits of this project; an application may provide its own.
 */
public interface CircuitFiles {
  /**
   * Opens a circuit's text in Bristol Fashion, which may be compressed with gzip. The caller closes
   * the stream.
   *
   * @param name letters, digits, hyphens and underscores
   * @return the stream, or empty if the collection has no circuit of this name
   */
  Optional<InputStream> open(String name) throws IOException;

  /** Returns the names of all circuits; empty if the collection does not list them. */
  default Set<String> names() {
    return Set.of();
  }
}
