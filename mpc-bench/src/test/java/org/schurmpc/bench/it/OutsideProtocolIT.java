package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a protocol that is on the class path beside the jar of the benchmark: its option works like
 * those of the project's protocols.
 */
class OutsideProtocolIT {
  private static final long LIMIT_SECONDS = 120;
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Path SOURCES = ROOT.resolve("examples/outside-protocol/src/main");

  @TempDir private static Path protocol;
  @TempDir private Path folder;

  /** Compiles the protocol against the jar of the benchmark alone. */
  @BeforeAll
  static void compile() throws IOException {
    List<String> arguments =
        new ArrayList<>(List.of("-cp", System.getProperty("bench.jar"), "-d", protocol.toString()));
    for (Path file : files(SOURCES.resolve("java"))) {
      arguments.add(file.toString());
    }
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(new String[0]));
    assertEquals(0, code);
    Path resources = SOURCES.resolve("resources");
    for (Path file : files(resources)) {
      Path copy = protocol.resolve(resources.relativize(file).toString());
      Files.createDirectories(copy.getParent());
      Files.copy(file, copy);
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  @Test
  void itsOptionWorksInTheMainJob() throws Exception {
    String main = "--protocol insecure-triples --circuit add_32 --runs 1 --rehearsal 0ms";
    String report = run(0, main + " --blocks 10 --at-once 7");
    assertTrue(report.contains("insecure-triples, 7 lanes, 2 passes a run"), report);
    assertTrue(report.strip().endsWith("verified"), report);
    assertEquals(
        "mpc-bench: at-once of insecure-triples is 1 to 4096, not '0'",
        run(2, main + " --at-once 0").strip());
  }

  @Test
  void helpSaysWhatItIs() throws Exception {
    String help = run(0, "--help").replaceAll("\\s+", " ");
    String said =
        "--at-once=N insecure-triples: instances that are evaluated at once, 1 to 4,096;"
            + " default 64.";
    assertTrue(help.contains(said), help);
  }

  @Test
  void infoListsIt() throws Exception {
    String info = run(0, "info");
    assertTrue(
        info.matches(
            "(?s).*\\Rprotocol +insecure-triples: XOR shares.*?\\R  --at-once N +instances.*"),
        info);
  }

  /** Runs the command that the manual shows. */
  @Test
  void theManualRunsIt() throws Exception {
    String page = Files.readString(ROOT.resolve("docs/adding-a-protocol.md"));
    String line =
        "java -cp mpc-bench.jar:outside-protocol.jar org.schurmpc.bench.Main --protocol"
            + " insecure-triples --at-once 7";
    assertTrue(page.contains(line), page);
  }

  private String run(int code, String arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("bench.jar") + File.pathSeparator + protocol,
            "org.schurmpc.bench.Main"));
    command.addAll(List.of(arguments.split(" ")));
    Path said = Files.createTempFile(folder, "said", ".txt");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();
    try {
      assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "it does not end");
      assertEquals(code, process.exitValue(), Files.readString(said));
      return Files.readString(said);
    } finally {
      process.destroyForcibly();
    }
  }
}
