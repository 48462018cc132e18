package org.schurmpc.core.circuit.io;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.SortedSet;
import java.util.TreeSet;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.circuit.Circuit;

/**
 * Opens circuits by name from the collections on the class path and the module path ({@link
 * CircuitFiles}). The artifact mpc-circuits provides the collection of this project.
 */
public final class CircuitLibrary {
  private CircuitLibrary() {}

  /** Returns the names of the circuits that the collections list. */
  public static SortedSet<String> names() {
    TreeSet<String> names = new TreeSet<>();
    for (CircuitFiles files : ServiceLoader.load(CircuitFiles.class)) {
      names.addAll(files.names());
    }
    return names;
  }

  /**
   * Opens a circuit of the library.
   *
   * @param name the file's name without its extension, such as {@code aes_128}
   * @throws BadFile if no collection has a circuit of this name; if there is no collection at all,
   *     the message names the artifact to add
   */
  public static Circuit open(String name) throws BadFile {
    String unknown = "there is no circuit named " + name + " in the library";
    if (!name.matches("[A-Za-z0-9_-]{1,64}")) {
      throw new BadFile(unknown);
    }
    boolean empty = true;
    for (CircuitFiles files : ServiceLoader.load(CircuitFiles.class)) {
      empty = false;
      try {
        Optional<InputStream> found = files.open(name);
        if (found.isPresent()) {
          try (InputStream in = found.get()) {
            return CircuitReader.read(in, "library circuit " + name);
          }
        }
      } catch (IOException e) {
        throw new BadFile("library circuit " + name + " cannot be read: " + e.getMessage(), e);
      }
    }
    throw new BadFile(
        empty
            ? unknown
                + ": neither class path nor module path has one; add org.schurmpc:mpc-circuits"
            : unknown);
  }
}
