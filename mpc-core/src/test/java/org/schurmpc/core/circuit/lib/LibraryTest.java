package org.schurmpc.core.circuit.lib;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.circuit.SharedCircuits;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.circuit.io.CircuitReader;

/** The files of the library are what the generator writes. */
class LibraryTest {
  private static Set<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return new TreeSet<>(files.map(file -> file.getFileName().toString()).toList());
    }
  }

  /** Unpacked, since Java runtimes may pack differently. */
  private static byte[] text(Path file) throws IOException {
    if (!file.toString().endsWith(".gz")) {
      return Files.readAllBytes(file);
    }
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      return in.readAllBytes();
    }
  }

  @Test
  void committedFilesAreWhatTheGeneratorWrites(@TempDir Path folder) throws Exception {
    GenerateCircuits.main(new String[] {folder.toString()});
    Path committed = SharedCircuits.projectRoot().resolve("circuits");
    assertEquals(names(folder), names(committed));
    for (String name : names(folder)) {
      assertArrayEquals(
          text(folder.resolve(name)), text(committed.resolve(name)), name + " is out of date");
    }
  }

  @Test
  void allOpenByName() throws Exception {
    Path committed = SharedCircuits.projectRoot().resolve("circuits");
    for (String name : Library.circuits().keySet()) {
      Path plain = committed.resolve(name + ".txt");
      Path file = Files.exists(plain) ? plain : committed.resolve(name + ".txt.gz");
      assertEquals(CircuitReader.read(file), CircuitLibrary.open(name), name);
    }
  }
}
