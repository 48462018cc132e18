package org.schurmpc.bench.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.bench.control.Credentials;
import org.schurmpc.bench.control.KeepAlive;
import org.schurmpc.bench.control.PinnedCertificates;
import org.schurmpc.bench.party.DealerProgram;
import org.schurmpc.bench.party.PartyProgram;
import org.schurmpc.bench.party.Place;
import org.schurmpc.cli.keys.KeyFiles;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.Identity;
import org.schurmpc.core.net.Pin;

/** Tests a benchmark in this process whose participants authenticate each other by certificates. */
@Timeout(60)
class TlsTest {
  private static final Endpoint ANY = new Endpoint("127.0.0.1", 0);
  private static final List<String> NAMES =
      List.of("one", "two", "three", "dealer", "monitor", "stranger");

  @TempDir static Path folder;
  private static final Map<String, Identity> IDENTITIES = new TreeMap<>();

  @BeforeAll
  static void makeKeys() throws Exception {
    for (String name : NAMES) {
      KeyFiles files = KeyFiles.in(folder, name);
      files.make(Duration.ofDays(1), false);
      IDENTITIES.put(name, Identity.read(files.key(), files.certificate()));
    }
  }

  private static Pin print(String name) {
    return Pin.of(IDENTITIES.get(name).fingerprint());
  }

  private static Credentials credentials(String name) throws Exception {
    return new PinnedCertificates(
        IDENTITIES.get(name),
        List.of(print("one"), print("two")),
        Optional.of(print("dealer")),
        Optional.of(print("monitor")));
  }

  private static Place place(int monitorPort, String name) throws Exception {
    Endpoint monitor = new Endpoint("127.0.0.1", monitorPort);
    return new Place(monitor, ANY, "localhost", credentials(name), Duration.ofSeconds(20));
  }

  private static Monitor listen(EvaluationPlan plan, Faults faults) throws Exception {
    MonitorOptions options =
        new MonitorOptions(
            ANY, credentials("monitor"), Duration.ofSeconds(20), KeepAlive.SILENCE, sentence -> {});
    return Monitor.listen(plan, options, faults, () -> {});
  }

  private static Callable<Void> party(int index, Place place) {
    return () -> {
      new PartyProgram(0, index, place).run();
      return null;
    };
  }

  @Test
  void runsOverTlsAndSaysSo() throws Exception {
    Faults faults = new Faults();
    ExecutorService children = Executors.newCachedThreadPool();
    try (Monitor monitor = listen(TestPlans.aes(1, 5), faults)) {
      monitor.start();
      Place dealer = place(monitor.port(), "dealer");
      List<Future<Void>> ends = new ArrayList<>();
      ends.add(
          children.submit(
              () -> {
                new DealerProgram(dealer).run();
                return null;
              }));
      ends.add(children.submit(party(1, place(monitor.port(), "two"))));
      ends.add(children.submit(party(0, place(monitor.port(), "one"))));
      faults.await();
      for (Future<Void> end : ends) {
        end.get(20, TimeUnit.SECONDS);
      }
      assertTrue(monitor.result().connections().startsWith("TLS 1.3"));
    } finally {
      children.shutdownNow();
    }
  }

  private static Credentials ofThree(String name) throws Exception {
    return new PinnedCertificates(
        IDENTITIES.get(name),
        List.of(print("one"), print("two"), print("three")),
        Optional.of(print("dealer")),
        Optional.of(print("monitor")));
  }

