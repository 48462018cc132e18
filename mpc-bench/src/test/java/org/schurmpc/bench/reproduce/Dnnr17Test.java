package org.schurmpc.bench.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.schurmpc.bench.cli.StudyRows;
import org.schurmpc.core.abort.Refused;
import org.schurmpc.core.circuit.LayeredCircuit;
import org.schurmpc.core.circuit.io.CircuitLibrary;
import org.schurmpc.core.eval.ConfiguredProtocol;
import org.schurmpc.core.eval.ProtocolOptions;
import org.schurmpc.core.eval.Protocols;
import org.schurmpc.core.eval.SecurityFloor;

class Dnnr17Test {
  private static final Path PAPER =
      Path.of("")
          .toAbsolutePath()
          .getParent()
          .resolveSibling("shared")
          .resolve("papers")
          .resolve("tinytable-DNNR17.txt");
  private static final Pattern CELL =
      Pattern.compile("([0-9.]+)[ \\u00a0](?:KiB|MiB|ms|\\\\\\(\\\\upmu \\\\\\)s)");

  private static PaperRow row(String table, int row) {
    return Paper.DNNR17.table(table).rows().get(row);
  }

  @Test
  void hasThePapersFigures() {
    assertEquals("tinytable", Paper.DNNR17.name());
    assertEquals("760.0 KiB", row("1", 0).text("optimised"));
    assertEquals("2.7 KiB", row("1", 3).text("binary"));
    assertEquals(List.of("1.03", "3.01", "1.05", "0.45"), cells(row("2", 1)));
    assertEquals(1.09, row("2", 0).number("cloud_latency").orElseThrow());
    assertEquals(75.36, row("3", 0).number("lan_amortised").orElseThrow());
  }

  /** What the paper prints. */
  private static List<String> cells(PaperRow row) {
    return row.cells().values().stream().skip(3).toList();
  }

  /** Every digit, row by row, where the paper's text is at hand. */
  @Test
  void hasEveryDigitOfThePapersTables() throws Exception {
    assumeTrue(Files.isReadable(PAPER), "skipped: there is no " + PAPER);
    List<String> cells = new ArrayList<>();
    boolean inTables = false;
    for (String line : Files.readAllLines(PAPER)) {
      inTables |= line.startsWith("Table 1.");
      Matcher cell = CELL.matcher(line.strip());
      if (inTables && cell.matches()) {
        cells.add(cell.group(1));
      }
    }
    List<String> ours = new ArrayList<>();
    for (PaperTable table : Paper.DNNR17.tables()) {
      for (PaperRow row : table.rows()) {
        cells(row).forEach(cell -> ours.add(cell.replaceAll(" .*", "")));
      }
    }
    assertEquals(cells, ours);
    assertEquals(2 * 4 + 2 * 4 * 4, ours.size());
  }

  static TableResult sizes() throws Exception {
    Effort effort = Effort.of(Paper.DNNR17, false, Duration.ofMinutes(1));
    return of(Paper.DNNR17.table("1"), effort);
  }

  private static TableResult of(PaperTable table, Effort effort) throws Exception {
    StudyCommands.Runner none =
        (plan, heap, what) -> {
          throw new IllegalStateException("nothing is to be run");
        };
    return Fakes.study(Paper.DNNR17, List.of(table), effort, StudyRows.commands(), none, () -> 0)
        .run(result -> {})
        .get(0);
  }

  /** Which row is which MAC: what the paper explains, and what the protocol demands. */
  @Test
  void sizesOfLookupMacsAndOfNoneAreThePapers() throws Exception {
    List<RowResult> rows = sizes().rows();
    for (String circuit : List.of("optimised", "binary")) {
      for (RowResult row : rows.subList(1, 4)) {
        Object tables = row.value(circuit + ".table_bytes").orElseThrow();
        assertEquals(row.printed().text(circuit), ValueKind.SIZE.show(tables), row.label());
      }
    }
    assertEquals(160 * 256 * 24, rows.get(0).number("optimised.table_bytes").orElseThrow());
    assertEquals(5440 * 3 * 129 / 8, rows.get(0).number("binary.table_bytes").orElseThrow());
    for (RowResult row : rows) {
      double tables = row.number("optimised.table_bytes").orElseThrow();
      assertTrue(row.number("optimised.all_bytes").orElseThrow() > tables, row.label());
    }
  }

  private static String circuit(String table) {
    return Paper.DNNR17.table(table).settings().get("circuit");
  }

  @Test
  void circuitsHaveThePapersTables() throws Exception {
    LayeredCircuit binary = LayeredCircuit.of(CircuitLibrary.open(circuit("3")));
    assertEquals(5440, binary.andCount());
    assertEquals(40, binary.depth());
    LayeredCircuit optimised = LayeredCircuit.of(CircuitLibrary.open(circuit("2")));
    assertEquals(160, optimised.lookupCount());
    assertEquals(0, optimised.andCount());
    assertEquals(10, optimised.depth());
  }

  @Test
  void rowsAreMarkedAsTheProtocolIs() throws Exception {
    List<PaperRow> rows =
        Paper.DNNR17.tables().stream().flatMap(table -> table.rows().stream()).toList();
    for (PaperRow row : rows) {
      ConfiguredProtocol protocol =
          Protocols.named("tinytable")
              .configure(new ProtocolOptions(1, Map.of("mac", row.text("mac"))));
      boolean secure = SecurityFloor.lack(protocol).isEmpty();
      assertEquals(secure ? "yes" : "no", row.text("secure"), row.text("MACs"));
    }
  }

  @Test
  void onlyWhatIsThere() throws Exception {
    assertEquals(3, Paper.DNNR17.numbered(List.of("1", "2", "3"), null).size());
    Refused table =
        assertThrows(Refused.class, () -> Paper.DNNR17.numbered(List.of("1", "4"), null));
    assertEquals("DNNR17 has no table '4' that is reproduced; it has 1, 2, 3", table.getMessage());
    StudyOption mac = Paper.DNNR17.options().get(0);
    Effort effort = Effort.of(Paper.DNNR17, false, Duration.ZERO);
    Refused refused =
        assertThrows(Refused.class, () -> mac.applied(effort, List.of("linear", "lookup8")));
    assertTrue(
        refused.getMessage().contains("'lookup8'; there are linear, lookup64"),
        refused.getMessage());
    TableResult some =
        of(Paper.DNNR17.table("3"), mac.applied(effort, List.of("passive", "lookup64")));
    assertEquals(
        List.of("lookup, k = 64", "passive"), some.rows().stream().map(RowResult::label).toList());
    assertEquals(
        List.of("4.38", "3.94"),
        some.rows().stream().map(row -> row.printed().text("lan_latency")).toList());
  }
}
