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
import org.schurmpc.bench.control.Heart;
import org.schurmpc.bench.control.PinnedCertificates;
import org.schurmpc.bench.keys.KeyFiles;
import org.schurmpc.bench.party.DealerProgram;
import org.schurmpc.bench.party.PartyProgram;
import org.schurmpc.bench.party.Place;
import org.schurmpc.core.abort.BadFile;
import org.schurmpc.core.abort.ConnectionLost;
import org.schurmpc.core.abort.ExitCode;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.Fingerprint;
import org.schurmpc.core.net.Identity;

/** A benchmark whose pieces know each other by certificates, all in this process. */
@Timeout(60)
class TlsTest {
  private static final Endpoint ANY = new Endpoint("127.0.0.1", 0);
  private static final List<String> NAMES = List.of("one", "two", "dealer", "monitor", "stranger");

  @TempDir static Path folder;
  private static final Map<String, Identity> IDENTITIES = new TreeMap<>();

  @BeforeAll
  static void makeKeys() throws Exception {
    for (String name : NAMES) {
      KeyFiles files = KeyFiles.in(folder, name);
      files.make(Duration.ofDays(1), false);
      IDENTITIES.put(name, Identity.read(files.certificate(), files.key()));
    }
  }

  private static Fingerprint print(String name) {
    return IDENTITIES.get(name).fingerprint();
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
            ANY, credentials("monitor"), Duration.ofSeconds(20), Heart.SILENCE, sentence -> {});
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
    Fingerprint one = print("one");
    Identity mine = IDENTITIES.get("monitor");
    assertThrows(
        BadFile.class,
        () -> new PinnedCertificates(mine, List.of(one, one), Optional.empty(), Optional.empty()));
    assertThrows(
        BadFile.class,
        () ->
            new PinnedCertificates(
                mine, List.of(one, print("two")), Optional.of(one), Optional.empty()));
  }
}
