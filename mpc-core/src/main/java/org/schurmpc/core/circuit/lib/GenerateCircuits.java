package org.schurmpc.core.circuit.lib;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.schurmpc.core.abort.MpcException;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.io.BristolFashion;

/** Writes the files of the circuit library into a folder. */
public final class GenerateCircuits {
  private GenerateCircuits() {}

  /** The library: a generator for each name. */
  public static Map<String, Supplier<Circuit>> library() {
    Map<String, Supplier<Circuit>> library = new TreeMap<>();
    library.put("aes_128", Aes128::small);
    library.put("aes_128_shallow", Aes128::shallow);
    return library;
  }

  /** Writes {@code NAME.txt} for each circuit of the library into the folder named. */
  public static void main(String[] arguments) throws MpcException, IOException {
    if (arguments.length != 1) {
      throw new IllegalArgumentException("usage: GenerateCircuits FOLDER");
    }
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    for (Map.Entry<String, Supplier<Circuit>> entry : library().entrySet()) {
      BristolFashion.write(entry.getValue().get(), folder.resolve(entry.getKey() + ".txt"));
    }
  }
}
