package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the commands of docs/programs.md as they stand there: three processes over TLS, from the
 * source to the result, with preprocessing by MASCOT.
 */
@EnabledOnOs(OS.LINUX)
class ProgramIT {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Path PAGE = ROOT.resolve("docs/programs.md");
  private static final Path SOURCE =
      ROOT.resolve("examples/salaries/src/main/java/org/schurmpc/examples/salaries/Salaries.java");
  private static final Pattern BLOCK = Pattern.compile("```sh\\R(.*?)```", Pattern.DOTALL);
  private static final String JAR = "mpc-bench/target/mpc-bench.jar";
  private static final String LIGHT =
      "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dorg.schurmpc.kernels=plain";

  @TempDir Path folder;

  private record Shell(Process process, Path out, Path err) {
    String end() throws Exception {
      assertTrue(process.waitFor(BenchRun.LIMIT_SECONDS, TimeUnit.SECONDS), "it does not end");
      String said = Files.readString(out);
      assertEquals(0, process.exitValue(), said + Files.readString(err));
      return said;
    }
  }

  private Shell start(String block) throws IOException {
    Path out = Files.createTempFile(folder, "out", ".txt");
    Path err = Files.createTempFile(folder, "err", ".txt");
    ProcessBuilder shell =
        new ProcessBuilder("bash", "-e", "-c", block)
            .directory(folder.toFile())
            .redirectError(err.toFile())
            .redirectOutput(out.toFile());
    String java = Path.of(System.getProperty("java.home"), "bin").toString();
    shell.environment().merge("PATH", java, (path, first) -> first + ":" + path);
    shell.environment().put("SCHUR_MPC_STATE", folder.resolve("state").toString());
    shell.environment().put("JDK_JAVA_OPTIONS", LIGHT);
    return new Shell(shell.start(), out, err);
  }

  /** Runs the blocks of the page; those of Alice, Bob and Carol side by side. */
  private List<String> run(List<String> blocks) throws Exception {
    List<String> said = new ArrayList<>();
    List<Shell> together = new ArrayList<>();
    try {
      for (String block : blocks) {
        together.add(start(block));
        if (!block.startsWith("# Alice") && !block.startsWith("# Bob")) {
          for (Shell each : together) {
            said.add(each.end());
          }
          together.clear();
        }
      }
      return said;
    } finally {
      together.forEach(shell -> shell.process.destroyForcibly());
    }
  }

  private static List<String> blocks(String page) throws IOException {
    List<String> blocks = new ArrayList<>();
    try (ServerSocket first = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ServerSocket second = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Matcher matcher = BLOCK.matcher(page);
      while (matcher.find()) {
        blocks.add(
            matcher
                .group(1)
                .replace(JAR, System.getProperty("bench.jar"))
                .replace(" examples/", " " + ROOT + "/examples/")
                .replace(":9001", ":" + first.getLocalPort())
                .replace(":9002", ":" + second.getLocalPort()));
      }
    }
    return blocks;
  }

  @Test
  void thePageLeadsToTheResult() throws Exception {
    String page = Files.readString(PAGE);
    List<String> said = run(blocks(page));
    assertEquals(15, said.size());
    assertTrue(said.get(0).contains("salaries2, party 2, 2 of unsigned 20"), said.get(0));
    assertTrue(said.get(7).contains("holds material for 2 runs"), said.get(7));
    String alice = said.get(9);
    assertEquals("The average is above 3000\nabove1 = -300\ntotal = 18600\n", alice);
    assertTrue(page.contains("Alice sees\n\n```\n" + alice + "```"), "the page shows the result");
    assertEquals(alice.replace("above1 = -300", "above2 = -2700"), said.get(10));
    assertEquals("The average is above 3000\n", said.get(11));
    assertEquals(
        "above3 = 3000\ntotal = 18600\n", Files.readString(folder.resolve("carol-result.txt")));
    assertEquals(alice, said.get(12), "with preprocessing in the run");
    assertEquals(alice.replace("above1 = -300", "above3 = 3000"), said.get(14));
    String source = Files.readString(SOURCE);
    assertTrue(page.contains(source.substring(source.indexOf("public final class"))), "source");
  }
}
