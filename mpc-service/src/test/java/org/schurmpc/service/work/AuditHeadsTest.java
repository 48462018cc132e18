package org.schurmpc.service.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.schurmpc.core.net.Endpoint;
import org.schurmpc.core.net.TestIdentities;
import org.schurmpc.service.state.AuditLog;

/** Two services tell each other how far their audit logs are, over real lines. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class AuditHeadsTest {
  private static final String JOB =
      """
      [stock.bits]
      protocol = "tinyot"
      store = "store"
      [[job]]
      name = "add"
      circuit = "add_64"
      digest = "%s"
      stock = "bits"
      inputs = ["client", "client"]
      outputs = ["client"]
      clients = ["till"]
      """;

  @TempDir Path folder;
  private Core.Setting setting;
  private final Core[] cores = new Core[2];

  @AfterEach
  void close() {
    for (Core each : cores) {
      if (each != null) {
        each.close();
      }
    }
  }

  private void start(int party) throws Exception {
    cores[party] = new Core(setting, party, (job, port, request) -> Optional.empty());
    cores[party].scheduler.work().certificate(setting.parties().get(party).show().certificate());
  }

  private static void await(String what, BooleanSupplier condition) throws Exception {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < until, what);
      TimeUnit.MILLISECONDS.sleep(5); // what is waited for is in other threads
    }
  }

  private Path log(int party) {
    return setting.of(party).resolve("audit.log");
  }

  private List<String> noted(int party) throws Exception {
    return Files.readAllLines(log(party)).stream()
        .filter(line -> line.contains("peer's audit log"))
        .toList();
  }

  @Test
  void aCutTailIsSeenByThePeersHead() throws Exception {
    List<Endpoint> lines = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        lines.add(Endpoint.parse("127.0.0.1:" + socket.getLocalPort()));
      }
    }
    setting =
        new Core.Setting(
            folder,
            List.of(TestIdentities.valid("alice"), TestIdentities.valid("bob")),
            lines,
            JOB.formatted(Core.digest("add_64")));
    setting.write("");
    start(0);
    start(1);
    for (int i = 0; i < 20; i++) {
      cores[1].book.audit("reloaded", Map.of());
    }
    await("the lines of the log", () -> cores[1].book.operations().auditHead().lines() == 20);
    cores[0].start();
    cores[1].start();
    await(
        "party 2's certificate", () -> cores[0].scheduler.work().certificateEnds().containsKey(1));
    await(
        "party 1's certificate", () -> cores[1].scheduler.work().certificateEnds().containsKey(0));
    assertEquals(
        setting.parties().get(1).show().certificate().getNotAfter().toInstant(),
        cores[0].scheduler.work().certificateEnds().get(1));
    await("a line of party 1", () -> cores[0].book.operations().auditHead().lines() > 0);
    String line = noted(0).get(0);
    assertTrue(line.contains("\"party\":\"2\"") && line.contains("\"lines\":\"20\""), line);
    assertEquals(Map.of(), cores[0].book.operations().wrongPeerHeads());

    // Party 2's operator cuts the end off; its own journal is not asked.
    cores[1].close();
    List<String> all = Files.readAllLines(log(1));
    AuditLog.Head head = AuditLog.head(log(0), OptionalInt.empty());
    assertEquals(20, head.lines());
    assertEquals(all.size(), AuditLog.verify(log(1), Optional.of(head)).lines());
    Files.write(log(1), all.subList(0, 12));
    start(1);
    cores[1].start();
    await("the complaint", () -> !cores[0].book.operations().wrongPeerHeads().isEmpty());
    String wrong = cores[0].book.operations().wrongPeerHeads().get(1);
    assertTrue(wrong.contains("and had 20: its end was cut off"), wrong);
    assertEquals(
        20,
        AuditLog.head(log(0), OptionalInt.empty()).lines(),
        "a wrong head replaces no right one");

    // A restart of party 1 forgets nothing.
    cores[0].close();
    start(0);
    cores[0].start();
    await("the same again", () -> !cores[0].book.operations().wrongPeerHeads().isEmpty());
    cores[0].close();
    assertTrue(noted(0).get(noted(0).size() - 1).contains("its end was cut off"));
    assertEquals(3, AuditLog.verify(log(0), Optional.empty()).lines());
  }
}
