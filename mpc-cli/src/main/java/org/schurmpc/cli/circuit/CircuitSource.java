package org.schurmpc.cli.circuit;

import java.nio.file.Files;
import java.nio.file.Path;
import org.schurmpc.cli.config.Nearest;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.circuit.io.CircuitReader;

/**
 * Names the source of a circuit: the library or a file.
 *
 * @param name a name in the library, or a file's absolute path
 * @param library whether the circuit is in the library
 */
public record CircuitSource(String name, boolean library) {
  /** The circuit that is evaluated by default. */
  public static final CircuitSource DEFAULT = new CircuitSource("aes_128", true);

  /**
   * Returns the source that a user's text names: a file if there is one, or else a circuit of the
   * library.
   *
   * @throws BadFile if neither exists
   */
  public static CircuitSource named(String text) throws BadFile {
    Path file = Path.of(text);
    if (Files.isRegularFile(file)) {
      return new CircuitSource(file.toAbsolutePath().toString(), false);
    }
    if (Files.exists(file)) {
      throw new BadFile(text + " is not a regular file");
    }
    try {
      CircuitLibrary.open(text);
    } catch (BadFile e) {
      String hint = Nearest.hint(text, CircuitLibrary.names());
      throw new BadFile(
          text + " does not exist, nor has the library a circuit of that name" + hint, e);
    }
    return new CircuitSource(text, true);
  }

  /**
   * Reads the circuit.
   *
   * @throws BadFile if the file is not a valid circuit
   */
  public Circuit read() throws BadFile {
    return library ? CircuitLibrary.open(name) : CircuitReader.read(Path.of(name));
  }

  /** Returns the name used in reports: the file's name without its folder. */
  public String shortName() {
    return library ? name : String.valueOf(Path.of(name).getFileName());
  }
}
