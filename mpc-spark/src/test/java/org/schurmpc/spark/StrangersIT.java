package org.schurmpc.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Strangers who call wherever a job listens, for as long as it runs, do not hold it up. */
@Tag("slow")
class StrangersIT {
  private static final Duration LONGEST = Duration.ofMinutes(3);

  @TempDir Path folder;

  @BeforeAll
  static void requireSupportedJvm() {
    SupportedJvm.require();
  }

  /**
   * One attempt, in which a worker waits 20 s for its driver: strangers may not take longer. The
   * driver's workers start when all strangers have called it.
   */
  @Test
  @EnabledOnOs(OS.LINUX)
  void hundredsOfStrangersAtEachPortForTheWholeJob() throws Exception {
    Path workersStart = folder.resolve("workers-start");
    TwoParties two =
        new TwoParties(folder)
            .with("rows", 4_096)
            .with("attempts", 1)
            .with("timeout", 20)
            .with(0, "held", workersStart);
    long start = System.nanoTime();
    List<TwoParties.Party> parties = two.start();
    try (Strangers strangers =
        new Strangers(parties.get(0).process().toHandle(), two.meetingPort())) {
      while (strangers.callsOfTable() < Strangers.AT_EACH_PORT
          && parties.get(0).process().isAlive()) {
        Thread.sleep(20);
      }
      Files.createFile(workersStart);
      for (TwoParties.Party party : parties) {
        assertEquals(0, party.code(), party::toString);
      }
      assertEquals(4, strangers.ports(), "of the drivers, of the table, and of each worker");
    }
    Duration taken = Duration.ofNanos(System.nanoTime() - start);
    assertTrue(taken.compareTo(LONGEST) < 0, taken::toString);
    MpcJobIT.requireRight(folder.resolve("out0"), 4_096);
    MpcJobIT.requireRight(folder.resolve("out1"), 4_096);
  }
}