  @Test
  void threePartiesKnowEachOther() throws Exception {
    EvaluationPlan plan = TestPlans.small(3, 1, 0);
    Faults faults = new Faults();
    ExecutorService children = Executors.newCachedThreadPool();
    MonitorOptions options =
        new MonitorOptions(
            ANY, ofThree("monitor"), Duration.ofSeconds(20), KeepAlive.SILENCE, sentence -> {});
    try (Monitor monitor = Monitor.listen(plan, options, faults, () -> {})) {
      monitor.start();
      Endpoint at = new Endpoint("127.0.0.1", monitor.port());
      List<Future<Void>> ends = new ArrayList<>();
      for (int party = 0; party < 3; party++) {
        Credentials shown = ofThree(NAMES.get(party));
        // The last party does not listen.
        Endpoint listen = party < 2 ? ANY : null;
        Place place = new Place(at, listen, "localhost", shown, Duration.ofSeconds(20));
        ends.add(children.submit(party(party, place)));
      }
      Place dealer = new Place(at, ANY, "localhost", ofThree("dealer"), Duration.ofSeconds(20));
      ends.add(
          children.submit(
              () -> {
                new DealerProgram(dealer).run();
                return null;
              }));
      faults.await();
      for (Future<Void> end : ends) {
        end.get(20, TimeUnit.SECONDS);
      }
      assertEquals(3, monitor.result().parties().size());
    } finally {
      children.shutdownNow();
    }
  }

  @Test
  void certificatesOfTwoAreNoneOfThree() throws Exception {
    EvaluationPlan plan = TestPlans.small(3, 1, 0);
    BadFile monitor = assertThrows(BadFile.class, () -> listen(plan, new Faults()));
    assertTrue(monitor.getMessage().contains("has 2 parties and the run 3"), monitor.getMessage());
    Faults faults = new Faults();
    MonitorOptions options =
        new MonitorOptions(
            ANY, ofThree("monitor"), Duration.ofSeconds(20), KeepAlive.SILENCE, sentence -> {});
    try (Monitor three = Monitor.listen(plan, options, faults, () -> {})) {
      three.start();
      BadFile party =
          assertThrows(
              BadFile.class, () -> new PartyProgram(0, 0, place(three.port(), "one")).run());
      assertEquals(monitor.getMessage(), party.getMessage());
      assertEquals(ExitCode.BAD_FILE, assertThrows(RunFailed.class, faults::await).exitCode());
    }
  }

  @Test
  void aCertificateIsGoodForItsOwnRoleOnly() throws Exception {
    Faults faults = new Faults();
    try (Monitor monitor = listen(TestPlans.aes(1, 5), faults)) {
      monitor.start();
      ConnectionLost other =
          assertThrows(
              ConnectionLost.class,
              () -> new PartyProgram(0, 0, place(monitor.port(), "two")).run());
      assertTrue(other.getMessage().contains("another piece's"), other.getMessage());
      ConnectionLost dealer =
          assertThrows(
              ConnectionLost.class,
              () -> new PartyProgram(0, 0, place(monitor.port(), "dealer")).run());
      assertTrue(dealer.getMessage().contains("another piece's"), dealer.getMessage());
      ConnectionLost stranger =
          assertThrows(
              ConnectionLost.class,
              () -> new PartyProgram(0, 0, place(monitor.port(), "stranger")).run());
      assertEquals(ExitCode.CONNECTION_LOST, stranger.exitCode());
    }
  }

  @Test
  void twoRolesWithOneCertificateAreRefused() {
    Pin one = print("one");
    Identity mine = IDENTITIES.get("monitor");
    assertThrows(
        BadFile.class,
        () -> new PinnedCertificates(mine, List.of(one, one), Optional.empty(), Optional.empty()));
    assertThrows(
        BadFile.class,
        () ->
            new PinnedCertificates(
                mine, List.of(one, print("two")), Optional.of(one), Optional.empty()));
    assertThrows(
        BadFile.class,
        () ->
            new PinnedCertificates(
                mine, List.of(print("two"), one), Optional.empty(), Optional.of(one)));
    Pin dealer = print("dealer");
    assertThrows(
        BadFile.class,
        () ->
            new PinnedCertificates(
                mine, List.of(one, print("two")), Optional.of(dealer), Optional.of(dealer)));
  }
}
