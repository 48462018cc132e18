package org.schurmpc.service.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.prep.disk.Destruction;
import org.schurmpc.core.prep.disk.KeyName;
import org.schurmpc.core.prep.ledger.SetVersion;
import org.schurmpc.service.config.Catalogue;
import org.schurmpc.service.state.Refusal;
import org.schurmpc.service.state.Work;

/** Jobs of two services that make kept sets and read them, over TCP. */
class SetsTest extends CoreCase {
  static final String BITS =
      "[stock.bits]\nprotocol = \"tinyot\"\nstore = \"store\"\ndeliveries = %d\n";
  static final String FIELD =
      """
      [stock.bits]
      protocol = "spdz"
      store = "store"
      deliveries = %d
      options = { field = "gf2_64", batch = "256" }
      """;

  /** A job over add_64: inputs, outputs, and further lines. */
  private static String job(String name, String inputs, String outputs, String more) {
    return """
    [[job]]
    name = "%s"
    circuit = "add_64"
    digest = "%s"
    stock = "bits"
    inputs = [%s]
    outputs = [%s]
    clients = ["till"]
    %s
    """
        .formatted(name, Core.digest("add_64"), inputs, outputs, more);
  }

  static final String MAKE = job("make", "'client', 'client'", "'set:sum'", "");
  static final String READ = job("read", "'set:sum', 'client'", "'client'", "lanes = 2");
  private static final String COUNT =
      job("count", "'set:total', 'client'", "'set:total'", "states = ['total']");
  private static final String BEGIN =
      job("begin", "'client', 'client'", "'set:total'", "states = ['total']");

  private SetVersion version(int party, String set) {
    return cores[party].sets.version(set).orElseThrow();
  }

  private void done(Asked asked) throws Exception {
    awaitEnd(asked);
    for (int party = 0; party < 2; party++) {
      assertEquals("done", asked.state(party));
    }
  }

  private void make(long a, long b) throws Exception {
    done(new Asked("make").open(64, a, b).sendAll());
  }

  private void reads(long expected, long more) throws Exception {
    Asked asked = new Asked("read").open(64, more).sendAll();
    List<BigInteger> values = asked.values();
    BigInteger sum = values.size() == 1 ? values.get(0) : asked.result(); // packed, or bits
    assertEquals(BigInteger.valueOf(expected + more), sum);
  }

  /** A set that one job makes feeds another, is replaced, survives restarts, and is dropped. */
  @ParameterizedTest
  @ValueSource(strings = {BITS, FIELD})
  void aJobReadsWhatAnotherMakes(String stock) throws Exception {
    start(2, stock.formatted(4), MAKE + READ);
    for (Core core : cores) {
      await("masks", () -> core.state.masks.count("read", core.book::isFree) > 0);
    }
    assertRefused("The set sum is not there. Job 'make' makes it: ask for that first.");
    make(100, 23);
    reads(123, 7);
    reads(123, 8);
    for (int party = 0; party < 2; party++) {
      cores[party].close();
      restart(party);
    }
    reads(123, 9);
    make(1000, 1);
    reads(1001, 5);
    assertEquals(version(0, "sum").id(), version(1, "sum").id());
    Work.SetInfo info = cores[0].scheduler.work().sets().get(0);
    assertEquals("sum table bits64", info.name() + " " + info.kind() + " " + info.type());
    cores[0].scheduler.work().drop("sum").get(60, TimeUnit.SECONDS);
    await("dropped", () -> cores[1].scheduler.work().sets().isEmpty());
    assertRefused("The set sum is not there. Job 'make' makes it: ask for that first.");
    make(5, 6);
    reads(11, 1);
  }

  /** Requires that no party opens a request of the job that reads, and that none uses a mask. */
  private void assertRefused(String sentence) throws Exception {
    for (Core core : cores) {
      long before = core.book.numberChanges();
      OptionalLong number = core.party == 0 ? OptionalLong.empty() : OptionalLong.of(1);
      Catalogue.Offer read = core.catalogue.offer("read").orElseThrow();
      Asked asked = new Asked("read");
      ExecutionException refused =
          assertThrows(
              ExecutionException.class,
              () -> core.book.open("till", asked.key, read, "b", number).get());
      Refusal why = (Refusal) refused.getCause();
      assertEquals("SUSPENDED " + sentence, why.code() + " " + why.getMessage());
      assertEquals(before, core.book.numberChanges());
      assertTrue(core.scheduler.rules().job("read").isPresent());
      assertFalse(core.scheduler.rules().isSuspended("read"));
      assertTrue(core.book.closed(core.catalogue.offer("make").orElseThrow()).isEmpty());
    }
  }

