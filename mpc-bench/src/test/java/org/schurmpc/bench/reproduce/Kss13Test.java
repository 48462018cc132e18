package org.schurmpc.bench.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.schurmpc.core.abort.Refused;

/** The tables and figures of KSS13. */
class Kss13Test {
  /** Circuits of tens of thousands of gates. */
  private static final List<String> LONG = List.of("MD5", "SHA-1");

  private static PaperTable table(String id) throws Exception {
    return Kss13.tables(List.of(id)).get(0);
  }

  private static void requireNoMore(PaperTable table) throws Exception {
    TableResult result = Kss13.costs(table);
    assertEquals(table.rows().size(), result.rows().size());
    for (RowResult row : result.rows()) {
      if (!row.printed().has("program")) {
        continue;
      }
      assertEquals("no more", row.verdict(), row.label() + ": " + row.fields().get("here"));
    }
  }

  @Test
  void functionsOfIntegersTakeNoMoreThanInThePaper() throws Exception {
    requireNoMore(table("2"));
  }

  @Test
  void ciphersTakeNoMoreThanInThePaper() throws Exception {
    requireNoMore(table("3").only(row -> !LONG.contains(row.text("function"))));
  }

  @Test
  @Tag("slow")
  void hashesTakeNoMoreThanInThePaper() throws Exception {
    PaperTable hashes = table("3").only(row -> LONG.contains(row.text("function")));
    assertEquals(LONG.size(), hashes.rows().size());
    requireNoMore(hashes);
  }

  /** A row that is held against smaller numbers says which of its own are larger. */
  @Test
  void whatIsMoreIsNamed() throws Exception {
    PaperTable table = table("3").only(row -> row.text("function").startsWith("AES (excl"));
    PaperRow aes = table.rows().get(0);
    assertEquals("960", aes.text("triples"));
    Map<String, String> cells = new LinkedHashMap<>(aes.cells());
    cells.put("triples", "959");
    cells.put("rounds", "49");
    PaperTable less =
        new PaperTable(
            table.label(),
            table.id(),
            table.file(),
            table.section(),
            table.caption(),
            table.title(),
            table.settings(),
            List.of(new PaperRow(aes.where(), cells)),
            List.of(),
            List.of(),
            table.layout());
    assertEquals("more rounds, more triples", Kss13.costs(less).rows().get(0).verdict());
  }

  @Test
  void otherNumbersAreRefused() {
    Refused refused = assertThrows(Refused.class, () -> Kss13.tables(List.of("2", "4")));
    assertTrue(refused.getMessage().contains("no table '4'"), refused.getMessage());
    assertThrows(Refused.class, () -> Kss13.figures(List.of("2")));
  }
}
