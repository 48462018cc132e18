package org.schurmpc.core.prep.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.schurmpc.core.prep.disk.TestStores.assertEnds;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.BadFile;

/** Entries of a memory's journal: which may follow each other. */
class KeptHistoryTest {
  private static KeptHistory of(String entries) throws BadFile {
    return KeptHistory.of(List.of(entries.split("; ")), "the journal");
  }

  @ParameterizedTest
  @CsvSource({
    "taken 0 s, TAKEN, 0",
    "taken 0 s; revealed 0, REVEALED, 0",
    "taken 0 s; prepared 1 s d, PREPARED, 0",
    "taken 0 s; revealed 0; prepared 1 s d, PREPARED_REVEALED, 0",
    "taken 0 s; prepared 1 s d; committed 1, COMMITTED, 1",
    "taken 0 s; prepared 1 s d; committed 1; taken 1 s, TAKEN, 1",
    "taken 0 s; back 0, COMMITTED, 0",
    "taken 0 s; prepared 1 s d; back 0; taken 0 s, TAKEN, 0",
    "taken 0 s; revealed 0; reset 0; taken 0 s, TAKEN, 0",
    "said 2 3; said 1 1; said 2 4, COMMITTED, 0"
  })
  void runsInOrder(String entries, KeptPhase phase, long version) throws Exception {
    KeptHistory history = of(entries);
    assertEquals(phase, history.phase());
    assertEquals(version, history.current().number());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "taken 0 s; taken 0 s",
        "taken 1 s",
        "revealed 0",
        "taken 0 s; revealed 1",
        "taken 0 s; revealed 0; revealed 0",
        "taken 0 s; prepared 1 s d; revealed 0",
        "prepared 1 s d",
        "taken 0 s; prepared 1 s d; prepared 1 s d",
        "taken 0 s; prepared 0 s d",
        "taken 0 s; prepared 2 s d",
        "committed 1",
        "taken 0 s; committed 1",
        "taken 0 s; prepared 1 s d; committed 2",
        "taken 0 s; prepared 1 s d; back 0; committed 1",
        "back 0",
        "taken 0 s; back 1",
        "taken 0 s; revealed 0; back 0",
        "taken 0 s; revealed 0; prepared 1 s d; back 0",
        "reset 0",
        "taken 0 s; reset 1",
        "said 2 0",
        "said 2 3; said 2 3",
        "said 2 3; said 2 2",
        "said 2",
        "forgotten 1"
      })
  void anEntryOutOfOrderIsAChange(String entries) {
    String last = entries.substring(entries.lastIndexOf("; ") + 1).strip();
    assertEnds(BadFile.class, () -> of(entries), "the journal", "makes no sense: " + last);
  }
}
