package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs parties of which one cannot begin: it ends with its own exit code, and those that wait for
 * it end with 9 long before their time limit.
 */
class CannotBeginIT {
  private static final int MOST_PARTIES = 3;

  /** Time for which parties wait for each other. */
  private static final String CONNECT = "170s";

  /** Time in which a party is told, and ends, on a busy machine. */
  private static final Duration SOON = Duration.ofSeconds(60);

  private static final String WAITS = "waiting at|calling those at|calling the dealer at";

  private static final String PROGRAM =
      """
      .program small parties %d
      .field p128 sigma_mask 40
      .input a party 0 unsigned 8
      .input b party 1 unsigned 8
      .output c party all signed 34
      .tape main s 3 c 0 i 0
      .demand inputs 0 0%2$s ownbits 8 8%2$s
      input a 0 s0, b 0 s1
      adds s2, s0, s1
      output c, 0, s2
      end
      .schedule run main 0
      """;

  @TempDir static Path keys;
  private static final List<String> FINGERPRINTS = new ArrayList<>();

  @TempDir Path folder;
  private final List<BenchRun> started = new ArrayList<>();

  @BeforeAll
  static void makeKeys() throws Exception {
    for (int party = 1; party <= MOST_PARTIES; party++) {
      try (BenchRun keygen = BenchThread.start("keygen", "--name=party" + party, "--out=" + keys)) {
        keygen.expect(0);
        FINGERPRINTS.add(
            Arrays.stream(keygen.out().split("\\s+"))
                .filter(word -> word.startsWith("SHA256:"))
                .findFirst()
                .orElseThrow());
      }
    }
  }

