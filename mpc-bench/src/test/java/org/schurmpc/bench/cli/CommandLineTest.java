package org.schurmpc.bench.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.bench.it.SecretFile;
import org.schurmpc.bench.monitor.RunFailed;
import org.schurmpc.cli.command.CommandLineProgram;
import org.schurmpc.core.abort.ExitCode;

class CommandLineTest {
  @TempDir Path folder;

  private record Outcome(int code, String out, String err) {}

  private static Outcome run(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        new CommandLineProgram(new BenchCommands())
            .run(
                args,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    return new Outcome(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static void refuses(int code, String... args) {
    Outcome outcome = run(args);
    String shown = Arrays.toString(args) + ": " + outcome;
    assertEquals(code, outcome.code(), shown);
    assertEquals(1, outcome.err().lines().count(), shown);
    assertTrue(outcome.err().startsWith("mpc-bench: "), shown);
    assertEquals("", outcome.out(), shown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "--protocol nothing",
        "--protocol minitrix --code 255x127",
        "--protocol minitrix --packing bytes",
        "--protocol minitrix --encoder pigeons",
        "--protocol minimac --conversion none",
        "--protocol minimac --conversion one --symmetric",
        "--protocol minimac --packing words",
        "--protocol minimac --simultaneous maybe",
        "--protocol tinyot --symmetric",
        "--protocol tinyot --mac linear",
        "--protocol tinytable --mac lookup8",
        "--protocol tinytable --mac",
        "--protocol tinytable --mac linear --parties 3",
        "--protocol minitrix --table-method demux",
        "--protocol minitrix --in-a-row -1",
        "--protocol minitrix --in-a-row 1001",
        "--protocol minitrix --in-a-row 5 --preprocessing store:there",
        "monitor --protocol tinytable --mac none --listen 127.0.0.1:0 --plaintext",
        "--protocol minitrix --opening wide",
        "--protocol minitrix --page 8080",
        "--protocol minitrix --page 0.0.0.0:0",
        "--protocol minitrix --page no.such.host.invalid:0",
        "--protocol minitrix --page-token-file there",
        "monitor --protocol minitrix --listen 127.0.0.1:0 --plaintext --page",
        "--protocol minitrix --runs 0",
        "--protocol minitrix --runs five",
        "--protocol minitrix --warmup -1",
        "--protocol minitrix --blocks 0",
        "--protocol minitrix --parties 1",
        "--protocol minitrix --parties 17",
        "--protocol minimac --parties -3",
        "--protocol minitrix --parties three",
        "--protocol tinyot --parties 3",
        "monitor --protocol tinyot --parties 3 --listen 127.0.0.1:0 --plaintext",
        "ot --parties 3",
        "triples --protocol tinyot --parties 3",
        "--protocol minitrix --instances 0",
        "--protocol minitrix --instances 1000",
        "--protocol minitrix --stagger 200",
        "--protocol minitrix --timeout 0s",
        "--protocol minitrix --timeout 9999999m",
        "--protocol minitrix --seed x",
        "--protocol minitrix --heap 1",
        "--protocol minitrix --jvm /nowhere",
        "--protocol minitrix --preprocessing magic",
        "--protocol minitrix --unknown",
        "--protocol",
        "surplus",
        "circuit",
        "child",
        "child party",
        "info --jvm /nowhere",
        "--protocol minitrix --sigma 41",
        "--protocol minitrix --threads 65",
        "--protocol minitrix --threads x",
        "--protocol minitrix --threads 64 --instances 5",
        "--protocol minitrix --parties 3 --preprocessing ot",
        "--protocol tinyot --threads 257 --preprocessing ot",
        "--protocol minitrix --blocks 1,0",
        "--protocol minitrix --blocks 1,,8",
        "--protocol minitrix --blocks 1,x",
        "--protocol minitrix --threads 0",
        "--protocol minitrix --sigma high",
        "ot --k 3",
        "ot --k 0",
        "ot --k x",
        "ot --count 0",
        "ot --count -5",
        "ot --count 10000000001",
        "ot --count 99999999999999999999",
        "ot --runs 0",
        "ot --timeout 0s",
        "ot --heap 1",
        "ot --jvm /nowhere",
        "ot --sigma 64",
        "ot surplus",
        "monitor",
        "monitor --protocol minitrix",
        "monitor --protocol minitrix --listen here",
        "monitor --protocol minitrix --listen 127.0.0.1:0",
        "monitor --protocol minitrix --listen 127.0.0.1:0 --plaintext",
        "monitor --protocol minitrix --listen 127.0.0.1:0 --connect-timeout 0s --plaintext",
        "monitor --listen 127.0.0.1:0 --plaintext",
        "monitor --protocol minitrix --jvm /nowhere",
        "party",
        "party --party 3",
        "party --party 17",
        "party --party -1",
        "party --party 1 --instance 0",
        "party --party 1 --plaintext",
        "party --party 2 --plaintext --monitor 127.0.0.1:1",
        "party --party 2 --monitor 127.0.0.1:1",
        "party --party 2 --monitor 127.0.0.1:1 --token-file none",
        "dealer --monitor 127.0.0.1:1 --plaintext",
        "dealer --monitor 127.0.0.1:1 --protocol minitrix",
        "dealer --monitor 127.0.0.1:1 --forever",
        "dealer --advertise here",
        "dealer --token-file none",
        "triples",
        "triples --protocol nothing",
        "triples --protocol minimac",
        "triples --protocol tinyot --sigma 41",
        "triples --protocol tinyot --sigma x",
        "triples --protocol seeded --count 0",
        "triples --protocol tinyot --threads 0",
        "triples --protocol tinyot --threads 257",
        "triples --protocol seeded --rehearsal 9999999m",
        "triples --protocol seeded --k 4",
        "triples --protocol mascot --parties 1",
        "triples --protocol mascot --parties 17",
        "triples --protocol mascot --kind pigeon",
        "triples --protocol mascot --kind input3",
        "triples --protocol mascot --kind square --field gf2_40",
        "triples --protocol mascot --field pigeon",
        "triples --protocol mascot --field 15",
        "triples --protocol mascot --batch 0",
        "triples --protocol mascot --threads 129",
        "triples --protocol tinyot --batch 64",
        "triples --protocol tinyot --field p128",
        "--protocol minitrix --field gf2_40",
        "--protocol tinyot --batch 64 --preprocessing ot",
        "--protocol spdz --opening wide",
        "--protocol spdz --field p128",
        "--protocol mascot",
        "--protocol spdz --cipher des",
        "--protocol spdz --cipher aes --method raw",
        "--protocol spdz --cipher 3des --method bd",
        "--protocol spdz --cipher aes --method magic",
        "--protocol spdz --cipher aes --key-schedule maybe",
        "--protocol spdz --cipher aes --circuit aes_128",
        "--protocol spdz --cipher aes --program vickrey",
        "--protocol spdz --key-schedule on",
        "--protocol spdz --key-schedule on --program vickrey",
        "--protocol minitrix --cipher aes",
        "--protocol minitrix --method lt",
        "monitor --protocol tinyot --cipher aes --listen 127.0.0.1:0 --plaintext",
        "mul --protocol minitrix",
        "mul --protocol tinyot --field gf2_40",
        "mul --field pigeon",
        "mul --opening wide",
        "mul --sigma 300",
        "mul --parties 1",
        "mul --parties 17",
        "mul --count 0",
        "mul --batch 0",
        "mul --batch 99999999",
        "mul --threads 2",
        "mul surplus",
        "prepare --party 1 --parties 3 --store there --blocks 5",
        "prepare --party 4 --parties 3 --store there --demand triple=5",
        "prepare --party 1 --parties 17 --store there --demand triple=5",
        "prepare --party 1 --parties 3 --protocol tinyot --store there --demand and=5 --plaintext",
        "jmh -f many",
        "jmh -no-such-option",
        "jmh NoSuchBenchmark",
        "jmh [",
        "--protocol minitrix --link 3gbit",
        "--protocol minitrix --link 0mbit,5ms",
        "ot --link 5ms,100mbit",
        "triples --protocol tinyot --link modem",
        "reproduce",
        "reproduce spz",
        "reproduce lut --table 6",
        "reproduce lut --figure 1",
        "reproduce lut --threads 2",
        "reproduce lut --link wan",
        "reproduce lut --runs 5",
        "reproduce spdz --table 4",
        "reproduce spdz --figure 2",
        "reproduce spdz --threads 65",
        "reproduce spdz --widths 0",
        "reproduce spdz --runs 5",
        "reproduce mascot --widths 5",
        "reproduce mascot --table 3",
        "reproduce mascot --end-to-end",
        "reproduce tinytable --end-to-end",
        "reproduce minimac --end-to-end --figure 5",
        "reproduce mascot --figure 8",
        "reproduce mascot --figure 2",
        "reproduce mascot --threads 0",
        "reproduce mascot --threads 1,101",
        "reproduce mascot --mac linear",
        "reproduce mascot --runs 5",
        "reproduce mascot --each 1s",
        "reproduce mascot --link wan",
        "reproduce minimac --threads 2",
        "reproduce tinytable --threads 2",
        "reproduce tinytable --table 4",
        "reproduce tinytable --table 2,x",
        "reproduce tinytable --figure 5",
        "reproduce tinytable --runs 5",
        "reproduce tinytable --instances 1",
        "reproduce tinytable --mac lookup8",
        "reproduce tinytable --each 0s",
        "reproduce tinytable --each 1s --quick",
        "reproduce tinytable --each 9999999m",
        "reproduce tinytable --link modem",
        "reproduce tinytable --budget 0s",
        "reproduce minimac --table 2",
        "reproduce minimac --mac linear",
        "reproduce minimac --each 30s",
        "reproduce minimac --link 1gbit",
        "reproduce minimac more",
        "reproduce minimac --figure",
        "reproduce minimac --figure 4",
        "reproduce minimac --figure 5,x",
        "reproduce minimac --figure 5 14",
        "reproduce minimac --runs 0",
        "reproduce minimac --runs many",
        "reproduce minimac --instances 0",
        "reproduce minimac --budget 0s",
        "reproduce minimac --budget long",
        "reproduce minimac --jvm /nowhere",
        "reproduce minimac --heap 1",
        "reproduce minimac --code 255x85"
      })
  void wrongCallsEndWithTwo(String line) {
    refuses(2, Arrays.stream(line.split(" ")).filter(s -> !s.isEmpty()).toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "not a circuit",
        "1 3",
        "1 3\n2 1 1\n1 1\n\n2 1 0 1 2 NAND\n",
        "1 3\n2 1 1\n1 1\n\n2 1 0 7 2 AND\n",
        "2 4\n2 1 1\n1 1\n\n2 1 0 1 2 AND\n",
        "2000000000 2000000000\n2 1 1\n1 1\n",
        "99999999999999999999 3\n2 1 1\n1 1\n",
        "1 3\n2 1 1\n1 1\n\n2 1 0 1 2 AND\nmore"
      })
  void malformedCircuitsEndWithThree(String text) throws Exception {
    Path file = Files.writeString(folder.resolve("bad.txt"), text);
    refuses(3, "--protocol", "minitrix", "--circuit", file.toString());
    refuses(3, "circuit", file.toString());
  }

  @Test
  void missingCircuitsEndWithThree() {
    refuses(3, "--protocol", "minitrix", "--circuit", folder.resolve("none").toString());
    refuses(3, "--protocol", "minitrix", "--circuit", folder.toString());
    refuses(3, "circuit", "no_such_circuit");
  }

  private String tokenFile(String text) throws Exception {
    return SecretFile.write(folder.resolve("token"), text).toString();
  }

  @Test
  void whatOnlyTheMainJobStartsIsRefusedByHand() throws Exception {
    String monitor = "monitor --protocol minitrix --listen 127.0.0.1:0 --plaintext --token-file ";
    monitor += tokenFile("0123456789abcdef");
    for (String option : List.of("--threads 2", "--blocks 1,8")) {
      Outcome outcome = run((monitor + " " + option).split(" "));
      assertEquals(2, outcome.code(), outcome.err());
      assertTrue(outcome.err().contains("started by hand"), outcome.err());
    }
  }

  @Test
  void addressesThatNobodyCanCallAreRefused() throws Exception {
    String token = tokenFile("0123456789abcdef");
    for (String line :
        List.of(
            "party --party 1 --monitor 127.0.0.1:1",
            "party --party 1 --monitor 127.0.0.1:1 --listen 0.0.0.0:0",
            "party --party 1 --monitor 127.0.0.1:1 --listen [::]:0",
            "party --party 1 --monitor 127.0.0.1:0 --listen 127.0.0.1:0",
            "party --party 2 --monitor 127.0.0.1",
            "dealer --monitor 127.0.0.1:1",
            "dealer --monitor 127.0.0.1:1 --listen 127.0.0.1:0 --advertise a\u001b[2Jb",
            "dealer --monitor 127.0.0.1:1 --listen 0.0.0.0:0")) {
      refuses(2, (line + " --plaintext --token-file " + token).split(" "));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "magic | --preprocessing is dealer, ot or store:DIR, not 'magic'",
        "store: | --preprocessing is store:DIR, not 'store:'",
        "store:x --instances 2 | a store is used by one session at a time: leave out --instances",
        "store:x --in-a-row 2 | --in-a-row wants material in memory, not in a store: leave one out",
        "ot --parties 3 | minitrix prepares its material without a dealer for two parties, not 3: use"
      })
  void sourcesOfMaterialAreRefusedByName(String given, String sentence) {
    Outcome outcome = run(("--protocol minitrix --preprocessing " + given).split(" "));
    assertEquals(2, outcome.code(), outcome.err());
    assertTrue(outcome.err().startsWith("mpc-bench: " + sentence), outcome.err());
  }

  @Test
  void whatIsNoTokenEndsWithThree() throws Exception {
    for (String text : List.of("", "short", "two words of a token", "x".repeat(300))) {
      String file = tokenFile(text);
      refuses(
          3, ("party --party 2 --monitor 127.0.0.1:1 --plaintext --token-file " + file).split(" "));
    }
  }

  @Test
  void tokensThatOthersCanReadEndWithThree() throws Exception {
    Path token = Path.of(tokenFile("0123456789abcdef"));
    assumeTrue(
        token.getFileSystem().supportedFileAttributeViews().contains("posix"),
        "this file system has no POSIX permissions");
    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r-----"));
    for (String line :
        List.of(
            "party --party 2 --monitor 127.0.0.1:1 --plaintext --token-file ",
            "--protocol minitrix --page 127.0.0.1:0 --page-token-file ")) {
      Outcome outcome = run((line + token).split(" "));
      assertEquals(3, outcome.code(), outcome.err());
      assertTrue(outcome.err().contains("chmod 600"), outcome.err());
    }
  }

  @Test
  void reportsOfStoredResults() throws Exception {
    Path bad = Files.writeString(folder.resolve("bad.json"), "{");
    Path page = folder.resolve("page.html");
    refuses(2, "report", bad.toString());
    refuses(2, "report", "--out", page.toString());
    refuses(2, "report", bad.toString(), "--out", bad.toString());
    refuses(3, "report", bad.toString(), "--out", page.toString());
    refuses(3, "report", folder.resolve("none").toString(), "--out", page.toString());
    refuses(3, "report", bad.toString(), "--out", folder.resolve("none/p.html").toString());
    assertTrue(Files.notExists(page), "a page was left behind");
    assertEquals("{", Files.readString(bad));
  }

  @Test
  void unwritableResultsEndWithThreeBeforeTheRun() throws Exception {
    refuses(3, "--protocol", "minitrix", "--json", folder.resolve("none/r.json").toString());
    refuses(3, "--protocol", "minitrix", "--json", folder.toString());
    refuses(3, "ot", "--json", folder.toString());
    refuses(3, "ot", "--report", folder.resolve("none/r.html").toString());
    String page = Files.createDirectory(folder.resolve("page.html")).toString();
    refuses(3, "--protocol", "minitrix", "--report", page);
    refuses(3, "reproduce", "minimac", "--out", folder.toString(), "--report", page);
    refuses(2, "mul", "--json", folder + "/r.html", "--report", folder + "/r.html");
    refuses(3, "triples", "--protocol", "seeded", "--json", folder.toString());
    refuses(3, "mul", "--json", folder.toString());
  }

  @Test
  void unwritableResultsFoldersEndWithThreeBeforeTheRun() throws Exception {
    String file = Files.writeString(folder.resolve("file"), "text").toString();
    refuses(3, "reproduce", "minimac", "--quick", "--figure", "6", "--out", file);
    refuses(3, "reproduce", "minimac", "--quick", "--out", file + "/below");
  }

  @Test
  void aFailedRunEndsWithItsCode() {
    List<Integer> codes = new ArrayList<>();
    for (ExitCode code : EnumSet.complementOf(EnumSet.of(ExitCode.OK))) {
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
      codes.add(
          new CommandLineProgram(new BenchCommands())
              .explain(new RunFailed(code, "one\n two"), stream, false));
      assertEquals("mpc-bench: one two", err.toString(StandardCharsets.UTF_8).strip());
    }
    assertEquals(List.of(9, 2, 3, 8, 7, 4, 5, 6), codes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help",
        "circuit --help",
        "info --help",
        "ot --help",
        "triples --help",
        "mul --help",
        "reproduce --help",
        "reproduce minimac --help",
        "eval --help",
        "keygen --help",
        "monitor --help",
        "party --help",
        "dealer --help"
      })
  void helpHasAnExample(String line) {
    Outcome outcome = run(line.split(" "));
    assertEquals(0, outcome.code());
    assertTrue(outcome.out().contains("Example: java -jar mpc-bench.jar"), outcome.out());
    assertFalse(outcome.out().matches("(?s).*\\R *child\\b.*"), outcome.out());
  }

  @Test
  void aDealerSaysThatPartiesMayCheat() {
    assertTrue(run("dealer", "--help").out().matches("(?s).*6 a\\s+party\\s+cheated.*"));
  }

  @Test
  void showsItsVersion() {
    Outcome outcome = run("--version");
    assertEquals(0, outcome.code());
    assertTrue(outcome.out().startsWith("mpc-bench "), outcome.out());
  }

  @Test
  void whatStandardOutputDoesNotTakeEndsWithThree() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
    for (String line : List.of("circuit aes_128", "--version")) {
      PrintStream full = new PrintStream(new FullDevice(), true, StandardCharsets.UTF_8);
      assertEquals(
          3, new CommandLineProgram(new BenchCommands()).run(line.split(" "), full, stream), line);
    }
    String said = "mpc-bench: standard output could not be written in full";
    List<String> lines = err.toString(StandardCharsets.UTF_8).lines().toList();
    assertEquals(List.of(said, said), lines);
  }

  private static final class FullDevice extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      throw new IOException("no space left on device");
    }
  }
}
