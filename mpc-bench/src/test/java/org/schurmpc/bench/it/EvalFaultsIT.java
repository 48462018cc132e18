package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests failures between two organisations: each has one sentence and an exit code, and none hangs.
 */
class EvalFaultsIT {
  private static final String KEY = "000102030405060708090a0b0c0d0e0f";
  private static final String PLAINTEXT = "00112233445566778899aabbccddeeff";
  private static final String CIPHERTEXT = "69c4e0d86a7b0430d8cdb78070b4c55a\n"; // FIPS-197, C.1

  private static final int LONG_LANES = 4096;

  /** Bytes per second on a slow link, which keeps the parties busy for some seconds. */
  private static final int SLOW = 300_000;

  /** Number of bytes after which the parties are in the middle of their preprocessing. */
  private static final int PASSED = 150_000;

  @TempDir static Path keys;
  private static String[] fingerprints;

  @TempDir Path folder;

  /** Generates keys for both parties and for a stranger. */
  @BeforeAll
  static void makeKeys() throws Exception {
    fingerprints = new String[3];
    String[] names = {"party1", "party2", "stranger"};
    for (int i = 0; i < names.length; i++) {
      try (BenchRun keygen = BenchThread.start("keygen", "--name=" + names[i], "--out=" + keys)) {
        keygen.expect(0);
        fingerprints[i] =
            Arrays.stream(keygen.out().split("\\s+"))
                .filter(word -> word.startsWith("SHA256:"))
                .findFirst()
                .orElseThrow();
      }
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private String lanes(String name, String line) throws IOException {
    return file(name, (line + "\n").repeat(LONG_LANES));
  }

  /** Starts a party of AES on a key and a plaintext. Later options override earlier ones. */
  private BenchThread party(int party, int port, String... more) throws IOException {
    return BenchThread.start(line(party, "127.0.0.1:" + port, more));
  }

  private String[] line(int party, String at, String... more) throws IOException {
    List<String> line = new ArrayList<>();
    line.add("eval");
    add(line, "--protocol", "tinyot", more);
    add(line, "--circuit", "aes_128", more);
    add(line, "--inputs", "party1,party2", more);
    add(line, "--outputs", "all", more);
    add(line, "--party", Integer.toString(party), more);
    add(line, "--peers", at + ",127.0.0.1:1", more);
    add(line, "--timeout", "5s", more);
    add(line, "--connect-timeout", "30s", more);
    if (!Arrays.asList(more).contains("--lanes=1")) {
      add(line, "--input", file("input" + party, (party == 1 ? KEY : PLAINTEXT) + "\n"), more);
    }
    if (!Arrays.asList(more).contains("--plaintext")) {
      add(line, "--fingerprints", fingerprints[0] + "," + fingerprints[1], more);
      add(line, "--key", keys.resolve("party" + party + ".key").toString(), more);
      add(line, "--cert", keys.resolve("party" + party + ".crt").toString(), more);
    }
    line.addAll(Arrays.asList(more));
    return line.toArray(String[]::new);
  }

  private static void add(List<String> line, String option, String value, String... more) {
    if (Arrays.stream(more).noneMatch(text -> text.startsWith(option + "="))) {
      line.add(option + "=" + value);
    }
  }

  private static void assertSays(BenchRun jar, int code, String pattern) throws Exception {
    jar.expect(code);
    assertEquals("", jar.out());
    List<String> lines = jar.err().lines().filter(line -> !line.startsWith("warning:")).toList();
    assertEquals(1, lines.size(), jar.err());
    assertTrue(lines.get(0).matches("mpc-bench: .*" + pattern + ".*"), jar.err());
  }

  private static void assertRight(BenchRun jar) throws Exception {
    jar.expect(0);
    assertEquals(CIPHERTEXT, jar.out());
  }

  @Test
  void aTakenPort() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        BenchRun one = party(1, taken.getLocalPort())) {
      assertSays(one, 4, "taken");
    }
  }

  @Test
  @Tag("slow")
  void bothAreTheSameParty() throws Exception {
    int port = freePort();
    try (BenchRun one = party(1, port)) {
      connect(port, new byte[0], true);
      try (BenchRun other = party(1, port)) {
        assertSays(other, 4, "taken");
      }
      assertTrue(!one.ended(1), "the first one goes on");
    }
  }

