package org.schurmpc.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.cli.command.CommandLineProgram;
import org.schurmpc.cli.command.OperatorCommands;

/** Tests the commands of a client as an operator calls them. */
@Timeout(120)
class ClientCommandsTest {
  @TempDir Path folder;

  private FakeParties parties;
  private Path config;

  private record End(int code, String out, String err) {}

  @BeforeEach
  void start() throws Exception {
    TestKey own = TestKey.make("me");
    own.write(folder, "me", new char[0]);
    parties = new FakeParties(2, own.fingerprint());
    config = parties.config(folder);
  }

  @AfterEach
  void stop() {
    parties.close();
  }

  private End run(String command, String... more) {
    List<String> line = new ArrayList<>(List.of("client", command, "--config", config.toString()));
    line.addAll(List.of(more));
    return line(line.toArray(String[]::new));
  }

  private static End line(String... line) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        new CommandLineProgram(OperatorCommands.standalone())
            .run(
                line,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    return new End(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private String input(String text) throws Exception {
    Path file = folder.resolve("input.txt");
    Files.writeString(file, text);
    return file.toString();
  }

  private static void assertEnds(int code, String sentence, End end) {
    assertEquals(code, end.code(), end.err());
    assertTrue(end.err().contains(sentence), end.err());
    assertFalse(end.err().contains("\tat "), end.err());
  }

  /** The complement of 43 bits, as the parties compute it. */
  @Test
  void submitsAndWrites() throws Exception {
    String file = input("block = 2aaaaaaaaaa\n");
    End end = run("submit", "--job", "tag", "--input", file, "--wait", "20s");
    assertEquals(0, end.code(), end.err());
    assertEquals("out = 55555555555\n", end.out());
    assertTrue(end.err().matches("request [0-9a-f-]{36}\\R"), end.err());
    assertEquals(2, parties.calls.stream().filter(call -> call.method().equals("DELETE")).count());
  }

  @Test
  void ordersOfBitsAreThoseOfEval() throws Exception {
    String file = input("block = 010000000001\n"); // the first bit of the first byte, and bit 40
    End end = run("submit", "--job", "tag", "--input", file, "--wait", "20s", "--order", "lsb");
    assertEnds(3, "hex digits", end);
    String right = input("block = 01000000001\n");
    end = run("submit", "--job", "tag", "--input", right, "--wait", "20s", "--order", "lsb");
    assertEquals("out = feffffffff6\n", end.out(), end.err());
    assertEnds(
        2, "--order is", run("submit", "--job", "tag", "--input", right, "--order", "middle"));
    assertEnds(2, "not 'x'", run("submit", "--job", "words", "--input", right, "--order", "x"));
  }

  @Test
  void takesAResultLater() throws Exception {
    UUID id = UUID.randomUUID();
    String file = input("a = 3, 65000, 65535\n");
    End end = run("submit", "--job", "sum", "--input", file, "--id", id.toString());
    assertEquals(0, end.code(), end.err());
    assertEquals(id + " is accepted by all parties\n", end.out());
    Path output = folder.resolve("result");
    end = run("result", id.toString(), "--output", output.toString(), "--keep");
    assertEquals(0, end.code(), end.err());
    assertEquals("sum = -532\n", Files.readString(output));
    assertEquals(0, parties.count("DELETE", id.toString()));
    end = run("result", id.toString(), "--wait", "10s");
    assertEquals("sum = -532\n", end.out(), end.err());
    assertEquals(2, parties.count("DELETE", id.toString()));
  }

  @Test
  void listsJobs() {
    End end = run("jobs");
    assertEquals(0, end.code(), end.err());
    assertTrue(end.out().contains("tag: open\n  circuit  over bits\n"), end.out());
    assertTrue(end.out().contains("  input    block, 1 of bits 43, from client\n"), end.out());
    assertTrue(end.out().contains("  output   sum, 1 of signed 20, to client\n"), end.out());
    assertTrue(end.out().contains("  digest   " + FakeParties.DIGEST + "\n"), end.out());
  }

  @Test
  void everyFailureHasItsCode() throws Exception {
    String file = input("block = 2aaaaaaaaaa\n");
    String id = UUID.randomUUID().toString();
    assertEnds(2, "name their file with --input", run("submit", "--job", "tag"));
    assertEnds(2, "leave out --input", run("submit", "--job", "draw", "--input", file));
    assertEnds(3, "has no job 'x'", run("submit", "--job", "x", "--input", file));
    assertEnds(3, "no values of", run("submit", "--job", "tag", "--input", input("# none\n")));
    assertEnds(2, "there is no request", run("result", id));
    assertEnds(2, "is not encrypted", run("jobs", "--key-passphrase-file", file));
    String right = input("block = 2aaaaaaaaaa\n");

    answer(call -> call.method().equals("PUT"), FakeParties.Reply.problem(403, "not-allowed"));
    assertEnds(2, "not-allowed", run("submit", "--job", "tag", "--input", right));
    answer(
        call -> call.method().equals("PUT"),
        FakeParties.Reply.problem(503, "no-stock").with("Retry-After", "99"));
    assertEnds(7, "try again at", run("submit", "--job", "tag", "--input", right));
    answer(
        call -> call.method().equals("PUT"),
        FakeParties.Reply.problem(429, "rate").with("Retry-After", "99"));
    assertEnds(7, "rate", run("submit", "--job", "tag", "--input", right));
    answer(
        call -> call.method().equals("PUT") && call.party() == 1,
        FakeParties.Reply.bytes(new byte[99]));
    assertEnds(6, "was refused", run("submit", "--job", "tag", "--input", right));
    answer(
        call -> call.is("PUT", "/inputs") && call.party() == 1,
        FakeParties.Reply.json(202, "{\"receipt\":\"" + "0".repeat(64) + "\"}"));
    assertEnds(5, "receipt", run("submit", "--job", "tag", "--input", right));

    answer(call -> call.is("GET", "/result"), FakeParties.Reply.json(202, "{}"));
    assertEquals(0, run("submit", "--job", "tag", "--input", right, "--id", id).code());
    assertEnds(9, "has no result yet", run("result", id));
    answer(call -> call.is("GET", "/result"), FakeParties.Reply.problem(422, "revealed"));
    assertEnds(8, "revealed", run("result", id));
    Files.writeString(
        config,
        Files.readString(config)
            .replace(parties.url(1), "https://127.0.0.1:1")
            .replace("timeout = 20", "timeout = 3"));
    assertEnds(4, "party 2", run("jobs"));
  }

  private void answer(
      java.util.function.Predicate<FakeParties.Seen> calls, FakeParties.Reply reply) {
    parties.line =
        new FakeParties.Line() {
          @Override
          public FakeParties.Reply answer(FakeParties.Seen call, FakeParties.Reply honest) {
            return calls.test(call) ? reply : honest;
          }
        };
  }

  @Test
  void encryptedKeysTakeTheirPassphraseFromAFile() throws Exception {
    TestKey own = TestKey.make("me");
    own.write(folder, "me", "correct horse".toCharArray());
    Path passphrase = folder.resolve("passphrase");
    TestKey.writeSecret(passphrase, "wrong horse\n");
    assertEnds(3, "does not open", run("jobs", "--key-passphrase-file", passphrase.toString()));
    parties.close();
    parties = new FakeParties(2, own.fingerprint());
    config = parties.config(folder);
    TestKey.writeSecret(passphrase, "correct horse\n");
    End end = run("jobs", "--key-passphrase-file", passphrase.toString());
    assertEquals(0, end.code(), end.err());
  }

  // ------------------------------------------------------------------ doctor

  private End doctor() {
    return line("doctor", "--service", config.toString());
  }

  /** One line for each thing that is tested; nothing is asked for. */
  @Test
  void theDoctorTriesTheWayOfAClient() {
    End end = doctor();
    assertEquals(0, end.code(), end.out() + end.err());
    assertTrue(end.out().contains("ok       configuration"), end.out());
    for (int party = 1; party <= 2; party++) {
      assertTrue(
          end.out().contains("ok       party " + party + "        answers at https://"), end.out());
      assertTrue(end.out().contains("ok       clock " + party), end.out());
    }
    assertTrue(end.out().contains("ok       job tag        open at all parties"), end.out());
    assertTrue(end.out().endsWith("All is sound.\n"), end.out());
    assertEquals(parties.calls.size(), parties.count("GET", "/v1/service"));
    assertEquals(0, parties.requests.size());
  }

  @Test
  void theDoctorNamesThePartyAndTheJob() throws Exception {
    parties.line =
        new FakeParties.Line() {
          @Override
          public FakeParties.Reply answer(FakeParties.Seen call, FakeParties.Reply honest) {
            String text = new String(honest.body(), StandardCharsets.UTF_8);
            return call.party() == 1
                ? FakeParties.Reply.json(200, text.replace(FakeParties.DIGEST, "ab".repeat(32)))
                : honest;
          }
        };
    End end = doctor();
    assertEquals(5, end.code(), end.out());
    assertTrue(
        end.out().contains("problem  job tag        the parties offer different"), end.out());

    parties.line =
        new FakeParties.Line() {
          @Override
          public FakeParties.Reply answer(FakeParties.Seen call, FakeParties.Reply honest) {
            return call.party() == 0 ? FakeParties.Reply.problem(403, "not-allowed") : honest;
          }
        };
    end = doctor();
    assertEquals(2, end.code(), end.out());
    assertTrue(end.out().contains("problem  party 1        party 1 refuses"), end.out());
    assertTrue(end.out().contains("ok       party 2"), end.out());
    assertFalse(end.out().contains("job tag"), end.out());

    parties.close();
    end = doctor();
    assertEquals(4, end.code(), end.out());
    assertTrue(end.out().contains("problem  party 2"), end.out());
    assertTrue(end.out().contains("Not sound: begin with the first problem."), end.out());
  }

  @Test
  void theDoctorKnowsTheStatesOfJobsAndOtherCertificates() throws Exception {
    JobDescription tag = parties.jobs.get(0);
    parties.jobs.set(
        0,
        new JobDescription(
            "tag", "circuit", FakeParties.DIGEST, "bits", tag.inputs(), tag.outputs(), "no-stock"));
    JobDescription sum = parties.jobs.remove(3);
    JobDescription give = parties.jobs.remove(parties.jobs.size() - 1);
    parties.jobs.add(
        new JobDescription(
            "give",
            "circuit",
            FakeParties.DIGEST,
            "bits",
            give.inputs(),
            give.outputs(),
            "suspended"));
    End end = doctor();
    assertEquals(2, end.code(), end.out());
    assertTrue(end.out().contains("warning  job tag        open, and a party has no"), end.out());
    assertTrue(end.out().contains("warning  job give       suspended by a party"), end.out());
    assertTrue(
        end.out().contains("problem  job " + sum.name() + "        party 1 does not offer it"),
        end.out());

    String pin = parties.keys.get(1).fingerprint().toString();
    Files.writeString(
        config,
        Files.readString(config).replace(pin, TestKey.make("other").fingerprint().toString()));
    end = doctor();
    assertEquals(5, end.code(), end.out());
    assertTrue(end.out().contains("problem  party 1        party 1 names other"), end.out());
    assertTrue(end.out().matches("(?s).*problem  party 2 .* shows the certificate .*"), end.out());
    end = line("doctor", "--service", config.toString(), "--party", "1");
    assertTrue(end.out().contains("warning  options"), end.out());
    assertEquals(3, line("doctor", "--service", folder.resolve("none").toString()).code());
  }
}
