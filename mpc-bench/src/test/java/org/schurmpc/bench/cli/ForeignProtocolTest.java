package org.schurmpc.bench.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.bench.monitor.InProcess;
import org.schurmpc.cli.command.CommandLineProgram;
import org.schurmpc.cli.option.ProtocolFlags;
import org.schurmpc.core.eval.Protocols;
import picocli.CommandLine;

/**
 * Tests a protocol that no module of the project names, with an option that no other protocol has.
 */
@Timeout(60)
class ForeignProtocolTest {
  private static final List<String> MAIN_JOB =
      List.of(
          "--protocol seeded --circuit add_32 --blocks 1 --runs 1 --warmup 0 --rehearsal 0ms"
              .split(" ", -1));

  @TempDir Path folder;

  private static final class Ended {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final int code;

    Ended(String... arguments) {
      code =
          new CommandLineProgram(new BenchCommands())
              .run(
                  arguments,
                  new PrintStream(out, true, StandardCharsets.UTF_8),
                  new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    String out() {
      return out.toString(StandardCharsets.UTF_8);
    }

    String err() {
      return err.toString(StandardCharsets.UTF_8).strip();
    }
  }

  /** Runs the main command, with Monitor, dealer and parties on threads. */
  private JsonNode mainJob(String... more) throws Exception {
    Path json = folder.resolve("result.json");
    RunOptions options = new RunOptions();
    CommandLine line = new CommandLine(options);
    ProtocolFlags.addTo(line, Protocols.all());
    List<String> arguments = new ArrayList<>(MAIN_JOB);
    arguments.addAll(List.of("--json", json.toString()));
    arguments.addAll(List.of(more));
    line.parseArgs(arguments.toArray(String[]::new));
    options.check();
    ByteArrayOutputStream report = new ByteArrayOutputStream();
    EvaluationRun.of(options)
        .measure(
            new PrintStream(report, true, StandardCharsets.UTF_8),
            (plan, usual) -> {
              try {
                return InProcess.run(plan, () -> {});
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            });
    assertTrue(report.toString(StandardCharsets.UTF_8).contains("verified"), report::toString);
    return new ObjectMapper().readTree(json.toFile());
  }

  @Test
  void itsOptionWorksInTheMainJob() throws Exception {
    JsonNode usual = mainJob("--preprocessing", "ot");
    JsonNode longer = mainJob("--preprocessing", "ot", "--message", "107");
    assertEquals("100", usual.get("terms").get("message").asText());
    assertEquals("107", longer.get("terms").get("message").asText());
    for (int party = 0; party < 2; party++) {
      assertEquals(
          usual.get("bytes_sent").get(party).asLong() + 7,
          longer.get("bytes_sent").get(party).asLong());
    }
  }

  /**
   * With a dealer, the option for threads sets the number of sessions, for every protocol. The
   * protocol keeps its own options.
   */
  @Test
  void itsOptionWorksWithADealer() throws Exception {
    JsonNode result = mainJob("--threads", "2", "--message", "5");
    assertEquals(2, result.get("sessions").asInt());
    assertEquals("5", result.get("terms").get("message").asText());
  }

  @Test
  void itRefusesWhatItDoesNotHave() {
    Ended wrong = new Ended("--protocol", "seeded", "--message", "0");
    assertEquals(2, wrong.code);
    assertEquals("mpc-bench: message of seeded is 1 to 10000, not '0'", wrong.err());
    Ended other = new Ended("--protocol", "seeded", "--mac", "linear");
    assertEquals(2, other.code);
    assertEquals(
        "mpc-bench: protocol seeded has no option 'mac'; it has [cheat, message, sigma, threads]",
        other.err());
  }

  @Test
  void othersRefuseItsOption() {
    Ended ended = new Ended("--protocol", "minitrix", "--message", "5");
    assertEquals(2, ended.code);
    assertEquals(
        "mpc-bench: protocol minitrix has no option 'message'; it has [code, cot, encoder, opening,"
            + " ot-k, sigma, threads]",
        ended.err());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help",
        "eval --help",
        "prepare --help",
        "dealer --help",
        "monitor --help",
        "triples --help"
      })
  void helpSaysIt(String line) {
    Ended ended = new Ended(line.split(" "));
    assertEquals(0, ended.code, ended.err());
    String help = ended.out().replaceAll("\\s+", " ");
    assertTrue(
        help.contains(
            "--message=N seeded: bytes that are exchanged for show, 1 to 10,000; default 100."),
        help);
  }

  /** It multiplies in circuits alone. */
  @Test
  void productsAreNotMadeUnderIt() {
    assertFalse(new Ended("mul", "--help").out().contains("--message"));
    Ended ended = new Ended("mul", "--message", "5");
    assertEquals(2, ended.code);
    assertEquals(
        "mpc-bench: --message is an option of seeded, and products are made under mascot or spdz;"
            + " mpc-bench mul --help lists its options",
        ended.err());
  }

  @Test
  void infoListsIt() {
    Ended ended = new Ended("info");
    assertEquals(0, ended.code, ended.err());
    String own = ended.out().substring(ended.out().indexOf("protocol         seeded: "));
    assertTrue(
        own.lines()
            .skip(1)
            .takeWhile(line -> line.startsWith("  --"))
            .anyMatch(
                line ->
                    line.matches(
                        "  --message N +bytes that are exchanged for show, 1 to 10,000;"
                            + " default 100")),
        own);
  }

  /** The configuration is read, and its options reach the protocol. */
  @Test
  void aConfigurationHasIt() throws Exception {
    Path config = folder.resolve("job.toml");
    Files.writeString(
        config,
        """
        protocol = "seeded"
        circuit = "add_32"
        inputs = ["party1", "party2"]
        outputs = ["all"]
        [options]
        message = 0
        [[party]]
        address = "127.0.0.1:9001"
        [[party]]
        """);
    Ended ended =
        new Ended(("eval --party 1 --plaintext --input none --config " + config).split(" "));
    assertEquals(2, ended.code);
    assertEquals("mpc-bench: message of seeded is 1 to 10000, not '0'", ended.err());
  }
}
