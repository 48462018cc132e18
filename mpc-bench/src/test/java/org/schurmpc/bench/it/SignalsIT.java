package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sends a party the signals of an operator while it prepares, over a line with a delay of 0.1 s, on
 * which many moments are within a check. No store is lost.
 */
class SignalsIT {
  private static final int FEW = 1;
  private static final int MANY = 30;
  private static final long DELAY_MILLIS = 100;

  /** Approximate time until the parties' processes have connected. */
  private static final long START_MILLIS = 1_200;

  /** Approximate duration of a preparation from there on. */
  private static final int WORK_MILLIS = 4_000;

  private static final int TERMINATED = 143;
  private static final int INTERRUPTED = 130;

  @TempDir Path folder;

  @Test
  void few() throws Exception {
    rounds(FEW, 5);
  }

  @Test
  @Tag("slow")
  void many() throws Exception {
    rounds(MANY, 6);
  }

  private void rounds(int count, long seed) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    Map<String, Integer> ends = new TreeMap<>();
    for (int round = 0; round < count; round++) {
      int port;
      try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        port = socket.getLocalPort();
      }
      try (LateProxy line = new LateProxy(port, DELAY_MILLIS)) {
        String signal = random.nextBoolean() ? "TERM" : "INT";
        long moment = START_MILLIS + random.nextInt(WORK_MILLIS);
        round(round, port, line.port(), signal, moment, ends);
      }
    }
    System.out.println("ends of " + count + " rounds: " + ends);
  }

  private String config(int port) throws IOException {
    Path job = Files.createTempFile(folder, "job", ".toml");
    Files.writeString(
        job,
        """
        protocol = "spdz"
        options = { field = "gf2_64" }
        circuit = "add_64"
        inputs = ["party1", "party2"]
        outputs = ["all"]
        [[party]]
        address = "127.0.0.1:%d"
        [[party]]
        """
            .formatted(port));
    return job.toString();
  }

  private BenchJar prepare(int party, int port, int round) throws IOException {
    List<String> args = new ArrayList<>(List.of("prepare", "--config", config(port)));
    args.addAll(List.of("--plaintext", "--party", "" + party, "--connect-timeout", "20s"));
    args.addAll(List.of("--store", store(party, round), "--blocks", "64", "--jvm", "auto"));
    return BenchJar.startWith("", folder, args.toArray(String[]::new));
  }

  private String store(int party, int round) {
    return folder.resolve("store-%d-%d".formatted(party, round)).toString();
  }

  /** Prepares, and sends a signal to the process that the operator started, as a terminal does. */
  private void round(
      int round, int port, int line, String signal, long moment, Map<String, Integer> ends)
      throws Exception {
    try (BenchJar alice = prepare(1, port, round);
        BenchJar bob = prepare(2, line, round)) {
      boolean early = alice.ended(moment);
      List<Long> signalled = new ArrayList<>(List.of(alice.process().pid()));
      if (signal.equals("INT")) { // Ctrl-C reaches all processes of the terminal.
        alice.process().descendants().forEach(each -> signalled.add(each.pid()));
      }
      for (long pid : early ? List.<Long>of() : signalled) {
        new ProcessBuilder("kill", "-s", signal, "" + pid).start().waitFor();
      }
      int code = alice.exitCode();
      int other = bob.exitCode();
      ends.merge("%s %d %d".formatted(early ? "none" : signal, code, other), 1, Integer::sum);
      String said = alice.err() + bob.err();
      assertTrue(code == 0 || code == TERMINATED || code == INTERRUPTED || code == 4, said);
      assertTrue(other == 0 || other == 4, "party 2 ended with " + other + ": " + said);
    }
    for (int party = 1; party <= 2; party++) {
      requireAlive(party, round);
    }
  }

  private void requireAlive(int party, int round) throws Exception {
    if (!Files.exists(Path.of(store(party, round)))) {
      return;
    }
    try (BenchJar info = BenchJar.start(folder, "prep", "info", store(party, round))) {
      String said = info.expect(0).out();
      assertFalse(said.contains("DESTROYED") || said.contains("destroyed when"), said);
    }
  }

  /** The passphrase and the key of stores are in no environment that does not need them. */
  @Test
  void secretsAreInNoOtherEnvironment() throws Exception {
    List<String> found = new ArrayList<>();
    Path cache = Files.createDirectories(folder.resolve("cache"));
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("bench.jar"),
            "org.schurmpc.bench.Main",
            "child",
            "archive",
            "org.schurmpc.bench.Main");
    builder.environment().put("HOME", folder.toString());
    builder.environment().put("XDG_CACHE_HOME", cache.toString());
    builder.environment().put("SCHUR_MPC_KEY_PASSPHRASE", "a passphrase");
    builder.environment().put("SCHUR_MPC_STORE_KEY", "5a".repeat(32));
    Process maker = builder.start();
    int seen = 0;
    while (!maker.waitFor(50, TimeUnit.MILLISECONDS)) {
      for (ProcessHandle child : maker.descendants().toList()) {
        String line = child.info().commandLine().orElse("?");
        if (line.contains("jspawnhelper")) {
          continue; // the JVM's own, which becomes the child and has its parent's environment until
          // then
        }
        Path environment = Path.of("/proc/" + child.pid() + "/environ");
        String text = read(environment);
        seen += text.contains("XDG_CACHE_HOME=") ? 1 : 0;
        if (text.contains("SCHUR_MPC_KEY_PASSPHRASE=") || text.contains("SCHUR_MPC_STORE_KEY=")) {
          found.add(line);
        }
      }
      if (seen > 20) {
        maker.descendants().forEach(ProcessHandle::destroyForcibly);
        maker.destroyForcibly();
      }
    }
    assertTrue(seen > 0, "no child was seen");
    assertTrue(found.isEmpty(), found.toString());
  }

  private static String read(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }
}
