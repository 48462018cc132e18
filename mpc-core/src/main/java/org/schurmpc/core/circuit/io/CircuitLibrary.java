package org.schurmpc.core.circuit.io;

import java.io.IOException;
import java.io.InputStream;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.circuit.Circuit;

/** The circuits that come with the jar; {@code circuits/README.md} lists them. */
public final class CircuitLibrary {
  private static final String FOLDER = "/org/schurmpc/circuits/";

  private CircuitLibrary() {}

  /**
   * Opens a circuit of the library.
   *
   * @param name the file's name without its ending, such as {@code aes_128}
   * @throws BadFile if there is none of that name
   */
  public static Circuit open(String name) throws BadFile {
    String unknown = "there is no circuit named " + name + " in the library";
    if (!name.matches("[A-Za-z0-9_-]{1,64}")) {
      throw new BadFile(unknown);
    }
    try (InputStream in = resource(name)) {
      if (in == null) {
        throw new BadFile(unknown);
      }
      return CircuitReader.read(in, "library circuit " + name);
    } catch (IOException e) {
      throw new BadFile("library circuit " + name + " cannot be read: " + e.getMessage(), e);
    }
  }

  private static InputStream resource(String name) {
    InputStream text = CircuitLibrary.class.getResourceAsStream(FOLDER + name + ".txt");
    return text != null
        ? text
        : CircuitLibrary.class.getResourceAsStream(FOLDER + name + ".txt.gz");
  }
}
