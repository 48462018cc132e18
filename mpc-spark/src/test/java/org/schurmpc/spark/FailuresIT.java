package org.schurmpc.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lets executors, drivers and checks fail, and tables differ. */
@Tag("slow")
class FailuresIT {
  private static final Duration LONGEST = Duration.ofMinutes(2);

  @TempDir Path folder;

  @BeforeAll
  static void requireSupportedJvm() {
    SupportedJvm.require();
  }

  private static void await(Path file) throws IOException, InterruptedException {
    long end = System.nanoTime() + LONGEST.toNanos();
    while (!Files.exists(file)) {
      if (System.nanoTime() > end) {
        throw new IOException(file + " does not appear");
      }
      Thread.sleep(20);
    }
  }

  @Test
  void secondAttemptDoesTheRestWhenAnExecutorIsKilled() throws Exception {
    List<TwoParties.Party> parties =
        new TwoParties(folder)
            .withExecutors(2)
            .with("rows", 16_384)
            .with("chunk", 2_048)
            .with("timeout", 60)
            .start();
    await(folder.resolve("out0/_begin-00003-1"));
    parties
        .get(0)
        .process()
        .descendants()
        .filter(each -> each.info().command().orElse("").endsWith("java"))
        .findFirst()
        .orElseThrow()
        .destroyForcibly();
    for (TwoParties.Party party : parties) {
      assertEquals(0, party.code(), party::toString);
    }
    TreeSet<String> attempts = new TreeSet<>();
    for (int party = 0; party < 2; party++) {
      Path out = folder.resolve("out" + party);
      MpcJobIT.requireRight(out, 16_384);
      Results results = new Results(out);
      assertEquals(8, results.parts().size(), "a file for each chunk");
      results.parts().forEach(part -> attempts.add(part.toString().replaceAll(".*-", "")));
      assertTrue(results.evaluations().size() > 8, "chunks of the first attempt were begun anew");
    }
    assertEquals(List.of("1.parquet", "2.parquet"), List.copyOf(attempts));
  }

  @Test
  void cheatingWorkerEndsBothJobsForGood() throws Exception {
    List<TwoParties.Party> parties =
        new TwoParties(folder)
            .with("protocol", "cheating")
            .with(1, "cheat", 40)
            .with("rows", 8_192)
            .with("chunk", 1_024)
            .start();
    for (TwoParties.Party party : parties) {
      assertEquals(6, party.code(), party::toString);
    }
    for (int party = 0; party < 2; party++) {
      Path out = folder.resolve("out" + party);
      assertFalse(Files.exists(out.resolve("_SUCCESS")));
      try (var files = Files.list(out)) {
        assertTrue(files.noneMatch(file -> file.toString().endsWith("-2")), "no other attempt");
      }
    }
  }

  @Test
  void tablesThatDifferInOneKeyEndBeforeAnInputLeaves() throws Exception {
    List<TwoParties.Party> parties =
        new TwoParties(folder).with("rows", 4_096).with(1, "odd", 2_500).start();
    for (TwoParties.Party party : parties) {
      assertEquals(5, party.code(), party::toString);
      assertTrue(party.text().contains("differ in a key of chunk 2"), party::toString);
    }
    assertFalse(Files.exists(folder.resolve("out0")));
  }

  @Test
  void aPartyWithoutItsColumnTellsTheOtherOne() throws Exception {
    TwoParties parties = new TwoParties(folder).with("rows", 4_096).with(1, "column", "none");
    TwoParties.Party first = parties.start(0);
    parties.awaitMeeting(first);
    TwoParties.Party second = parties.start(1);
    assertEquals(2, second.code(), second::toString);
    assertEquals(9, first.code(), first::toString);
    assertTrue(first.text().contains("party 2 cannot begin"), first::toString);
  }

  @Test
  void killedDriverEndsTheOtherOne() throws Exception {
    List<TwoParties.Party> parties =
        new TwoParties(folder)
            .with("rows", 65_536)
            .with("chunk", 4_096)
            .with("timeout", 20)
            .start();
    await(folder.resolve("out0/_begin-00000-1"));
    long start = System.nanoTime();
    parties.get(1).process().destroyForcibly();
    assertEquals(4, parties.get(0).code(), parties.get(0)::toString);
    assertTrue(Duration.ofNanos(System.nanoTime() - start).toSeconds() < 40);
  }

  @Test
  void storesAreUsedOnceAndThenExhausted() throws Exception {
    TwoParties parties = new TwoParties(folder).with("rows", 4_096).with("chunk", 1_024);
    for (int party = 0; party < 2; party++) {
      parties.with(party, "stores", folder.resolve("stores" + party));
    }
    parties.with("prepare", 4_096);
    for (TwoParties.Party party : parties.start()) {
      assertEquals(0, party.code(), party::toString);
    }
    MpcJobIT.requireRight(folder.resolve("out0"), 4_096);
    parties.with("prepare", "").with("attempts", 1);
    for (int party = 0; party < 2; party++) {
      Files.move(folder.resolve("out" + party), folder.resolve("first" + party));
    }
    for (TwoParties.Party party : parties.start()) {
      assertEquals(7, party.code(), party::toString);
    }
  }

  @Test
  void cheatingWorkerDestroysTheStoresOfAll() throws Exception {
    TwoParties parties =
        new TwoParties(folder)
            .with("protocol", "cheating")
            .with("rows", 4_096)
            .with("chunk", 1_024)
            .with("prepare", 8_192)
            .with(1, "cheat", 10);
    for (int party = 0; party < 2; party++) {
      parties.with(party, "stores", folder.resolve("stores" + party));
    }
    for (TwoParties.Party party : parties.start()) {
      assertEquals(6, party.code(), party::toString);
    }
    for (int party = 0; party < 2; party++) {
      for (int worker = 0; worker < 2; worker++) {
        Path store = folder.resolve("stores" + party).resolve("worker-" + worker);
        assertFalse(Files.exists(store), store + " is still there, of whichever worker");
      }
    }
    parties.with("prepare", "").with(1, "cheat", Integer.MAX_VALUE);
    for (int party = 0; party < 2; party++) {
      Files.move(folder.resolve("out" + party), folder.resolve("first" + party));
    }
    for (TwoParties.Party party : parties.start()) {
      assertEquals(3, party.code(), party::toString);
    }
  }

  @Test
  void workersThatCannotListenEndTheJob() throws Exception {
    int port;
    try (ServerSocket taken = new ServerSocket(0)) {
      port = taken.getLocalPort();
    }
    // One port for two workers of one machine.
    List<TwoParties.Party> parties =
        new TwoParties(folder)
            .with("rows", 4_096)
            .with(0, "port", port)
            .with("attempts", 1)
            .start();
    for (TwoParties.Party party : parties) {
      assertEquals(4, party.code(), party::toString);
    }
  }
}
