package org.schurmpc.bench.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.Refused;

/** What files of papers have in common, and what a made-up one gets wrong. */
class PapersTest {
  @Test
  void everyTableHasAMeasureWithALabel() {
    for (Paper paper : Paper.ALL) {
      for (PaperTable table : paper.tables()) {
        assertTrue(table.measure() != null && table.measure().label() != null, table.label());
        assertTrue(!table.entries(table.measure().fields()).isEmpty(), table.label());
      }
      assertTrue(paper.examples().get(0).startsWith(paper.name() + " "), paper.name());
    }
  }

  private static IllegalArgumentException wrong(String right, String wrong) throws Exception {
    Paper paper = PaperReader.read("made-up.toml", PaperReaderTest.TOML.replace(right, wrong));
    Effort effort = Effort.of(paper, false, Duration.ZERO);
    return assertThrows(
        IllegalArgumentException.class,
        () -> Fakes.study(paper, paper.tables(), effort, null, null, () -> 0).run(each -> {}));
  }

  @Test
  void aFormulaThatIsNotThereIsNamed() throws Exception {
    assertEquals(
        "Table 2: there is no formula [sqrt, Rounds]",
        wrong("here    = report all", "here    = sqrt Rounds").getMessage());
    assertEquals(
        "a line is NAME = FORMULA, not 'here: report all'",
        wrong("here    = report all", "here: report all").getMessage().strip());
  }

  @Test
  void optionsGiveNamesValues() throws Exception {
    StudyOption threads = Paper.KOS16.options().get(0);
    Effort usual = Effort.of(Paper.KOS16, false, Duration.ofMinutes(1));
    Effort effort = threads.applied(usual, List.of(1, 100));
    assertEquals("1,100", effort.values().get("threads"));
    assertEquals("1,100", effort.values().get("all_threads"));
    assertEquals("5s", effort.values().get("rehearsal"));
    Refused many = assertThrows(Refused.class, () -> threads.applied(usual, List.of(1, 101)));
    assertEquals("--threads is 1 to 100, not 101", many.getMessage());
  }
}
