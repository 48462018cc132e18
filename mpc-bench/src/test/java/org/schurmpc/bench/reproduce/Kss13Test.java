package org.schurmpc.bench.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.schurmpc.bench.cli.StudyRows;
import org.schurmpc.core.abort.Refused;

/** The tables and figures of KSS13. */
class Kss13Test {
  /** Circuits of tens of thousands of gates. */
  private static final List<String> LONG = List.of("MD5", "SHA-1");

  private static PaperTable table(String id) throws Exception {
    return Paper.KSS13.numbered(List.of(id), null).get(0);
  }

  private static TableResult costs(PaperTable table) throws Exception {
    Effort effort = Effort.of(Paper.KSS13, false, Duration.ofMinutes(1));
    StudyCommands.Runner none =
        (plan, heap, what) -> {
          throw new IllegalStateException("nothing is to be run");
        };
    return Fakes.study(Paper.KSS13, List.of(table), effort, StudyRows.commands(), none, () -> 0)
        .run(result -> {})
        .get(0);
  }

  private static void requireNoMore(PaperTable table) throws Exception {
    TableResult result = costs(table);
    assertEquals(table.rows().size(), result.rows().size());
    for (RowResult row : result.rows()) {
      assertEquals("no more", row.verdict(), row.label() + ": " + row.fields().get("here"));
    }
  }

  @Test
  void functionsOfIntegersTakeNoMoreThanInThePaper() throws Exception {
    requireNoMore(table("2"));
  }

  /** The paper's two rows of comparisons look exchanged: ours are no more than either. */
  @Test
  void theFloatingPointComparisonIsNoMoreThanTheFixedOne() throws Exception {
    PaperTable comparisons =
        Fakes.only(table("2"), row -> row.text("function").contains("Point Comp."));
    PaperRow fixed = comparisons.rows().get(0);
    Map<String, String> cells = new LinkedHashMap<>(fixed.cells());
    cells.put("program", "float_comparisons");
    cells.put("arguments", "-");
    requireNoMore(comparisons.with(List.of(new PaperRow(fixed.where(), cells))));
  }

  @Test
  void ciphersTakeNoMoreThanInThePaper() throws Exception {
    requireNoMore(Fakes.only(table("3"), row -> !LONG.contains(row.text("function"))));
  }

  @Test
  @Tag("slow")
  void hashesTakeNoMoreThanInThePaper() throws Exception {
    PaperTable hashes = Fakes.only(table("3"), row -> LONG.contains(row.text("function")));
    assertEquals(LONG.size(), hashes.rows().size());
    requireNoMore(hashes);
  }

  /** A row that is held against smaller numbers says which of its own are larger. */
  @Test
  void whatIsMoreIsNamed() throws Exception {
    PaperTable table = Fakes.only(table("3"), row -> row.text("function").startsWith("AES (excl"));
    PaperRow aes = table.rows().get(0);
    assertEquals("960", aes.text("triples"));
    Map<String, String> cells = new LinkedHashMap<>(aes.cells());
    cells.put("triples", "959");
    cells.put("rounds", "49");
    PaperTable less = table.with(List.of(new PaperRow(aes.where(), cells)));
    assertEquals("more rounds, more triples", costs(less).rows().get(0).verdict());
  }

  @Test
  void otherNumbersAreRefused() {
    Refused refused =
        assertThrows(Refused.class, () -> Paper.KSS13.numbered(List.of("2", "4"), null));
    assertTrue(refused.getMessage().contains("no table '4'"), refused.getMessage());
    assertThrows(Refused.class, () -> Paper.KSS13.numbered(null, List.of("2")));
  }
}
