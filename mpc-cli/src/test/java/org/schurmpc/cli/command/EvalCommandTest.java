package org.schurmpc.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.net.Identity;

/** Tests what {@code eval}, {@code dealer} and {@code keygen} print before anything connects. */
class EvalCommandTest {
  private static final String CIRCUIT =
      """
      2 6
      2 2 2
      2 1 1

      2 1 0 2 4 AND
      2 1 1 3 5 XOR
      """;

  private static final Pattern BLANKS = Pattern.compile(" +");

  @TempDir Path folder;

  private record Outcome(int code, String out, String err) {}

  private static Outcome run(List<String> args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        new CommandLineProgram(OperatorCommands.standalone())
            .run(
                args.toArray(String[]::new),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    return new Outcome(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Runs a command line, split at blanks. A word {@code @x} names the file x in the folder. */
  private Outcome run(String line) {
    List<String> args = new ArrayList<>();
    for (String word : BLANKS.splitAsStream(line.strip()).toList()) {
      args.add(word.startsWith("@") ? folder.resolve(word.substring(1)).toString() : word);
    }
    if (args.get(0).equals("eval") && !args.contains("--connect-timeout")) {
      args.addAll(1, List.of("--connect-timeout", "1ms")); // nobody is there to be told
    }
    return run(args);
  }

  private void refuses(int code, String sentence, String line) {
    Outcome outcome = run(line);
    String shown = line + ": " + outcome;
    assertEquals(code, outcome.code(), shown);
    assertEquals(1, outcome.err().lines().count(), shown);
    assertTrue(outcome.err().contains(sentence), shown);
    assertEquals("", outcome.out(), shown);
  }

  private void keygen(String name) {
    assertEquals(0, run("keygen --name " + name + " --out @").code());
  }

  private Fingerprint print(String name) throws Exception {
    return Fingerprint.of(Identity.readCertificate(folder.resolve(name + ".crt")));
  }

  @BeforeEach
  void writeFiles() throws Exception {
    Files.writeString(folder.resolve("c.txt"), CIRCUIT);
    Files.writeString(folder.resolve("in"), "3\n1\n");
    Files.writeString(folder.resolve("bad"), "3\nsecret\n");
    Files.writeString(
        folder.resolve("job.toml"),
        """
        protocol = "tinyot"
        circuit = "c.txt"
        inputs = ["party1", "party2"]
        outputs = ["party1", "all"]
        [[party]]
        address = "127.0.0.1:9"
        [[party]]
        """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 | which party is this | ",
        "2 | --party is 1 to 2, not 3 | --party 3",
        "2 | --key is missing | --party 1 --input @in",
        "2 | --cert is missing | --party 1 --input @in --key @x",
        "2 | leave out one or the other | --party 1 --input @in --plaintext --key @x",
        "3 | x does not exist | --party 1 --input @in --key @x --cert @x",
        "2 | name their file with --input | --party 1 --plaintext",
        "3 | does not exist | --party 1 --plaintext --input @nothing",
        "3 | is not a regular file | --party 1 --plaintext --input @",
        "3 | line 2: the character at column 1 | --party 1 --plaintext --input @bad",
        "2 | holds 2 lanes | --party 1 --plaintext --input @in --lanes 3",
        "2 | --lanes is 1 to | --party 1 --plaintext --input @in --lanes 0",
        "2 | --timeout must be above 0 | --party 1 --plaintext --input @in --timeout 0s",
        "2 | a day is the longest | --party 1 --plaintext --input @in --connect-timeout 99999m",
        "2 | there is no protocol 'x' | --party 1 --plaintext --input @in --protocol x",
        "2 | has no option 'code' | --party 1 --plaintext --input @in --code 255x85",
        "2 | sigma | --party 1 --plaintext --input @in --sigma 41",
        "2 | packing bits | --party 1 --plaintext --input @in --protocol minimac",
        "3 | nothing.txt does not exist | --party 1 --plaintext --input @in --circuit nothing.txt",
        "2 | inputs names 1 of the circuit's 2 inputs | --party 1 --plaintext --inputs party1",
        "2 | not 'party3' | --party 1 --plaintext --inputs party1,party3",
        "2 | outputs names 1 of | --party 1 --plaintext --outputs all",
        "2 | not 'public' | --party 1 --plaintext --outputs all,public",
        "2 | order is auto | --party 1 --plaintext --input @in --order big",
        "2 | supplies no input value | --party 1 --plaintext --input @in --inputs party2,party2",
        "2 | say with --lanes | --party 1 --plaintext --inputs party2,party2",
        "2 | learns no output | --party 2 --plaintext --input @in --outputs party1,party1 --output @o",
        "3 | no such folder | --party 1 --plaintext --input @in --output @no/o",
        "3 | no such folder | --party 1 --plaintext --input @in --json @no/o",
        "3 | no such folder | --party 1 --plaintext --input @in --report @no/o.html",
        "2 | same file | --party 1 --plaintext --input @in --report @o.html --json @o.html",
        "2 | let the file's name end in .html | --party 1 --plaintext --input @in --report @o.pdf",
        "2 | is not host:port | --party 1 --plaintext --input @in --peers here",
        "2 | names 3 addresses | --party 1 --plaintext --input @in --peers a:1,b:2,c:3",
        "2 | names 1 certificate, and there are 2 parties | --party 1 --plaintext --input @in --fingerprints x",
        "2 | is no fingerprint | --party 1 --plaintext --input @in --fingerprints x,y",
        "2 | --listen is for party 1 | --party 2 --plaintext --input @in --listen h:1",
        "2 | port 0 | --party 2 --plaintext --input @in --peers h:0",
        "2 | where does the dealer listen | --party 1 --plaintext --input @in --dealer-fingerprint"
            + " SHA256:0000000000000000000000000000000000000000000000000000000000000000",
        "2 | is not a JVM | --party 1 --plaintext --input @in --jvm @",
        "2 | --heap is a size such as 512m or 2g | --party 1 --plaintext --input @in --heap big",
        "2 | --unknown | --unknown"
      })
  void wrongCallsOfEval(int code, String sentence, String line) {
    refuses(code, sentence, "eval --config @job.toml " + (line == null ? "" : line));
  }

  @Test
  void nothingOfAnInputIsInAMessage() {
    String line = "eval --config @job.toml --party 1 --plaintext --input @bad --debug";
    assertFalse(run(line).err().contains("secret"));
  }

  @Test
  void whatIsNotSaidIsAskedFor() {
    refuses(2, "which protocol", "eval --party 1 --plaintext");
    refuses(2, "which circuit", "eval --party 1 --protocol tinyot --plaintext");
    String line = "eval --party 1 --plaintext --protocol tinyot --circuit aes_128";
    refuses(2, "who supplies the circuit's 2 inputs", line);
    refuses(2, "who learns the circuit's 1 output?", line + " --inputs party1,party2");
    refuses(2, "where does party 1 listen", line + " --inputs party1,party2 --outputs all");
    refuses(3, "nowhere.toml does not exist", "eval --config @nowhere.toml --party 1");
  }

  @Test
  void certificatesMustBeThoseOfTheConfiguration() throws Exception {
    keygen("alice");
    keygen("bob");
    String line =
        "eval --config @job.toml --party 1 --input @in --key @alice.key --cert @alice.crt";
    refuses(2, "which certificate has party 1", line);
    Fingerprint alice = print("alice");
    Fingerprint bob = print("bob");
    refuses(2, "the same fingerprint", line + " --fingerprints " + alice + "," + alice);
    refuses(2, "it is that of party 2", line + " --fingerprints " + bob + "," + alice);
    String dealt = line + " --dealer h:1 --fingerprints " + alice + "," + bob;
    refuses(2, "which certificate has the dealer", dealt);
    refuses(3, "is not the key of", line.replace("@alice.key", "@bob.key"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 | where does the dealer listen | --plaintext --lanes 1",
        "2 | how many lanes | --plaintext --dealer 127.0.0.1:0",
        "2 | --key is missing | --lanes 1 --dealer 127.0.0.1:0",
        "2 | there is no protocol | --plaintext --lanes 1 --protocol x --listen 127.0.0.1:0",
        "2 | --party | --plaintext --lanes 1 --party 1"
      })
  void wrongCallsOfDealer(int code, String sentence, String line) {
    refuses(code, sentence, "dealer --config @job.toml " + line);
  }

  @Test
  void aDealerIsToldItsOwnCertificate() throws Exception {
    keygen("alice");
    keygen("bob");
    keygen("dealer");
    keygen("carol");
    refuses(
        2,
        "the dealer is expected with the certificate",
        "dealer --config @job.toml --lanes 1 --dealer 127.0.0.1:0 --dealer-fingerprint "
            + print("carol")
            + " --key @dealer.key --cert @dealer.crt --fingerprints "
            + print("alice")
            + ","
            + print("bob"));
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void keysAreForTheirOwner() throws Exception {
    keygen("alice");
    var mode = Files.getPosixFilePermissions(folder.resolve("alice.key"));
    assertEquals("rw-------", PosixFilePermissions.toString(mode));
  }

  @Test
  void keysAreMadeAndShown() throws Exception {
    Outcome made = run("keygen --name alice --days 30 --out @");
    assertEquals(0, made.code(), made.err());
    var certificate = Identity.readCertificate(folder.resolve("alice.crt"));
    assertTrue(made.out().contains(Fingerprint.of(certificate).toString()), made.out());
    assertEquals("CN=alice", certificate.getSubjectX500Principal().getName());
    certificate.verify(certificate.getPublicKey());
    certificate.checkValidity();
    Duration left =
        Duration.between(java.time.Instant.now(), certificate.getNotAfter().toInstant());
    assertEquals(30, left.plusHours(1).toDays());
    assertEquals(
        Fingerprint.of(certificate),
        Identity.read(folder.resolve("alice.key"), folder.resolve("alice.crt")).fingerprint());
    Outcome shown = run("keygen --show @alice.crt");
    assertEquals(0, shown.code(), shown.err());
    assertTrue(made.out().endsWith(shown.out()), shown.out());
  }

  @Test
  void keysAreNotOverwrittenUnasked() throws Exception {
    keygen("alice");
    Fingerprint first = print("alice");
    refuses(2, "is there already", "keygen --name alice --out @");
    assertEquals(first, print("alice"));
    assertEquals(0, run("keygen --name alice --out @ --force").code());
    assertFalse(first.equals(print("alice")));
    assertFalse(print("alice").equals(first) || Files.exists(folder.resolve("alice.key.new")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 | whose key | ",
        "2 | a name has | --name ../x",
        "2 | a name has | --name .x",
        "2 | --days is 1 to 3650 | --name x --days 0",
        "2 | --days | --name x --days many",
        "3 | no such folder | --name x --out @no",
        "2 | --show makes nothing | --name x --show @c.txt",
        "3 | is no X.509 certificate | --show @c.txt",
        "3 | nothing does not exist | --show @nothing"
      })
  void wrongCallsOfKeygen(int code, String sentence, String line) {
    refuses(code, sentence, "keygen " + (line == null ? "" : line));
  }
}
