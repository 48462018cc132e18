package org.schurmpc.service.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.prep.Demand;
import org.schurmpc.service.config.Artifact;
import org.schurmpc.service.config.JobEntry;
import org.schurmpc.service.config.ServiceConfig;
import org.schurmpc.service.config.Stock;

/** Two services' cores over TCP with TinyOT from oblivious transfer, and clients of them. */
class CoreTest extends CoreCase {
  private static final String TRIPLES = "AND triples";
  private static final String JOB =
      """
      [[job]]
      name = "add"
      circuit = "add_64"
      digest = "%s"
      stock = "bits"
      inputs = ["client", "%s"]
      outputs = ["%s"]
      clients = ["till"]
      lanes = %d
      """;

  private void start(String input, String output, int lanes, int deliveries) throws Exception {
    start(
        2,
        "[stock.bits]\nprotocol = \"tinyot\"\nstore = \"store\"\ndeliveries = %d\n"
            .formatted(deliveries),
        JOB.formatted(Core.digest("add_64"), input, output, lanes));
  }

  @Test
  void answersAreRight() throws Exception {
    start("client", "client", 2, 6);
    List<Asked> all = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Asked asked = new Asked("add");
      asked.open(64, 100 + i, 1L << (i + 40));
      all.add(asked);
      asked.send(i % 2);
    }
    for (int i = 0; i < 5; i++) {
      all.get(i).send(1 - i % 2);
    }
    for (int i = 0; i < 5; i++) {
      assertEquals(BigInteger.valueOf(100 + i + (1L << (i + 40))), all.get(i).result());
    }
    assertEquals(cores[0].state.log.deliveries(), cores[1].state.log.deliveries());
  }

  /** Whatever the number of lanes, one request takes the triples of one, as far as it is told. */
  @Test
  void oneRequestTakesTheMaterialOfOne() throws Exception {
    start("client", "client", 200, 4);
    Asked asked = new Asked("add").open(64, 5, 6);
    long before = cores[0].left(TRIPLES);
    assertEquals(BigInteger.valueOf(11), asked.sendAll().result());
    long one = before - cores[0].left(TRIPLES);
    ServiceConfig config = cores[0].catalogue.config();
    JobEntry entry = config.jobs().get("add");
    Stock stock = config.stocks().get("bits");
    PlannedJob job = PlannedJob.of(entry, Artifact.of(entry, stock), stock, 2);
    long all = triples(job.evaluation(200));
    assertEquals(triples(job.evaluation(1)), one);
    assertTrue(all > 3 * one, one + " of " + all);
  }

  private static long triples(Demand demand) {
    return demand.quotas().entrySet().stream()
        .filter(each -> each.getKey().name().equals(TRIPLES))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** A party's own input is the same in each attempt, and another client gets the output. */
  @Test
  void ownInputsAreFixedBeforeTheFirstAttempt() throws Exception {
    start("party2", "client:auditor", 2, 6);
    Asked asked = new Asked("add");
    asked.open(64, 5);
    cores[0].killAt(each -> each.matches("run .* PREPARED .*"), false);
    asked.send(0);
    asked.send(1);
    cores[0].awaitDead();
    restart(0);
    asked.receiver = Core.AUDITOR.fingerprint();
    assertEquals(BigInteger.valueOf(1005), asked.result());
    assertEquals(2, cores[0].book.state(asked.key).attempt());
    await("wiped with the run", () -> cores[1].state.inputs.blobs().isEmpty());
  }

  /** Killed as it drops what it prepared, a party has dropped all of it or nothing. */
  @Test
  void outputsAreDroppedWithTheirRun() throws Exception {
    start("client", "client", 2, 6);
    Asked asked = new Asked("add");
    asked.open(64, 5, 6);
    cores[0].killAt(each -> each.matches("run .* PREPARED .*"), false);
    asked.send(0);
    asked.send(1);
    cores[0].awaitDead();
    cores[1].killAt(each -> each.matches("run .* BACK .*"), false);
    restart(0);
    cores[1].awaitDead();
    assertEquals("running", cores[1].book.state(asked.key).state());
    restart(1);
    assertEquals(BigInteger.valueOf(11), asked.result());
    assertEquals(2, cores[1].book.state(asked.key).attempt());
  }

  /** A signal while a run is in hand: it ends, and what waits is served after the restart. */
  @Test
  void aPartyStopsAfterTheRunInHand() throws Exception {
    start("client", "client", 2, 14);
    List<Asked> all = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      Asked asked = new Asked("add");
      asked.open(64, i, 10);
      all.add(asked);
    }
    for (Asked each : all) {
      each.send(0);
      each.send(1);
    }
    await("a run", () -> !all.get(0).state(0).equals("queued"));
    assertTrue(cores[1].scheduler.stop(60_000));
    cores[1].close();
    restart(1);
    for (int i = 0; i < 6; i++) {
      assertEquals(BigInteger.valueOf(10 + i), all.get(i).result());
    }
  }

  /** One client's different answers to two parties: its request ends, and others go on. */
  @Test
  void differentInputsEndARequest() throws Exception {
    start("client", "client", 2, 6);
    Asked wrong = new Asked("add");
    wrong.open(64, 1, 2);
    wrong.send(0);
    wrong.d[3] ^= 4;
    wrong.send(1);
    for (int party = 0; party < 2; party++) {
      int at = party;
      await("an end", () -> wrong.state(at).equals("failed inputs-differ"));
      await("wiped", () -> cores[at].state.masks.blob(wrong.number).isEmpty());
    }
    Asked right = new Asked("add");
    right.open(64, 1, 10);
    right.send(1);
    right.send(0);
    assertEquals(BigInteger.valueOf(11), right.result());
  }

  private static final List<String> NOTES =
      List.of(
          "log forced [0-9]+ run .*",
          "request run .*",
          "run .* TAKEN .*",
          "request prepare .*",
          "run .* PREPARED .*",
          "run .* COMMITTED .*",
          "request done .*");

  /**
   * A party is killed at a note, before or after it is durable, and starts again; or the other one
   * is killed, too, and starts first.
   */
  @Test
  void answersAreRightOnceAfterEachKill() throws Exception {
    start("client", "client", 1, 70);
    List<Kill> kills = Kill.all(2, NOTES);
    for (int i = 0; i < kills.size(); i++) {
      Kill kill = kills.get(i);
      boolean both = (i + i / 4) % 2 == 1;
      try {
        killed(kill, both);
      } catch (AssertionError | Exception e) {
        throw new AssertionError(kill + (both ? ", and the other one" : ""), e);
      }
    }
  }

  private void killed(Kill kill, boolean both) throws Exception {
    int party = kill.party();
    Asked asked = new Asked("add");
    asked.open(64, 12345, 1L << 63);
    kill.at(cores[party]);
    asked.send(0);
    asked.send(1);
    cores[party].awaitDead();
    if (both) {
      cores[1 - party].close();
      restart(1 - party);
    }
    restart(party);
    assertEquals(BigInteger.TWO.pow(63).add(BigInteger.valueOf(12345)), asked.result());
  }
}
