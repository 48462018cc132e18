package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Prepares MiniTrix's material without a dealer over TLS, and uses it in other processes. */
class OwnMaterialIT {
  private static final List<String> NAMES = List.of("alice", "bob");

  /** A circuit of two inputs of 2 bits, whose output is their AND. */
  private static final String SMALL =
      """
      2 6
      2 2 2
      1 2

      2 1 0 2 4 AND
      2 1 1 3 5 AND
      """;

  @TempDir Path folder;

  private String config;
  private String[] inputs;

  private void configure() throws Exception {
    StringBuilder text = new StringBuilder();
    text.append("protocol = \"minitrix\"\ncircuit = \"small.txt\"\n");
    text.append("inputs = [\"party1\", \"party2\"]\noutputs = [\"all\"]\n");
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      for (String name : NAMES) {
        text.append("[[party]]\nfingerprint = \"%s\"\n".formatted(key(name)));
        if (name.equals("alice")) {
          text.append("address = \"127.0.0.1:%d\"\n".formatted(socket.getLocalPort()));
        }
      }
    }
    Files.writeString(folder.resolve("small.txt"), SMALL);
    config = Files.writeString(folder.resolve("job.toml"), text).toString();
    inputs = new String[] {file("a.hex", "3\n2\n"), file("b.hex", "1\n3\n")};
  }

  /** Makes a key, and returns the fingerprint of its certificate. */
  private String key(String name) throws Exception {
    try (BenchRun keygen =
        BenchThread.start("keygen", "--name", name, "--out", folder.toString())) {
      keygen.expect(0);
    }
    try (BenchRun shown = BenchThread.start("keygen", "--show", path(name + ".crt"))) {
      return shown.expect(0).out().lines().findFirst().orElseThrow().replaceAll(".* ", "");
    }
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private String file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content).toString();
  }

  private String[] line(String command, int party, String... more) {
    String name = NAMES.get(party - 1);
    List<String> args = new ArrayList<>(List.of(command, "--config", config));
    args.addAll(List.of("--party", Integer.toString(party), "--connect-timeout", "60s"));
    args.addAll(List.of("--key", path(name + ".key"), "--cert", path(name + ".crt")));
    args.addAll(List.of(more));
    return args.toArray(String[]::new);
  }

  private String[] eval(int party, String... more) {
    List<String> args = new ArrayList<>();
    args.addAll(List.of("--preprocessing", "store:" + path("store-" + party)));
    args.addAll(List.of("--input", inputs[party - 1]));
    args.addAll(List.of(more));
    return line("eval", party, args.toArray(String[]::new));
  }

  private BenchJar prepare(int party) throws IOException {
    String store = path("store-" + party);
    return BenchJar.start(
        folder, line("prepare", party, "--sigma", "64", "--blocks", "1", "--store", store));
  }

  private void requireRefused(String wanted, String... more) throws Exception {
    try (BenchRun alice = BenchJar.start(folder, eval(1, more))) { // where the records are
      alice.expect(2);
      assertEquals(1, alice.sentences().size(), alice.err());
      alice.requireSaid(
          "mpc-bench: %s/batch-000001 is for 'minitrix 255x85, sigma 64', and what is wanted is '%s':"
                  .formatted(path("store-1"), wanted)
              + " name another store, or the parameters of this one");
      assertEquals("", alice.out());
    }
  }

  @Test
  void storesOfTwoPartiesAreRightAndNameSigma() throws Exception {
    configure();
    try (BenchJar alice = prepare(1);
        BenchJar bob = prepare(2)) {
      alice.expect(0);
      bob.expect(0);
    }
    try (BenchRun info = BenchThread.start("prep", "info", path("store-1"))) {
      String said = info.expect(0).out();
      assertTrue(said.contains("minitrix 255x85, sigma 64"), said);
    }
    try (BenchRun verify =
        BenchThread.start(
            "prep", "verify", "--reveal-everything", path("store-1"), path("store-2"))) {
      String said = verify.expect(0).out();
      assertTrue(said.contains("every relation holds, 1 batch checked"), said);
      assertTrue(said.lines().anyMatch(each -> each.matches("  AND gate +2")), said);
      assertTrue(verify.err().contains("'AND gate': 6 words over C* are too few"), verify.err());
    }
    requireRefused("minitrix 255x85");
    requireRefused("minitrix 255x85, sigma 40", "--sigma", "40");
    try (BenchJar alice = BenchJar.start(folder, eval(1, "--sigma", "64"));
        BenchJar bob = BenchJar.start(folder, eval(2, "--sigma", "64"))) {
      alice.expect(0);
      bob.expect(0);
      assertEquals("1\n2\n", alice.out());
      assertEquals("1\n2\n", bob.out());
    }
  }
}
