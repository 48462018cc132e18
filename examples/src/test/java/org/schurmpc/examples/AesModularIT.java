package org.schurmpc.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the modular example: as an image that jlink made, and with a jar taken away. */
class AesModularIT {
  private static final Path TARGET =
      Path.of(System.getProperty("examples.built"), "aes-modular/target");
  private static final String MODULE = "org.schurmpc.examples.modular";
  // Party 2 only connects, and does not listen at its address.
  private static final String NOBODY = "127.0.0.1:9";
  private static final String KEY = "000102030405060708090a0b0c0d0e0f";
  private static final String BLOCK = "00112233445566778899aabbccddeeff";
  private static final String CIPHERTEXT = "69c4e0d86a7b0430d8cdb78070b4c55a";

  @TempDir private Path folder;
  private Processes processes;

  @BeforeEach
  void begin() {
    processes = new Processes(folder);
  }

  @AfterEach
  void end() {
    processes.close();
  }

  /** The image has the Vector API, and the core reads it as a module. */
  @Test
  void anImageEvaluatesAes() throws Exception {
    String aes = TARGET.resolve("image/bin/aes").toString();
    String address = "127.0.0.1:" + Processes.freePort();
    Path said1 = processes.start(List.of(aes, "1", address, NOBODY, KEY, "plaintext"));
    Path said2 = processes.start(List.of(aes, "2", address, NOBODY, BLOCK, "plaintext"));
    assertEquals(0, processes.exitCode(0), () -> Processes.all(said1));
    assertEquals(0, processes.exitCode(1), () -> Processes.all(said2));
    assertEquals(CIPHERTEXT, Processes.lastLine(said1));
    assertEquals(CIPHERTEXT, Processes.lastLine(said2));
  }

  @Test
  void vectorKernelsLoadFromAModule() throws Exception {
    String java = TARGET.resolve("image/bin/java").toString();
    String forced = "-Dorg.schurmpc.kernels=vector";
    String main = MODULE + "/" + MODULE + ".AesModular";
    String address = "127.0.0.1:" + Processes.freePort();
    List<String> program = List.of(java, "--add-modules=jdk.incubator.vector", forced, "-m", main);
    Path said = processes.start(with(program, "2", address, NOBODY, BLOCK, "TLS", "none", "none"));
    assertEquals(3, processes.exitCode(0), () -> Processes.all(said));
    assertTrue(Processes.all(said).contains("vector kernels of "), Processes.all(said));
  }

  @Test
  void withoutTheCircuitsTheErrorNamesTheirArtifact() throws Exception {
    Path said = runWithoutCircuits(List.of("-cp", jars(), MODULE + ".AesModular"));
    assertTrue(
        Processes.lastLine(said).endsWith("add org.schurmpc:mpc-circuits"), () -> said.toString());
    assertTrue(Processes.lastLine(said).contains("aes_128"), Processes.lastLine(said));
  }

  private Path runWithoutCircuits(List<String> how) throws Exception {
    List<String> program = with(List.of(Processes.java()), how.toArray(new String[0]));
    Path said = processes.start(with(program, "1", NOBODY, NOBODY, KEY, "plaintext"));
    assertEquals(3, processes.exitCode(0), () -> Processes.all(said));
    return said;
  }

  private static List<String> with(List<String> command, String... arguments) {
    return Stream.concat(command.stream(), Stream.of(arguments)).toList();
  }

  /** All jars of the example but the library of circuits. */
  private static String jars() throws IOException {
    try (Stream<Path> modules = Files.list(TARGET.resolve("modules"))) {
      List<Path> jars = modules.toList();
      assertTrue(jars.stream().anyMatch(AesModularIT::isLibrary), jars.toString());
      return Stream.concat(
              jars.stream().filter(jar -> !isLibrary(jar)),
              Stream.of(TARGET.resolve("aes-modular.jar")))
          .map(Path::toString)
          .collect(Collectors.joining(File.pathSeparator));
    }
  }

  private static boolean isLibrary(Path jar) {
    return jar.getFileName().toString().startsWith("mpc-circuits-");
  }
}
