package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Evaluates circuits between two organisations, with a dealer or a stranger in some tests. */
class EvalIT {
  // FIPS 197, appendix C.1.
  private static final String KEY = "000102030405060708090a0b0c0d0e0f";
  private static final String PLAINTEXT = "00112233445566778899aabbccddeeff";
  private static final String CIPHERTEXT = "69c4e0d86a7b0430d8cdb78070b4c55a";

  /**
   * A circuit of two inputs of 2 bits. Its outputs are their AND of 2 bits, and the XOR of all
   * bits.
   */
  private static final String SMALL =
      """
      5 9
      2 2 2
      2 2 1

      2 1 0 1 4 XOR
      2 1 2 3 5 XOR
      2 1 0 2 6 AND
      2 1 1 3 7 AND
      2 1 4 5 8 XOR
      """;

  @TempDir static Path keys;

  @TempDir Path folder;

  @BeforeAll
  static void makeKeys() throws Exception {
    for (String name : new String[] {"alice", "bob", "dealer", "eve"}) {
      String[] args = {"keygen", "--name", name, "--out", keys.toString()};
      try (BenchRun keygen =
          name.equals("bob") ? BenchJar.start(keys, args) : BenchThread.start(args)) {
        keygen.expect(0);
      }
    }
  }

  private static String fingerprint(String name) throws Exception {
    String shown = keys.resolve(name + ".crt").toString();
    try (BenchRun keygen = BenchThread.start("keygen", "--show", shown)) {
      String text = keygen.expect(0).out();
      return text.lines().findFirst().orElseThrow().replaceAll(".* ", "");
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /**
   * Writes a configuration that names everything on which the parties agree, with two certificates.
   */
  private String config(String protocol, String circuit, String outputs, String second)
      throws Exception {
    String text =
        """
        protocol = "%s"
        circuit = "%s"
        inputs = ["party1", "party2"]
        outputs = [%s]
        [[party]]
        address = "127.0.0.1:%d"
        fingerprint = "%s"
        [[party]]
        fingerprint = "%s"
        """
            .formatted(
                protocol, circuit, outputs, freePort(), fingerprint("alice"), fingerprint(second));
    return Files.writeString(Files.createTempFile(folder, "job", ".toml"), text).toString();
  }

  private String file(String content) throws IOException {
    return Files.writeString(Files.createTempFile(folder, "in", ".hex"), content).toString();
  }

  private static BenchThread start(String command, String config, String name, String... more) {
    return BenchThread.start(line(command, config, name, more));
  }

  private BenchJar startProcess(String command, String config, String name, String... more)
      throws IOException {
    return BenchJar.start(folder, line(command, config, name, more));
  }

  private static String[] line(String command, String config, String name, String... more) {
    List<String> args = new ArrayList<>(List.of(command, "--config", config));
    args.addAll(List.of("--key", keys.resolve(name + ".key").toString()));
    args.addAll(List.of("--cert", keys.resolve(name + ".crt").toString()));
    args.addAll(List.of(more));
    return args.toArray(String[]::new);
  }

  /** Multiplies 3.5 by -2.25, by garbling over an imitated line of 30 ms each way. */
  @Test
  void imitatesALine() throws Exception {
    String config = config("garbled", "f32_mul", "\"all\"", "bob");
    String[] line = {"--link", "50mbit,30ms", "--for-line", "50mbit,30ms", "-v", "--input"};
    List<String> first = new ArrayList<>(List.of("--party", "1"));
    List<String> second = new ArrayList<>(List.of("--party", "2"));
    first.addAll(List.of(line));
    second.addAll(List.of(line));
    first.add(file("40600000"));
    second.add(file("c0100000"));
    try (BenchRun alice = start("eval", config, "alice", first.toArray(String[]::new));
        BenchRun bob = start("eval", config, "bob", second.toArray(String[]::new))) {
      alice.expect(0);
      bob.expect(0);
      assertEquals("c0fc0000\n", alice.out());
      assertEquals("c0fc0000\n", bob.out());
      String output = alice.err().lines().filter(l -> l.startsWith("output ")).findAny().orElse("");
      assertEquals("2", output.strip().replaceAll(".* ", ""), alice.err()); // rounds
      double millis = Double.parseDouble(output.split(" +", 3)[1].replace(",", ""));
      assertTrue(millis >= 2 * 30, output);
    }
  }

  /** Multiplies 3.5 by -2.25. */
  @Test
  void multipliesFloatingPointNumbersByTheLibrary() throws Exception {
    String config = config("tinyot", "f32_mul", "\"all\"", "bob");
    try (BenchRun alice =
            start("eval", config, "alice", "--party", "1", "--input", file("40600000"));
        BenchRun bob = start("eval", config, "bob", "--party", "2", "--input", file("c0100000"))) {
      alice.expect(0);
      bob.expect(0);
      assertEquals("c0fc0000\n", alice.out());
      assertEquals("c0fc0000\n", bob.out());
    }
  }

  @Test
  void encryptsWithAKeyAndAPlaintextOfTwoParties() throws Exception {
    String config = config("tinyot", "aes_128", "\"all\"", "bob");
    Path json = folder.resolve("figures.json");
    Path output = folder.resolve("ciphertext.hex");
    try (BenchRun alice =
            startProcess("eval", config, "alice", "--party", "1", "--input", file(KEY));
        BenchRun bob =
            startProcess(
                "eval",
                config,
                "bob",
                "--party",
                "2",
                "--input",
                file(PLAINTEXT + "\r\n"),
                "--output",
                output.toString(),
                "--json",
                json.toString(),
                "-v")) {
      alice.expect(0);
      bob.expect(0);
      assertEquals(CIPHERTEXT + "\n", alice.out());
      assertEquals("", alice.err());
      assertEquals(CIPHERTEXT + "\n", Files.readString(output));
      assertEquals("", bob.out());
      assertTrue(bob.err().contains("INFO") && bob.err().contains("compute"), bob.err());
      assertFalse(bob.err().contains(PLAINTEXT) || bob.err().contains(CIPHERTEXT), bob.err());
    }
    JsonNode figures = new ObjectMapper().readTree(json.toFile());
    assertTrue(figures.get("tls").asBoolean());
    assertTrue(figures.get("rounds").get("compute").asInt() >= 60, figures.toString());
    assertFalse(figures.toString().contains(CIPHERTEXT));
  }

  @Test
  void aDealerServesMiniTrixAndOnePartyLearns() throws Exception {
    Files.writeString(folder.resolve("small.txt"), SMALL);
    String config = config("minitrix", "small.txt", "\"party1\", \"party2\"", "bob");
    Files.writeString(
        Path.of(config),
        "[dealer]\naddress = \"127.0.0.1:%d\"\nfingerprint = \"%s\"\n"
            .formatted(freePort(), fingerprint("dealer")),
        java.nio.file.StandardOpenOption.APPEND);
    try (BenchRun dealer = start("dealer", config, "dealer", "--lanes", "2");
        BenchRun alice = start("eval", config, "alice", "--party", "1", "--input", file("3\n2\n"));
        BenchRun bob = start("eval", config, "bob", "--party", "2", "--input", file("1\n3\n"))) {
      alice.expect(0);
      bob.expect(0);
      dealer.expect(0);
      assertEquals("1 -\n2 -\n", alice.out());
      assertEquals("- 1\n- 1\n", bob.out());
      assertTrue(alice.err().contains("NOT secure against the dealer"), alice.err());
    }
  }

  @Test
  void whoLearnsNothingPrintsNothing() throws Exception {
    Files.writeString(folder.resolve("small.txt"), SMALL);
    String config = config("tinyot", "small.txt", "\"party1\", \"party1\"", "bob");
    byte[] raw = {3, 2, 1};
    Path bytes = Files.write(folder.resolve("alice.raw"), raw);
    try (BenchRun alice =
            start("eval", config, "alice", "--party", "1", "--raw", "--input", bytes.toString());
        BenchRun bob = start("eval", config, "bob", "--party", "2", "--input", file("1\n3\n2\n"))) {
      alice.expect(0);
      bob.expect(0);
      assertEquals("\1\1\2\1\0\0", alice.out());
      assertEquals("", bob.out() + bob.err());
    }
  }

  @Test
  void aStrangerIsLetInNowhere() throws Exception {
    String config = config("tinyot", "aes_128", "\"all\"", "bob");
    Path forged = Path.of(config + ".eve.toml");
    String text = Files.readString(Path.of(config));
    Files.writeString(forged, text.replace(fingerprint("bob"), fingerprint("eve")));
    try (BenchRun alice = start("eval", config, "alice", "--party", "1", "--input", file(KEY));
        BenchRun eve =
            start(
                "eval",
                forged.toString(),
                "eve",
                "--party",
                "2",
                "--input",
                file(PLAINTEXT),
                "--connect-timeout",
                "5s")) {
      eve.expect(4);
      assertEquals("", eve.out());
      assertEquals(1, eve.err().lines().count(), eve.err());
      // The expected party is still admitted.
      try (BenchRun bob =
          start("eval", config, "bob", "--party", "2", "--input", file(PLAINTEXT))) {
        bob.expect(0);
        alice.expect(0);
        assertEquals(CIPHERTEXT + "\n", alice.out() + "", alice.err());
      }
    }
  }

  @Test
  void differencesAreNamed() throws Exception {
    String config = config("tinyot", "aes_128", "\"all\"", "bob");
    try (BenchRun alice = start("eval", config, "alice", "--party", "1", "--input", file(KEY));
        BenchRun bob =
            start(
                "eval",
                config,
                "bob",
                "--party",
                "2",
                "--order",
                "msb",
                "--input",
                file(PLAINTEXT))) {
      alice.expect(5);
      bob.expect(5);
      assertTrue(alice.err().contains("value order"), alice.err());
      assertTrue(bob.err().contains("value order"), bob.err());
    }
  }

  @Test
  void aKilledLauncherLeavesNoChild() throws Exception {
    String config = config("tinyot", "aes_128", "\"all\"", "bob");
    String[] more = {"--party", "1", "--input", file(KEY), "--jvm", "auto"};
    try (BenchJar alice = startProcess("eval", config, "alice", more)) {
      ProcessHandle child = alice.child("child eval");
      alice.process().destroyForcibly();
      child.onExit().get(10, TimeUnit.SECONDS);
    }
  }
}
