package org.schurmpc.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs jobs between two processes, each with a Spark of its own. */
class MpcJobIT {
  @TempDir Path folder;

  @BeforeAll
  static void requireSupportedJvm() {
    SupportedJvm.require();
  }

  static void requireRight(Path out, long rows) throws IOException {
    Map<Long, Boolean> results = new Results(out).rows();
    assertEquals(rows, results.size());
    results.forEach(
        (id, less) ->
            assertEquals(PartyMain.amount(0, id) < PartyMain.amount(1, id), less, "row " + id));
    assertTrue(Files.exists(out.resolve("_SUCCESS")));
  }

  private void requireRun(TwoParties parties, long rows) throws Exception {
    for (TwoParties.Party party : parties.with("rows", rows).start()) {
      assertEquals(0, party.code(), party::toString);
    }
    requireRight(folder.resolve("out0"), rows);
    requireRight(folder.resolve("out1"), rows);
  }

  @Test
  @Tag("slow")
  void hundredThousandRows() throws Exception {
    requireRun(new TwoParties(folder).with("chunk", 16_384), 100_000);
  }

  @Test
  @Tag("slow")
  void hundredThousandRowsByExecutorsInProcessesOfTheirOwn() throws Exception {
    requireRun(new TwoParties(folder).withExecutors(2).with("chunk", 16_384), 100_000);
  }

  @Test
  @Tag("slow")
  void keysAreTextsAndAWorkerHasNoChunk() throws Exception {
    requireRun(
        new TwoParties(folder)
            .with("master", "local[3]")
            .with("workers", 3)
            .with("key", "string")
            .with("chunk", 1_024),
        2_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tinytable", "minitrix"})
  @Tag("slow")
  void otherProtocolsOfTwoParties(String protocol) throws Exception {
    requireRun(new TwoParties(folder).with("protocol", protocol).with("chunk", 1_500), 4_000);
  }

  @Test
  void twoSparksEvaluateEachRowOverTls() throws Exception {
    List<TwoParties.Party> parties = new TwoParties(folder).with("rows", 4096).start();
    for (TwoParties.Party party : parties) {
      assertEquals(0, party.code(), party::toString);
    }
    requireRight(folder.resolve("out0"), 4096);
    requireRight(folder.resolve("out1"), 4096);
    assertEquals(4, new Results(folder.resolve("out0")).parts().size());
    assertEquals(
        new Results(folder.resolve("out0")).evaluations(),
        new Results(folder.resolve("out1")).evaluations());
  }
}
