package org.schurmpc.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Tests the operator's commands as a program. */
class OperatorCommandsTest {
  private record Outcome(int code, String out, String err) {}

  private static Outcome run(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        new CommandLineProgram(OperatorCommands.standalone())
            .run(
                args,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    return new Outcome(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  @Test
  void theHelpNamesEveryCommandButTheHiddenOne() {
    Outcome outcome = run("--help");
    assertEquals(0, outcome.code(), outcome.err());
    for (String command :
        List.of(
            "eval", "prepare", "prep", "dealer", "keygen", "client", "circuit", "program",
            "info")) {
      assertTrue(outcome.out().matches("(?s).*\\R  " + command + " +\\S.*"), outcome.out());
    }
    assertFalse(outcome.out().matches("(?s).*\\R *child\\b.*"), outcome.out());
  }

  @Test
  void withoutACommandThereIsNothingToDo() {
    Outcome outcome = run();
    assertEquals(2, outcome.code());
    assertEquals("mpc-cli: which command?; see mpc-cli --help", outcome.err().strip());
  }

  @Test
  void theDealerKnowsNoBenchmark() {
    Outcome outcome = run("dealer", "--monitor", "127.0.0.1:1");
    assertEquals(2, outcome.code());
    assertTrue(outcome.err().contains("--monitor"), outcome.err());
    String help = run("dealer", "--help").out();
    assertFalse(help.contains("--monitor") || help.contains("Monitor"), help);
  }

  /** The child runs the operator's program, in a process of its own. */
  @Test
  void asksAChildForItsKernels() {
    Outcome outcome = run("info");
    assertEquals(0, outcome.code(), outcome.err());
    List<String> lines = outcome.out().lines().toList();
    assertTrue(
        lines.stream().anyMatch(line -> line.startsWith("  JVM            Java ")), outcome.out());
    assertTrue(
        lines.stream().anyMatch(line -> line.startsWith("  transport      Netty")), outcome.out());
  }

  @Test
  void describesACircuit() {
    Outcome outcome = run("circuit", "aes_128");
    assertEquals(0, outcome.code(), outcome.err());
    String out = outcome.out();
    assertTrue(out.matches("(?s).*AND +6,400\\R.*"), out);
    assertTrue(out.matches("(?s).*AND depth +60\\R.*"), out);
    assertTrue(out.contains("7bf2f239f82b4e07") && out.contains("key, then plaintext"), out);
    assertFalse(out.toLowerCase(Locale.ROOT).contains("lookup"), out);
  }

  @Test
  void describesACircuitWithLookups() {
    String out = run("circuit", "aes_128_decrypt_sbox").out();
    assertTrue(out.matches("(?s).*\\RLOOKUP +200\\R.*"), out);
    assertTrue(out.matches("(?s).*\\Rtables \\(bits\\) +2 of 8 to 8\\R.*"), out);
    assertTrue(out.matches("(?s).*\\Rdepth +20\\R.*"), out);
    assertTrue(out.matches("(?s).*\\Rlookups a layer +min 4, median 16, max 16\\R.*"), out);
    assertTrue(
        run("circuit", "aes_128_sbox").out().contains("key, then plaintext; the whole"), out);
  }
}
