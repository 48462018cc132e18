package org.schurmpc.circuits.lib;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.io.BristolFashion;

/** Writes the files of the circuit library and their index into a folder. */
public final class GenerateCircuits {
  /** Maximum size of texts that are not compressed. */
  private static final int MOST_BYTES = 1 << 17;

  private GenerateCircuits() {}

  /**
   * Writes {@code NAME.txt}, or {@code NAME.txt.gz} if the file is large, for each circuit of the
   * library, and {@code README.md}, into the folder given by the first argument. Removes files of
   * circuits that are not in the library any more.
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 1) {
      throw new IllegalArgumentException("usage: GenerateCircuits FOLDER");
    }
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    try (DirectoryStream<Path> old = Files.newDirectoryStream(folder, "*.{txt,txt.gz}")) {
      for (Path file : old) {
        Files.delete(file);
      }
    }
    Map<String, LibraryIndex.Figures> figures = new TreeMap<>();
    for (LibraryCircuit entry : Library.circuits().values()) {
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      Circuit circuit = entry.maker().get();
      BristolFashion.write(circuit, text);
      figures.put(entry.name(), LibraryIndex.figures(entry.name(), circuit));
      if (text.size() > MOST_BYTES) {
        try (GZIPOutputStream out =
            new GZIPOutputStream(Files.newOutputStream(folder.resolve(entry.name() + ".txt.gz")))) {
          text.writeTo(out);
        }
      } else {
        Files.write(folder.resolve(entry.name() + ".txt"), text.toByteArray());
      }
    }
    String index = LibraryIndex.text(Library.circuits().values(), figures);
    Files.write(folder.resolve("README.md"), index.getBytes(StandardCharsets.UTF_8));
  }
}