  /** A set whose key is burnt at a party is named there, until it is dropped and made again. */
  @Test
  void aDestroyedSetIsNamed() throws Exception {
    start(2, BITS.formatted(2), MAKE + READ);
    make(40, 2);
    reads(42, 1);
    Asked before = new Asked("read").open(64, 1);
    for (Core core : cores) {
      core.burn();
    }
    before.sendAll(); // was opened before
    assertRefused(
        "The set sum was destroyed, as after a failed check: %s. An operator of party 1 has to drop"
                .formatted(Destruction.CHECK.reason())
            + " it. Job 'make' makes it: ask for that first.");
  }

  /** TinyOT: each refill has a key of its own, to which sets and masks are moved. */
  @Test
  void setsAndMasksMoveFromBatchToBatch() throws Exception {
    start(2, BITS.formatted(2), MAKE + READ);
    make(40, 2);
    List<KeyName> keys = new ArrayList<>(List.of(version(0, "sum").key()));
    for (int i = 0; keys.size() < 4; i++) {
      assertTrue(i < 40, "batches are used up");
      reads(42, i);
      if (!keys.contains(version(0, "sum").key())) {
        keys.add(version(0, "sum").key());
        if (keys.size() < 4) {
          cores[i % 2].close();
          restart(i % 2);
        }
      }
    }
    assertEquals(version(0, "sum").key(), version(1, "sum").key());
    assertTrue(cores[0].sets.movable().left(version(0, "sum").key()) > 0);
  }

  @Test
  void statesFollowEachOther() throws Exception {
    start(2, FIELD.formatted(4), BEGIN + COUNT);
    done(new Asked("begin").open(64, 1, 2).sendAll());
    for (int i = 0; i < 3; i++) {
      done(new Asked("count").open(64, 10).sendAll());
    }
    assertEquals(4, version(0, "total").number());
    Asked again = new Asked("begin").open(64, 1, 2).sendAll();
    awaitEnd(again);
    assertEquals("failed no-set", again.state(0));
  }

  private static final List<String> NOTES =
      List.of(
          "sets taken [0-9]{1,9}[.].*",
          "sets prepared [0-9]{1,9}[.].*",
          "sets committed [0-9]{1,9}[.].*",
          "request done .*",
          "sets taken 5[0-9]{17}.*",
          "sets spare .*",
          "sets prepared 5[0-9]{17}.*",
          "sets committed 5[0-9]{17}.*");

  /**
   * A party is killed at a note of a run with a set or of a move, before or after it is durable,
   * and starts again. The set is what all runs made of it, each counted once.
   */
  @Test
  void aSetIsRightOnceAfterEachKill() throws Exception {
    start(2, BITS.formatted(8), MAKE + READ + job("grow", "'set:sum', 'client'", "'set:sum'", ""));
    make(1, 2);
    long sum = 3;
    for (Kill kill : Kill.all(2, NOTES)) {
      Core victim = cores[kill.party()];
      kill.at(victim);
      boolean killed = false;
      for (int i = 0; i < 60 && !killed; i++) {
        Asked asked = new Asked("grow").open(64, 10).sendAll();
        await("an end of " + kill, () -> victim.log.isDead() || isOver(asked));
        killed = victim.log.isDead();
        if (killed) {
          victim.awaitDead();
          restart(kill.party());
        }
        awaitEnd(asked);
        assertEquals(asked.state(0), asked.state(1), kill.toString());
        assertTrue(asked.state(0).matches("done|failed no-stock"), kill + ": " + asked.state(0));
        sum += asked.state(0).equals("done") ? 10 : 0;
      }
      assertTrue(killed, kill.toString());
      await("one version", () -> version(0, "sum").id().equals(version(1, "sum").id()));
      assertFalse(cores[0].sets.isGone(version(0, "sum").key()));
    }
    reads(sum, 5);
  }

  private static boolean isOver(Asked asked) {
    return asked.state(0).matches("(done|failed).*") && asked.state(1).matches("(done|failed).*");
  }
}
