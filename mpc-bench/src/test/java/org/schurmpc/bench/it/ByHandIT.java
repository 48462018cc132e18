package org.schurmpc.bench.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.cli.keys.KeyFiles;
import org.schurmpc.core.net.Fingerprint;

/**
 * Starts Monitor, dealer and parties one by one, as if each had its own machine. They run on
 * threads unless one of them is killed.
 */
class ByHandIT {
  /** A circuit of two inputs and an output of 2 bits each, which the library does not contain. */
  private static final String SMALL =
      """
      2 6
      2 2 2
      1 2

      2 1 0 2 4 AND
      2 1 1 3 5 AND
      """;

  private static final String RUNNING = "all are prepared";

  @TempDir Path folder;
  private final List<BenchRun> started = new ArrayList<>();
  private Path token;

  @BeforeEach
  void writeToken() throws Exception {
    token = SecretFile.write(folder.resolve("token"), "0123456789abcdef0123456789abcdef\n");
  }

  @AfterEach
  void endAll() {
    started.forEach(BenchRun::close);
  }

  private BenchThread start(String line) {
    BenchThread run = BenchThread.start(line.strip().split(" +"));
    started.add(run);
    return run;
  }

  private BenchJar startProcess(String line) throws Exception {
    BenchJar run = BenchJar.start(folder, line.strip().split(" +"));
    started.add(run);
    return run;
  }

  private String plain() {
    return " --plaintext --token-file " + token;
  }

  /** Starts a Monitor of a short run, and waits until the Monitor prints its address. */
  private BenchThread monitor(String options) {
    return start(monitorLine(options));
  }

  private static String monitorLine(String options) {
    String protocol = options.contains("--protocol") ? "" : "--protocol minitrix ";
    return "monitor " + protocol + "--rehearsal 0ms --listen 127.0.0.1:0 " + options;
  }

  /** Returns the options of a long sequence of short runs. */
  private String endless() throws Exception {
    return " --runs 100000 --circuit " + Files.writeString(folder.resolve("small.txt"), SMALL);
  }

  private static String address(BenchRun monitor) throws Exception {
    return " --monitor "
        + monitor.awaitErr("the Monitor listens at (127\\.0\\.0\\.1:[0-9]+) and waits").group(1);
  }

  private BenchThread dealer(String options) {
    return start("dealer --listen 127.0.0.1:0" + options);
  }

  private BenchThread party(int index, String options) {
    return start(partyLine(index, options));
  }

  private static String partyLine(int index, String options) {
    return "party --party " + index + " --listen 127.0.0.1:0" + options;
  }

  /** Starts a party in a process, which logs when it has connected to the other party. */
  private BenchJar partyProcess(int index, String options) throws Exception {
    return startProcess(partyLine(index, options + " --debug"));
  }

  private static String last(BenchRun jar) {
    List<String> lines = jar.err().strip().lines().toList();
    return lines.get(lines.size() - 1);
  }

  private String keys(String name) throws Exception {
    return " --key %1$s/%2$s.key --cert %1$s/%2$s.crt --config %1$s/team.toml"
        .formatted(folder, name);
  }

  private void writeTeam() throws Exception {
    StringBuilder team = new StringBuilder();
    for (String name : List.of("party 1", "party 2", "dealer", "monitor")) {
      KeyFiles files = KeyFiles.in(folder, name.replace(" ", ""));
      Fingerprint shown = Fingerprint.of(files.make(Duration.ofDays(1), false));
      String table = name.startsWith("party") ? "[[party]]" : "[" + name + "]";
      team.append(table).append("\nfingerprint = \"").append(shown).append("\"\n");
    }
    Files.writeString(folder.resolve("team.toml"), team.toString());
  }

  @Test
  void runsOverTlsWithACircuitThatOnlyTheMonitorHas() throws Exception {
    writeTeam();
    Path circuit = Files.writeString(folder.resolve("small.txt"), SMALL);
    Path json = folder.resolve("result.json");
    BenchRun monitor =
        monitor("--runs 2 --circuit " + circuit + " --json " + json + keys("monitor"));
    String to = address(monitor);
    Files.delete(circuit);
    BenchRun two = party(2, to + keys("party2"));
    BenchRun dealer = dealer(to + keys("dealer"));
    BenchRun one = party(1, to + keys("party1"));
    monitor.expect(0);
    for (BenchRun piece : List.of(one, two, dealer)) {
      piece.expect(0);
      assertEquals("", piece.err());
    }
    assertTrue(one.out().contains("party 1 of instance 1 is done"), one.out());
    assertTrue(monitor.out().strip().endsWith("verified"), monitor.out());
    JsonNode result = new ObjectMapper().readTree(json.toFile());
    assertTrue(result.get("connections").asText().startsWith("TLS 1.3"), result.toString());
    assertEquals("small.txt", result.get("circuit").asText());
  }

  @Test
  @Tag("slow")
  void threePartiesOfWhomTheLastListensNowhere() throws Exception {
    Path circuit = Files.writeString(folder.resolve("small.txt"), SMALL);
    BenchRun monitor = monitor("--parties 3 --runs 2 --circuit " + circuit + plain());
    String to = address(monitor);
    List<BenchRun> pieces =
        List.of(
            start("party --party 3" + to + plain()),
            party(2, to + plain()),
            dealer(to + plain()),
            party(1, to + plain()));
    monitor.expect(0);
    for (BenchRun piece : pieces) {
      piece.expect(0);
    }
    assertTrue(monitor.out().contains("party 3: "), monitor.out());
  }

