package org.schurmpc.service.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.prep.disk.DiskPrepStore;
import org.schurmpc.service.config.ServiceConfig;
import org.schurmpc.service.config.Stock;
import org.schurmpc.service.control.LogEntry;
import org.schurmpc.service.control.Place;

/** Material that is made between the marks of a stock, beside its runs. */
@Timeout(300)
class MaterialTest extends CoreCase {
  private static final String RUNS = Stock.runsOf("add");

  private static String stock(String marks) {
    return "[stock.bits]\nprotocol = \"tinyot\"\nstore = \"store\"\ndeliveries = 4\n" + marks;
  }

  private void start(String marks) throws Exception {
    start(
        2,
        stock(marks),
        """
        [[job]]
        name = "add"
        circuit = "add_64"
        digest = "%s"
        stock = "bits"
        inputs = ["client", "client"]
        outputs = ["client"]
        clients = ["till"]
        """
            .formatted(Core.digest("add_64")));
  }

  private long runs(int party) {
    return cores[party].scheduler.work().items().get("bits").get(RUNS);
  }

  private Stock.Marks marks(int party) {
    return cores[party].scheduler.work().marks("bits").get(RUNS);
  }

  private void awaitHigh() throws Exception {
    await("full", () -> runs(0) >= marks(0).high() && runs(1) >= marks(1).high());
  }

  /** While a run holds the stock's thread, material is made up to the high mark. */
  @Test
  void materialIsMadeBesideARunThatHoldsTheThread() throws Exception {
    start("low = { and = 20000 }\nhigh = { and = 40000 }\n");
    CountDownLatch over = new CountDownLatch(1);
    for (Core core : cores) {
      core.scheduler.thread("bits").execute(() -> hold(over));
    }
    try {
      awaitHigh();
    } finally {
      over.countDown();
    }
    assertTrue(marks(0).low() < marks(0).high() && marks(0).low() > 0, "marks");
    Asked asked = new Asked("add").open(64, 3, 4).sendAll();
    assertEquals(BigInteger.valueOf(7), asked.result());
  }

  private static void hold(CountDownLatch over) {
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What runs use is made again once the low mark is passed, and no more than the high one. */
  @Test
  void aStockStaysBetweenItsMarks() throws Exception {
    start("low = { and = 16000 }\nhigh = { and = 32000 }\n");
    awaitHigh();
    long high = marks(0).high();
    int batches = cores[0].batches("bits").size();
    List<Asked> all = new ArrayList<>();
    for (int i = 0; i < high; i++) {
      Asked asked = new Asked("add").open(64, i, 1).sendAll();
      assertEquals(BigInteger.valueOf(i + 1L), asked.result());
      all.add(asked);
      assertTrue(runs(0) <= 2 * high, "more than both marks allow");
    }
    await("more", () -> runs(0) >= marks(0).low() && cores[0].batches("bits").size() > batches);
    assertEquals(high, all.size());
  }

  /** A refill that is cut off leaves equal stores and every key, and the next one works. */
  @Test
  void aRefillThatIsKilledCostsNoKey() throws Exception {
    start("low = { and = 100000 }\nhigh = { and = 200000 }\n");
    await("a batch", () -> runs(0) > 0 && runs(1) > 0);
    Path making = folder.resolve("party1/store/making");
    await("a refill", () -> Files.exists(making));
    cores[0].close();
    restart(0);
    assertFalse(Files.exists(making), "what was left is deleted at the start");
    assertTrue(cores[0].batches("bits").stream().noneMatch(DiskPrepStore::burnt), "burnt here");
    awaitHigh();
    assertTrue(cores[1].batches("bits").stream().noneMatch(DiskPrepStore::burnt), "burnt there");
    Asked asked = new Asked("add").open(64, 30, 4).sendAll();
    assertEquals(BigInteger.valueOf(34), asked.result());
  }

  /** At a stop, a refill beside runs is broken off at once. */
  @Test
  void aStopWaitsForNoRefill() throws Exception {
    start("low = { and = 1000000 }\nhigh = { and = 2000000 }\n");
    await("a batch", () -> runs(0) > 0);
    await("a refill", () -> Files.exists(folder.resolve("party2/store/making")));
    assertTrue(cores[1].scheduler.stop(5_000), "not in time");
    cores[1].close();
    restart(1);
    assertTrue(cores[1].batches("bits").stream().noneMatch(DiskPrepStore::burnt), "burnt");
    await("more", () -> runs(1) > 0);
  }

  /** A party that lost its material gets more, though the other one has enough. */
  @Test
  void aPartyWithLessIsNotStarved() throws Exception {
    start("low = { and = 16000 }\nhigh = { and = 32000 }\n");
    awaitHigh();
    for (DiskPrepStore batch : cores[1].batches("bits")) {
      batch.skipRest();
    }
    Asked asked = new Asked("add").open(64, 30, 5).sendAll();
    assertEquals(BigInteger.valueOf(35), asked.result());
    await("more at both", () -> runs(0) >= marks(0).low() && runs(1) >= marks(1).low());
  }

  private boolean refuses(String stock, Map<String, LogEntry.Amount> amounts) {
    Place place = new Place("0".repeat(32), 1);
    return cores[1]
        .scheduler
        .rules()
        .refusesMaterial(new LogEntry.Make(1, stock, place, new TreeMap<>(amounts)));
  }

  private static LogEntry.Amount runs(Long count) {
    return new LogEntry.Amount(count, 0);
  }

  /** Party 1 must not fill another party's disk. */
  @Test
  void moreThanTheMarksAllowIsRefused() throws Exception {
    start("low = { and = 16000 }\nhigh = { and = 32000 }\n");
    awaitHigh();
    long high = marks(1).high();
    await("between refills", () -> !refuses("bits", Map.of("add", runs(1L))));
    assertFalse(refuses("bits", Map.of("add", runs(high))));
    assertTrue(refuses("bits", Map.of("add", runs(high + 1))));
    assertTrue(refuses("bits", Map.of("add", runs(0L))));
    assertTrue(refuses("bits", Map.of()));
    assertFalse(refuses("bits", Map.of("add", new LogEntry.Amount(0, 4))));
    assertTrue(refuses("bits", Map.of("add", new LogEntry.Amount(0, 5))), "of 4 deliveries");
    assertTrue(refuses("bits", Map.of("add", runs(1L), "other", runs(1L))));
    assertTrue(refuses("other", Map.of("add", runs(1L))));
    cores[1].close();
    configure(stock("low = { and = 6000 }\nhigh = { and = 12000 }\n"));
    restart(1);
    assertTrue(runs(1) >= 2 * marks(1).high(), "runs " + runs(1));
    assertTrue(refuses("bits", Map.of("add", runs(1L))), "it has more than twice as much");
  }

  /** A mark of what no job uses is a mistake that is found before the start. */
  @Test
  void marksAreOfMaterialThatJobsUse() throws Exception {
    start("high = { and = 100, random = 6400 }\n");
    assertTrue(marks(0).high() >= 6400 / 128, "the largest number counts: " + marks(0));
    assertEquals(1, marks(0).low());
    Scheduler.checkMarks(cores[0].catalogue.config());
    configure(stock("high = { trip = 100 }\n"));
    ServiceConfig wrong = ServiceConfig.read(folder.resolve("party1/service.toml"));
    assertThrows(Refused.class, () -> Scheduler.checkMarks(wrong));
  }
}
