package org.schurmpc.circuits.lib;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.circuit.Circuit;
import org.schurmpc.core.circuit.GateType;
import org.schurmpc.core.circuit.PlainEvaluation;
import org.schurmpc.core.circuit.SharedCircuits;
import org.schurmpc.core.circuit.Values;
import org.schurmpc.core.circuit.io.BristolFashion;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.circuit.io.CircuitReader;

/** The files of the library are what the generator writes. */
class LibraryTest {
  private static final int SHORT_BYTES = 1 << 17;

  private static Set<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return new TreeSet<>(
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.matches(".*\\.txt(\\.gz)?|README\\.md"))
              .toList());
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

  /** The circuits whose text is short; all of them, and the index, in the slow suite. */
  @Test
  void shortCommittedFilesAreWhatTheGeneratorWrites() throws Exception {
    Path committed = SharedCircuits.projectRoot().resolve("circuits");
    Set<String> expected = new TreeSet<>(Set.of("README.md"));
    int compared = 0;
    for (LibraryCircuit entry : Library.circuits().values()) {
      Path file = file(committed, entry.name());
      expected.add(file.getFileName().toString());
      byte[] text = text(file);
      if (text.length < SHORT_BYTES) {
        ByteArrayOutputStream generated = new ByteArrayOutputStream();
        BristolFashion.write(entry.maker().get(), generated);
        assertArrayEquals(generated.toByteArray(), text, entry.name() + " is out of date");
        compared++;
      }
    }
    assertEquals(expected, names(committed));
    assertTrue(compared > 80, compared + " circuits were compared");
  }

  private static Path file(Path folder, String name) {
    Path plain = folder.resolve(name + ".txt");
    return Files.exists(plain) ? plain : folder.resolve(name + ".txt.gz");
  }

  @Tag("slow")
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
      assertEquals(CircuitReader.read(file(committed, name)), CircuitLibrary.open(name), name);
    }
  }

  @Test
  void knowsItsCircuitsAndNoOthers() throws Exception {
    assertEquals(6400, CircuitLibrary.open("aes_128").count(GateType.AND));
    for (String other : List.of("aes_129", "../circuits/aes_128")) {
      BadFile refused = assertThrows(BadFile.class, () -> CircuitLibrary.open(other));
      assertFalse(refused.getMessage().contains("mpc-circuits"), refused.getMessage());
    }
  }

  @Test
  void aesOfTheStandard() throws Exception {
    HexFormat hex = HexFormat.of();
    Circuit aes = CircuitLibrary.open("aes_128");
    Values inputs = Values.inputs(aes, 3);
    inputs.set(0, 1, hex.parseHex("000102030405060708090a0b0c0d0e0f"));
    inputs.set(1, 1, hex.parseHex("00112233445566778899aabbccddeeff"));
    Values outputs = Values.outputs(aes, PlainEvaluation.evaluate(aes, inputs.bits()));
    assertEquals("69c4e0d86a7b0430d8cdb78070b4c55a", hex.formatHex(outputs.get(0, 1)));
  }
}