  @Test
  void aPartyThatOthersCallMustListen() throws Exception {
    BenchRun monitor = monitor("--parties 3" + plain());
    BenchRun two = start("party --party 2" + address(monitor) + plain());
    monitor.expect(2);
    two.expect(2);
    assertTrue(
        last(two).endsWith("called by others: say with --listen HOST:PORT where"), two.err());
    assertTrue(last(monitor).contains("party 2 of 3 is called by others"), monitor.err());
  }

  @Test
  void whoDoesNotBelongIsToldAndTheOthersGoOn() throws Exception {
    BenchRun monitor =
        monitor("--runs 1 --preprocessing ot --protocol tinyot --blocks 1" + plain());
    String to = address(monitor);
    BenchRun one = party(1, to + plain());
    monitor.awaitErr("party 1 of instance 1 has called");
    Path other = SecretFile.write(folder.resolve("other"), "another-token-entirely");
    BenchRun wrong = party(2, to + " --plaintext --token-file " + other);
    BenchRun again = party(1, to + plain());
    BenchRun dealer = dealer(to + plain());
    wrong.expect(4);
    assertTrue(last(wrong).contains("the tokens differ"), wrong.err());
    again.expect(5);
    assertTrue(last(again).contains("it has party 1 of instance 1 already"), again.err());
    dealer.expect(5);
    assertTrue(last(dealer).contains("this run has no dealer"), dealer.err());
    BenchRun two = party(2, to + plain());
    monitor.expect(0);
    one.expect(0);
    two.expect(0);
    assertTrue(one.err().startsWith("warning: --plaintext"), one.err());
  }

  @Test
  void aKilledPartyIsNamed() throws Exception {
    BenchRun monitor = monitor(plain() + endless());
    String to = address(monitor);
    BenchRun dealer = dealer(to + plain());
    BenchRun one = party(1, to + plain());
    BenchJar two = partyProcess(2, to + plain());
    assertTrue(two.childAtWork("child party").destroyForcibly());
    monitor.expect(4);
    assertTrue(last(monitor).matches(".*party 2 .*(broke|closed).*"), monitor.err());
    one.expect(4);
    two.expect(4);
    dealer.expect(4);
    List<String> sentences = two.sentences();
    assertTrue(sentences.get(sentences.size() - 1).contains("died with exit code 137"), two.err());
  }

  @Test
  @Tag("slow")
  void aStoppedPartyDoesNotHoldUpTheOthers() throws Exception {
    BenchRun monitor = monitor(plain() + endless() + " --timeout 1s");
    String to = address(monitor);
    dealer(to + plain());
    BenchRun one = party(1, to + plain());
    BenchJar two = partyProcess(2, to + plain());
    String pid = Long.toString(two.childAtWork("child party").pid());
    assertEquals(0, new ProcessBuilder("kill", "-STOP", pid).start().waitFor());
    monitor.expect(4);
    assertTrue(last(monitor).contains("party "), monitor.err());
    one.expect(4);
  }

  @Test
  void allEndWithTheMonitor() throws Exception {
    BenchJar monitor = startProcess(monitorLine(plain() + endless()));
    String to = address(monitor);
    BenchJar two = partyProcess(2, to + plain());
    List<BenchRun> pieces = List.of(dealer(to + plain()), party(1, to + plain()), two);
    monitor.awaitErr(RUNNING);
    two.childAtWork("child party");
    monitor.process().destroyForcibly();
    for (BenchRun piece : pieces) {
      piece.expect(4);
      // With --debug, the reasons follow.
      String said = piece == two ? piece.sentences().get(0) : last(piece);
      assertTrue(said.startsWith("mpc-bench: "), piece.err());
    }
  }

  @Test
  @Tag("slow")
  void allEndWithTheDealer() throws Exception {
    BenchRun monitor = monitor(plain() + endless());
    String to = address(monitor);
    BenchJar dealer = startProcess("dealer --listen 127.0.0.1:0" + to + plain());
    BenchRun one = party(1, to + plain());
    BenchJar two = partyProcess(2, to + plain());
    two.childAtWork("child party");
    assertTrue(dealer.child("child dealer").destroyForcibly());
    monitor.expect(4);
    assertTrue(last(monitor).contains("the dealer"), monitor.err());
    one.expect(4);
    two.expect(4);
  }

  @Test
  void addressesThatDoNotServeAreNamed() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      BenchRun monitor = start("monitor --protocol minitrix --listen 127.0.0.1:" + port + plain());
      BenchRun unknown =
          party(2, " --monitor no.such.host.invalid:4700 --connect-timeout 500ms" + plain());
      BenchRun nobody = party(2, " --monitor 127.0.0.1:1 --connect-timeout 500ms" + plain());
      BenchRun impatient = monitor("--connect-timeout 500ms" + plain());
      monitor.expect(4);
      assertTrue(last(monitor).contains("Port " + port), monitor.err());
      unknown.expect(4);
      assertTrue(last(unknown).contains("no.such.host.invalid"), unknown.err());
      nobody.expect(4);
      assertTrue(last(nobody).contains("Nobody answers as the Monitor"), nobody.err());
      impatient.expect(4);
      String all = "the dealer, party 1 of instance 1, party 2 of instance 1 did not call";
      assertTrue(last(impatient).contains(all), impatient.err());
    }
  }
}
