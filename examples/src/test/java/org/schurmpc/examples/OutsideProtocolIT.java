package org.schurmpc.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a protocol in a jar beside the jar of the benchmark: its option works like those of the
 * project's protocols.
 */
class OutsideProtocolIT {
  private static final long LIMIT_SECONDS = 120;
  private static final Path PROTOCOL =
      Path.of(System.getProperty("examples.built"), "outside-protocol/target/outside-protocol.jar");

  @TempDir private Path folder;

  @Test
  void itsOptionWorksInTheMainJob() throws Exception {
    String main = "--protocol insecure-triples --circuit add_32 --runs 1 --rehearsal 0ms";
    String report = run(0, main + " --blocks 10 --at-once 7");
    assertTrue(report.contains("insecure-triples, 7 lanes, 2 passes a run"), report);
    assertTrue(report.strip().endsWith("verified"), report);
    assertTrue(run(0, main).contains("insecure-triples, 64 lanes, 1 pass a run"));
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
    Path root = Path.of(System.getProperty("project.root"));
    String page = Files.readString(root.resolve("docs/adding-a-protocol.md"));
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
            System.getProperty("bench.jar") + File.pathSeparator + PROTOCOL,
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
