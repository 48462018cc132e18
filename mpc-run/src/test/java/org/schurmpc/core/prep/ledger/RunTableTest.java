package org.schurmpc.core.prep.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.schurmpc.core.abort.Disagreement;
import org.schurmpc.core.prep.ledger.RunTable.Decision;

/** The decision on a run, for all standings of all parties. */
class RunTableTest {
  private static final RunId RUN = new RunId(4, 1);
  private static final String ONE = "1".repeat(64);
  private static final String TWO = "2".repeat(64);
  private static final EnumSet<RunPhase> HOLD =
      EnumSet.of(RunPhase.PREPARED, RunPhase.PREPARED_REVEALED, RunPhase.COMMITTED);

  private static Standing at(RunPhase phase) {
    boolean holds = phase.prepared() || phase.committed();
    return phase == RunPhase.NONE
        ? Standing.NONE
        : new Standing(phase, ONE, holds ? TWO : Standing.NOTHING);
  }

  /** Null if the standings do not fit. */
  private static Decision decide(List<Standing> all) {
    try {
      return RunTable.decide(RUN, all);
    } catch (Disagreement e) {
      return null;
    }
  }

  /** The rows of the table in the decision record. */
  private static Decision byRows(Set<RunPhase> found) {
    if (found.contains(RunPhase.ACTIVE)) {
      return Decision.NOTHING;
    }
    if (found.contains(RunPhase.SETTLED)) {
      if (EnumSet.of(RunPhase.SETTLED, RunPhase.NONE).containsAll(found)) {
        return Decision.FORGET;
      }
      return EnumSet.of(RunPhase.SETTLED, RunPhase.COMMITTED).containsAll(found)
          ? Decision.SETTLE
          : null;
    }
    if (HOLD.containsAll(found)) {
      return found.equals(EnumSet.of(RunPhase.COMMITTED)) ? Decision.SETTLE : Decision.COMMIT;
    }
    if (found.contains(RunPhase.COMMITTED)) {
      return null;
    }
    return found.contains(RunPhase.REVEALED) || found.contains(RunPhase.PREPARED_REVEALED)
        ? Decision.LOSE
        : Decision.BACK;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void everyCombination(int parties) {
    RunPhase[] phases = RunPhase.values();
    int count = (int) Math.pow(phases.length, parties);
    EnumSet<Decision> seen = EnumSet.noneOf(Decision.class);
    for (int i = 0; i < count; i++) {
      List<Standing> all = new ArrayList<>();
      EnumSet<RunPhase> found = EnumSet.noneOf(RunPhase.class);
      for (int party = 0, left = i; party < parties; party++, left /= phases.length) {
        found.add(phases[left % phases.length]);
        all.add(at(phases[left % phases.length]));
      }
      Decision decision = decide(all);
      assertEquals(byRows(found), decision, found.toString());
      if (decision != null) {
        seen.add(decision);
      }
    }
    assertEquals(EnumSet.allOf(Decision.class), seen);
  }

  /** Whatever a liar says, what an honest party has revealed or given away is not run again. */
  @Test
  void noLieBringsBackWhatWasRevealed() {
    for (RunPhase lie : RunPhase.values()) {
      for (RunPhase honest : RunPhase.values()) {
        Decision decision = decide(List.of(at(honest), at(lie)));
        if (honest.revealed() || honest.committed()) {
          assertTrue(decision != Decision.BACK, honest + " and " + lie);
        }
      }
    }
  }

  @Test
  void resultsThatDifferDoNotCount() {
    for (RunPhase mine : HOLD) {
      for (RunPhase theirs : HOLD) {
        for (Standing other :
            List.of(new Standing(theirs, ONE, ONE), new Standing(theirs, TWO, TWO))) {
          Disagreement end =
              assertThrows(
                  Disagreement.class, () -> RunTable.decide(RUN, List.of(at(mine), other)));
          assertEquals("the parties differ in the result of run 4.1", end.getMessage());
        }
      }
    }
  }

  @Test
  void statementsAreReadBack() {
    SetStatement statement =
        new SetStatement(17, new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
    for (RunPhase phase : RunPhase.values()) {
      if (phase != RunPhase.NONE) {
        statement
            .runs()
            .put(new RunId(statement.runs().size(), 1 + statement.runs().size()), at(phase));
      }
    }
    statement.lost().put("sum", 4L);
    statement.losing().put(RUN, new TreeMap<>(Map.of("sum", 4L, "rows", 1L)));
    statement.resets().put("sum", 4L);
    assertEquals(statement, SetStatement.parse(statement.bytes()));
    String text = new String(statement.bytes(), StandardCharsets.UTF_8);
    int refused = 0;
    for (int at = 0; at < text.length(); at++) {
      StringBuilder wrong = new StringBuilder(text);
      wrong.setCharAt(at, text.charAt(at) == '\n' ? ' ' : '\u00e9');
      byte[] bytes = wrong.toString().getBytes(StandardCharsets.UTF_8);
      refused += SetStatement.parse(bytes) == null ? 1 : 0;
    }
    assertEquals(text.length(), refused);
    for (String wrong :
        List.of(
            "",
            "\n",
            "sets, committed 01\n",
            "sets, committed 1",
            text + "\n",
            text + "run 9.1 none " + ONE + " " + ONE + "\n",
            text + "run 9.1 TAKEN " + ONE + " " + ONE + "\n",
            text + "run 9.0 taken " + ONE + " " + ONE + "\n",
            text + "lost sum 4\n")) {
      byte[] bytes = wrong.getBytes(StandardCharsets.UTF_8);
      assertEquals(null, SetStatement.parse(bytes), wrong);
    }
  }
}
