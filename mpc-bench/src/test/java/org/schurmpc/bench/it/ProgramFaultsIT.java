package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Disturbs runs of programs: no output appears, and every party ends in time. */
class ProgramFaultsIT {
  /** A proven input of each party, a reveal, a product that depends on it, and an output. */
  private static final String PROGRAM =
      """
      .program small parties %d
      .field p128 sigma_mask 40
      .input a party 0 unsigned 8
      .input b party 1 unsigned 8
      .output c party all signed 34
      .tape main s 3 c 2 i 0
      .demand triples 1 inputs 0 0%2$s ownbits 8 8%2$s
      input a 0 s0, b 0 s1
      adds s2, s0, s1
      startopen reveal c0 s2
      stopopen
      mulm s1, s1, c0
      startopen product s2 s0 s1
      stopopen
      output c, 0, s2
      end
      .schedule run main 0
      """;

  /** The output for 20 and 22: 20 * 22 * 42. */
  private static final String RIGHT = "c = 18480\n";

  private static final int RUNS = 8;
  private static final int SLOW = 200_000; // bytes a second
  private static final long SECONDS = 15;

  @TempDir Path folder;

  private final List<BenchRun> started = new ArrayList<>();

  @BeforeEach
  void writeInputs() throws Exception {
    Files.writeString(folder.resolve("in1"), "a = 20\n");
    Files.writeString(folder.resolve("in2"), "b = 22\n");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private String program(int parties) throws Exception {
    Path text = folder.resolve("small.s");
    Files.writeString(text, PROGRAM.formatted(parties, " 0".repeat(parties - 2)));
    String program = folder.resolve("small.vm").toString();
    try (BenchRun asm = BenchThread.start("program", "asm", text.toString(), "--out", program)) {
      asm.expect(0);
    }
    return program;
  }

  private Path output(int party) {
    return folder.resolve("result" + party);
  }

  private String[] line(String program, int party, String peers, String... more) {
    List<String> line = new ArrayList<>(List.of("program", "run", "--program=" + program));
    line.addAll(List.of("--party=" + party, "--peers=" + peers));
    line.addAll(List.of("--timeout=2s", "--connect-timeout=20s", "--output=" + output(party)));
    if (party < 3) {
      line.add("--input=" + folder.resolve("in" + party));
    }
    if (Arrays.stream(more).noneMatch(word -> word.startsWith("--key"))) {
      line.add("--plaintext");
    }
    line.addAll(List.of(more));
    return line.toArray(String[]::new);
  }

  private String[] dealtStores(String program, String name) throws Exception {
    String[] stores = {
      folder.resolve(name + "1").toString(), folder.resolve(name + "2").toString()
    };
    try (BenchRun dealer =
        BenchThread.start("dealer", "--program=" + program, "--out", stores[0], stores[1])) {
      dealer.expect(0);
    }
    return stores;
  }

  /** Runs two parties with fresh stores, with a proxy between them. */
  private List<Integer> run(String program, String name, TamperingProxy proxy, int port)
      throws Exception {
    String[] stores = dealtStores(program, name);
    String own = "127.0.0.1:" + port;
    String behind = "127.0.0.1:" + proxy.port();
    try (BenchRun one =
            BenchThread.start(line(program, 1, own, "--preprocessing=store:" + stores[0]));
        BenchRun two =
            BenchThread.start(line(program, 2, behind, "--preprocessing=store:" + stores[1]))) {
      return List.of(one.exitCode(), two.exitCode());
    }
  }

  private void assertRightOrNothing(List<Integer> codes, String where) throws Exception {
    for (int party = 1; party <= codes.size(); party++) {
      boolean there = Files.exists(output(party));
      assertEquals(codes.get(party - 1) == 0, there, where);
      assertTrue(!there || Files.readString(output(party)).equals(RIGHT), where);
      Files.deleteIfExists(output(party));
    }
    try (var left = Files.list(folder)) {
      assertFalse(left.anyMatch(file -> file.toString().endsWith(".part")), where);
    }
  }

  @Test
  void aChangedByteIsNoticedAndNothingIsWritten() throws Exception {
    String program = program(2);
    int port = freePort();
    List<TamperingProxy.Frame> frames;
    try (TamperingProxy proxy = new TamperingProxy(port, null, 0)) {
      List<Integer> codes = run(program, "honest", proxy, port);
      assertEquals(List.of(0, 0), codes);
      assertRightOrNothing(codes, "honest");
      frames = proxy.frames();
    }
    SplittableRandom random = new SplittableRandom(1);
    Map<Integer, Integer> ends = new TreeMap<>();
    for (int i = 0; i < RUNS; i++) {
      // The last frames say that all is over.
      TamperingProxy.Frame frame =
          frames.get((int) ((i + random.nextDouble()) * frames.size() / RUNS));
      TamperingProxy.Place start = frame.start();
      TamperingProxy.Place place =
          new TamperingProxy.Place(
              start.connection(),
              start.backward(),
              start.offset() + 4 + random.nextLong(Math.max(1, frame.length() - 4)));
      int next = freePort();
      try (TamperingProxy proxy = new TamperingProxy(next, place, 1 << random.nextInt(8))) {
        List<Integer> codes = run(program, "store" + i, proxy, next);
        assertRightOrNothing(codes, place + ": " + codes);
        codes.forEach(code -> ends.merge(code, 1, Integer::sum));
      }
    }
    assertTrue(ends.getOrDefault(6, 0) >= RUNS / 2, ends.toString());
    assertTrue(ends.getOrDefault(0, 0) <= RUNS / 4, ends.toString());
  }

  private String fingerprint(String name) throws Exception {
    try (BenchRun keygen = BenchThread.start("keygen", "--name=" + name, "--out=" + folder)) {
      return Arrays.stream(keygen.expect(0).out().split("\\s+"))
          .filter(word -> word.startsWith("SHA256:"))
          .findFirst()
          .orElseThrow();
    }
  }

  /** Over TLS, a change of the line is a loss of the line; so is silence. */
  @Test
  void aLineThatIsLostOverTls() throws Exception {
    String program = program(2);
    String pins = "--fingerprints=" + fingerprint("party1") + "," + fingerprint("party2");
    for (boolean changed : new boolean[] {true, false}) {
      int port = freePort();
      TamperingProxy.Place place = new TamperingProxy.Place(0, true, 60_000);
      try (TamperingProxy proxy = new TamperingProxy(port, changed ? place : null, 1)) {
        proxy.slowDown(SLOW);
        for (int party = 1; party <= 2; party++) {
          String at = "127.0.0.1:" + (party == 1 ? port : proxy.port());
          String own = folder.resolve("party" + party).toString();
          started.add(
              BenchThread.start(
                  line(
                      program,
                      party,
                      at,
                      pins,
                      "--key=" + own + ".key",
                      "--cert=" + own + ".crt")));
        }
        if (!changed) {
          proxy.awaitPassed(100_000);
          proxy.unplug();
        }
        List<Integer> codes = new ArrayList<>();
        for (BenchRun each : started) {
          codes.add(each.exitCode());
        }
        assertEquals(List.of(4, 4), codes, started.get(0).err() + started.get(1).err());
        assertRightOrNothing(codes, "TLS");
      } finally {
        started.forEach(BenchRun::close);
        started.clear();
      }
    }
  }

  @Test
  void aKilledPartyEndsTheOthers() throws Exception {
    String program = program(3);
    int port = freePort();
    int second = freePort();
    try (TamperingProxy proxy = TamperingProxy.slow(port, SLOW)) {
      String peers = "127.0.0.1:%d,127.0.0.1:%d";
      String direct = peers.formatted(port, second);
      String slow = peers.formatted(proxy.port(), second);
      try (BenchRun one = BenchThread.start(line(program, 1, direct, "--parties=3"));
          BenchRun two = BenchThread.start(line(program, 2, direct, "--parties=3"));
          BenchJar three = BenchJar.start(folder, line(program, 3, slow, "--parties=3"))) {
        proxy.awaitPassed(100_000);
        three.process().destroyForcibly();
        long start = System.nanoTime();
        List<Integer> codes = List.of(one.exitCode(), two.exitCode());
        assertTrue(System.nanoTime() - start < TimeUnit.SECONDS.toNanos(SECONDS), "too late");
        for (int code : codes) {
          assertTrue(code == 4 || code == 6, one.err() + two.err());
        }
        assertRightOrNothing(codes, "killed");
      }
    }
  }
}