  @Test
  void nobodyListensOrCalls() throws Exception {
    try (BenchRun one = party(1, freePort(), "--connect-timeout=1s");
        BenchRun two = party(2, freePort(), "--connect-timeout=1s")) {
      assertSays(one, 4, "party 2 did not connect");
      assertSays(two, 4, "Nobody answers as party 1");
    }
  }

  @Test
  void anUnknownHost() throws Exception {
    try (BenchRun two = BenchThread.start(line(2, "nowhere.invalid:7000"))) {
      assertSays(two, 4, "resolve host nowhere.invalid");
    }
  }

  /**
   * Each caller is told the reason; the party that listens continues, and finally reports who
   * called.
   */
  @Test
  @Tag("slow")
  void callersThatAreTurnedAway() throws Exception {
    int port = freePort();
    String[] foreign = {
      "--key=" + keys.resolve("stranger.key"),
      "--cert=" + keys.resolve("stranger.crt"),
      "--fingerprints=" + fingerprints[0] + "," + fingerprints[2]
    };
    String otherPin = "--fingerprints=" + fingerprints[2] + "," + fingerprints[1];
    try (BenchRun one = party(1, port, "--connect-timeout=20s")) {
      connect(port, new byte[0], true);
      try (BenchRun stranger = party(2, port, foreign);
          BenchRun mistaken = party(2, port, otherPin);
          BenchRun plain = party(2, port, "--plaintext")) {
        assertSays(stranger, 4, "refused our certificate");
        assertSays(mistaken, 4, fingerprints[0]);
        assertSays(plain, 5, "wants TLS");
      }
      assertSays(one, 4, "party 2 did not connect.*without TLS.*" + fingerprints[2]);
    }
  }

  @Test
  void tlsAgainstPlaintext() throws Exception {
    int port = freePort();
    try (BenchRun one = party(1, port, "--plaintext");
        BenchRun two = party(2, port)) {
      assertSays(two, 5, "plaintext");
      assertTrue(!one.ended(1), "it goes on waiting");
    }
  }

  /** A port scanner, random bytes, a browser, and a caller that stays silent. */
  @Test
  void strangersOnThePort() throws Exception {
    int port = freePort();
    byte[][] greetings = {
      {},
      {0},
      {0x7F, -1, -1, -1, 9, 9, 9},
      "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
      {0x16, 3, 1, 0x40, 0, 1, 2, 3}
    };
    List<Socket> strangers = new ArrayList<>();
    try (BenchRun one = party(1, port, "--connect-timeout=20s")) {
      try {
        for (byte[] greeting : greetings) {
          strangers.add(connect(port, greeting, false));
          connect(port, greeting, true);
        }
        try (BenchRun two = party(2, port)) {
          assertRight(two);
          assertRight(one);
        }
      } finally {
        for (Socket socket : strangers) {
          socket.close();
        }
      }
    }
  }