  @AfterEach
  void endAll() {
    started.forEach(BenchRun::close);
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Returns addresses of all parties, and their certificates, as options. */
  private static String[] meeting(int parties) throws IOException {
    List<String> peers = new ArrayList<>();
    for (int party = 1; party <= parties; party++) {
      peers.add("127.0.0.1:" + freePort());
    }
    return new String[] {
      "--peers=" + String.join(",", peers),
      "--fingerprints=" + String.join(",", FINGERPRINTS.subList(0, parties)),
      "--parties=" + parties
    };
  }

  private String[] line(String command, int party, String[] meeting, String... more) {
    List<String> line = new ArrayList<>(List.of(command.split(" ")));
    line.addAll(List.of(meeting));
    line.add("--party=" + party);
    line.add("--key=" + keys.resolve("party" + party + ".key"));
    line.add("--cert=" + keys.resolve("party" + party + ".crt"));
    line.addAll(List.of("--connect-timeout=" + CONNECT, "-v"));
    line.addAll(List.of(more));
    return line.toArray(String[]::new);
  }

  private <T extends BenchRun> T closed(T run) {
    started.add(run);
    return run;
  }

  private BenchRun thread(String... line) {
    return closed(BenchThread.start(line));
  }

  private BenchRun process(String... line) throws IOException {
    return closed(BenchJar.start(folder, line));
  }

  private String program(int parties) throws Exception {
    String text = file("small.s", PROGRAM.formatted(parties, " 0".repeat(parties - 2)));
    String program = folder.resolve("small.vm").toString();
    thread("program", "asm", text, "--out", program).expect(0);
    return "--program=" + program;
  }

  /** Requires that a party is told soon that another one cannot begin, and says so. */
  private static void assertTold(BenchRun waiting, long start, String by) throws Exception {
    waiting.expect(9);
    assertTrue(System.nanoTime() - start < SOON.toNanos(), "it waited");
    assertEquals("", waiting.out());
    List<String> said = waiting.sentences();
    assertEquals(1, said.size(), waiting.err());
    assertTrue(
        said.get(0)
            .matches(
                "mpc-bench: party %s cannot begin: it said so before the run; see its output"
                    .formatted(by)),
        waiting.err());
  }

  private static void assertFailed(BenchRun failing, int code, String pattern) throws Exception {
    failing.expect(code);
    List<String> said = failing.sentences();
    assertEquals(1, said.size(), failing.err());
    assertTrue(said.get(0).matches("mpc-bench: .*" + pattern + ".*"), failing.err());
  }

  private String goodTable(int party) throws IOException {
    return party > 2 ? "" : "--csv=" + file("good" + party, (party == 1 ? "a" : "b") + "\n20\n");
  }

  private String badTable(int party) throws IOException {
    return "--csv=" + file("bad" + party, (party == 1 ? "a" : "b") + "\ntwenty\n");
  }

  /** Waits until a process waits for others; a thread has no log of its own. */
  private static BenchRun awaitWaiting(BenchRun run) throws Exception {
    run.awaitErr(WAITS);
    return run;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aBadTable(int bad) throws Exception {
    String program = program(2);
    String[] meeting = meeting(2);
    int good = 3 - bad;
    BenchRun waiting =
        awaitWaiting(process(line("program run", good, meeting, program, goodTable(good))));
    long start = System.nanoTime();
    BenchRun failing = process(line("program run", bad, meeting, program, badTable(bad)));
    assertTold(waiting, start, Integer.toString(bad));
    assertFailed(failing, 3, "bad" + bad);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aBadTableAmongThreeParties(int bad) throws Exception {
    String program = program(3);
    String[] meeting = meeting(3);
    List<BenchRun> waiting = new ArrayList<>();
    for (int party = 1; party <= 3; party++) {
      if (party != bad) {
        List<String> more = new ArrayList<>(List.of(program));
        if (party < 3) {
          more.add(goodTable(party));
        }
        waiting.add(
            awaitWaiting(
                process(line("program run", party, meeting, more.toArray(String[]::new)))));
      }
    }
    long start = System.nanoTime();
    assertFailed(thread(line("program run", bad, meeting, program, badTable(bad))), 3, "bad" + bad);
    for (BenchRun party : waiting) {
      assertTold(party, start, "[1" + bad + "]");
    }
  }

  @Test
  void aBadCircuitAndAMissingInput() throws Exception {
    String circuit = file("circuit.txt", "no circuit\n");
    String[] options = {
      "--protocol=tinyot", "--inputs=party1,party2", "--outputs=all", "--circuit=aes_128"
    };
    String key = "--input=" + file("key", "000102030405060708090a0b0c0d0e0f\n");
    List<String> failures = List.of("--circuit=" + circuit, "--input=" + folder.resolve("none"));
    for (String wrong : failures) {
      List<String> bad = new ArrayList<>(Arrays.asList(options));
      bad.removeIf(option -> option.startsWith(wrong.substring(0, 6)) && wrong.startsWith("--c"));
      bad.add(wrong);
      if (wrong.startsWith("--c")) {
        bad.add(key);
      }
      List<String> good = new ArrayList<>(Arrays.asList(options));
      good.add(key);
      String[] meeting = meeting(2);
      BenchRun waiting =
          awaitWaiting(process(line("eval", 1, meeting, good.toArray(String[]::new))));
      long start = System.nanoTime();
      BenchRun failing = thread(line("eval", 2, meeting, bad.toArray(String[]::new)));
      assertTold(waiting, start, "2");
      assertFailed(failing, 3, wrong.startsWith("--c") ? "circuit.txt" : "none");
    }
  }

  /** A store that cannot be opened shows in the process that computes; no material is used. */
  @Test
  void aStoreThatCannotBeOpened() throws Exception {
    String[] stores = {"--store=" + folder.resolve("one"), "--store=" + folder.resolve("two")};
    String protocol = "--protocol=tinyot";
    String circuit = "--circuit=" + file("and.txt", "1 3\n2 1 1\n1 1\n\n2 1 0 1 2 AND\n");
    String[] meeting = meeting(2);
    List<BenchRun> both = new ArrayList<>();
    for (int party = 1; party <= 2; party++) {
      both.add(
          process(
              line(
                  "prepare",
                  party,
                  meeting,
                  protocol,
                  circuit,
                  "--inputs=party1,party2",
                  "--outputs=all",
                  "--blocks=1",
                  stores[party - 1])));
    }
    for (BenchRun party : both) {
      party.expect(0);
    }
    Path broken = Files.createDirectory(folder.resolve("broken"));
    Files.writeString(broken.resolve("store"), "no store");
    String[] eval = {
      protocol, circuit, "--inputs=party1,party2", "--outputs=all", "--input=" + file("bit", "1\n")
    };
    BenchRun waiting = awaitWaiting(process(eval(1, meeting, "one", eval)));
    long start = System.nanoTime();
    BenchRun failing = thread(eval(2, meeting, "broken", eval));
    assertTold(waiting, start, "2");
    assertFailed(failing, 3, "broken");
    List<BenchRun> again =
        List.of(process(eval(1, meeting, "one", eval)), process(eval(2, meeting, "two", eval)));
    for (BenchRun party : again) {
      assertEquals("1\n", party.expect(0).out());
    }
  }

  private String[] eval(int party, String[] meeting, String store, String... options) {
    List<String> more = new ArrayList<>(Arrays.asList(options));
    more.add("--preprocessing=store:" + folder.resolve(store));
    return line("eval", party, meeting, more.toArray(String[]::new));
  }

  /** Parties of a dealer wait there: they are told as well, and the dealer does not wait on. */
  @Test
  void aPartyOfADealer() throws Exception {
    int port = freePort();
    String program = program(2);
    String[] meeting = meeting(2);
    String at = "--dealer=127.0.0.1:" + port;
    try (BenchRun keygen = BenchThread.start("keygen", "--name=dealer", "--out=" + folder)) {
      keygen.expect(0);
      String fingerprint =
          Arrays.stream(keygen.out().split("\\s+"))
              .filter(word -> word.startsWith("SHA256:"))
              .findFirst()
              .orElseThrow();
      String pinned = "--dealer-fingerprint=" + fingerprint;
      BenchRun dealer =
          thread(
              "dealer",
              program,
              meeting[0],
              meeting[1],
              meeting[2],
              at,
              pinned,
              "--connect-timeout=" + CONNECT,
              "--key=" + folder.resolve("dealer.key"),
              "--cert=" + folder.resolve("dealer.crt"));
      dealer.awaitErr("the dealer listens");
      BenchRun waiting =
          awaitWaiting(process(line("program run", 1, meeting, program, goodTable(1), at, pinned)));
      long start = System.nanoTime();
      BenchRun failing = thread(line("program run", 2, meeting, program, badTable(2), at, pinned));
      assertTold(waiting, start, "2");
      assertFailed(failing, 3, "bad2");
      dealer.expect(4);
      assertTrue(System.nanoTime() - start < SOON.toNanos(), "the dealer waited");
    }
  }

  @Test
  void twoThatCannotBeginDoNotWaitForEachOther() throws Exception {
    String program = program(2);
    String[] meeting = meeting(2);
    long start = System.nanoTime();
    BenchRun one = thread(line("program run", 1, meeting, program, badTable(1)));
    BenchRun two = thread(line("program run", 2, meeting, program, badTable(2)));
    assertFailed(one, 3, "bad1");
    assertFailed(two, 3, "bad2");
    assertTrue(System.nanoTime() - start < SOON.toNanos(), "they waited");
  }
}