  private static Socket connect(int port, byte[] greeting, boolean hangUp) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (true) {
      Socket socket = new Socket();
      try {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        OutputStream out = socket.getOutputStream();
        out.write(greeting);
        if (hangUp) {
          socket.close();
        }
        return socket;
      } catch (IOException e) {
        socket.close();
        assertTrue(System.nanoTime() < deadline, "nobody listens");
        Thread.sleep(20);
      }
    }
  }

  @Test
  void twoClaimOnePlace() throws Exception {
    int port = freePort();
    try (TamperingProxy line = TamperingProxy.slow(port, SLOW);
        BenchRun one = party(1, port);
        BenchRun two = party(2, line.port())) {
      line.awaitPassed(PASSED);
      try (BenchRun again = party(2, port, "--connect-timeout=1s")) {
        assertSays(again, 4, "party 1 .* (already has a connection in our|did not let us in).*");
      }
      assertTrue(!one.ended(1) && !two.ended(1), "the first ones go on");
    }
  }

  @ParameterizedTest
  @Tag("slow")
  @CsvSource({
    "--sigma=40, sigma",
    "'--inputs=party1,public', input/output map",
    "--outputs=party1, input/output map",
    "--circuit=aes_128_shallow, circuit",
    "--lanes=2, lanes",
  })
  void thePartiesDiffer(String option, String field) throws Exception {
    int port = freePort();
    String[] more = {option};
    if (option.startsWith("--lanes")) {
      more = new String[] {"--input=" + file("two", (PLAINTEXT + "\n").repeat(2))};
    }
    try (BenchRun one = party(1, port);
        BenchRun two = party(2, port, more)) {
      assertSays(one, 5, "the parties differ in " + field);
      assertSays(two, 5, "the parties differ in " + field);
    }
  }

  private interface Harm {
    void happen() throws Exception;
  }

  /** Does harm when both parties are computing. */
  private static void harm(BenchRun one, TamperingProxy line, String pattern, Harm harm)
      throws Exception {
    line.awaitPassed(PASSED);
    harm.happen();
    long start = System.nanoTime();
    assertSays(one, 4, pattern);
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
    assertTrue(seconds < 20, "it took " + seconds + " s");
  }

  @Test
  void aPeerThatIsKilled() throws Exception {
    int port = freePort();
    try (TamperingProxy line = TamperingProxy.slow(port, SLOW);
        BenchRun one = party(1, port);
        BenchJar two = BenchJar.start(folder, line(2, "127.0.0.1:" + line.port()))) {
      String closed = "party 2 .* closed the connection";
      harm(one, line, closed, () -> two.process().destroyForcibly());
    }
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void aPeerThatIsStopped() throws Exception {
    int port = freePort();
    try (TamperingProxy line = TamperingProxy.slow(port, SLOW);
        BenchRun one = party(1, port, "--timeout=1s");
        BenchJar two = BenchJar.start(folder, line(2, "127.0.0.1:" + line.port()))) {
      String pid = Long.toString(two.process().pid());
      harm(
          one,
          line,
          "party 2 .* (was silent|took nothing) for 1 s",
          () -> assertEquals(0, new ProcessBuilder("kill", "-STOP", pid).start().waitFor()));
    }
  }

  @Test
  void aLineThatIsUnplugged() throws Exception {
    int port = freePort();
    try (TamperingProxy line = TamperingProxy.slow(port, SLOW);
        BenchRun one = party(1, port, "--timeout=1s");
        BenchRun two = party(2, line.port())) {
      harm(one, line, "party 2 .* (was silent|took nothing) for 1 s", line::unplug);
      assertTrue(!two.ended(1), "it is more patient");
    }
  }

  @Test
  void aSlowLineIsNoFault() throws Exception {
    int port = freePort();
    try (TamperingProxy line = new TamperingProxy(port, null, 0);
        BenchRun one = party(1, port);
        BenchRun two = party(2, line.port())) {
      line.slowDown(2_000_000);
      assertRight(one);
      assertRight(two);
    }
  }

  @Test
  @Tag("slow")
  void aDealerThatIsKilled() throws Exception {
    int port = freePort();
    int at = freePort();
    String[] more = {"--plaintext", "--protocol=minitrix", "--dealer=127.0.0.1:" + at};
    String[] first = Arrays.copyOf(more, 4);
    first[3] = "--input=" + lanes("many1", KEY);
    String[] second = Arrays.copyOf(more, 4);
    second[3] = "--input=" + lanes("many2", PLAINTEXT);
    String job = "--plaintext --protocol=minitrix --circuit=aes_128 --outputs=all --timeout=5s";
    List<String> line = new ArrayList<>(List.of("dealer", "-v", "--inputs=party1,party2"));
    line.addAll(List.of(job.split(" ")));
    line.addAll(List.of("--lanes=" + LONG_LANES, "--listen=127.0.0.1:" + at));
    line.add("--peers=127.0.0.1:" + port + ",127.0.0.1:1");
    try (BenchJar dealer = BenchJar.start(folder, line.toArray(String[]::new));
        BenchRun one = party(1, port, first);
        BenchRun two = party(2, port, second)) {
      dealer.awaitErr("INFO .*parties are there");
      assertTrue(dealer.child("serve").destroyForcibly());
      dealer.expect(4);
      assertSays(one, 4, "the dealer .*closed the connection");
      assertSays(two, 4, "the dealer .*closed the connection");
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDisk() throws Exception {
    int port = freePort();
    try (BenchRun one = party(1, port, "--json=/dev/full");
        BenchRun two = party(2, port)) {
      one.expect(3);
      assertRight(two);
    }
  }
}
