package org.schurmpc.bench.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
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

  private static TimeTable table(String id) {
    return Dnnr17.times().stream().filter(table -> table.id().equals(id)).findFirst().orElseThrow();
  }

  @Test
  void hasThePapersFigures() {
    assertEquals("760.0 KiB", Dnnr17.sizes().optimised().get(0));
    assertEquals("2.7 KiB", Dnnr17.sizes().binary().get(3));
    assertEquals(new PrintedTimes("1.03", "3.01", "1.05", "0.45"), table("2").printed().get(1));
    assertEquals(1.09, table("2").printed().get(0).latencyMillis(false));
    assertEquals(75.36, table("3").printed().get(0).amortisedMicros(true));
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
    SizeTable sizes = Dnnr17.sizes();
    for (int row = 0; row < sizes.macs().size(); row++) {
      ours.add(sizes.optimised().get(row).replaceAll(" .*", ""));
      ours.add(sizes.binary().get(row).replaceAll(" .*", ""));
    }
    for (TimeTable table : Dnnr17.times()) {
      for (PrintedTimes row : table.printed()) {
        ours.add(row.lanLatency());
        ours.add(row.lanAmortised());
        ours.add(row.cloudLatency());
        ours.add(row.cloudAmortised());
      }
    }
    assertEquals(cells, ours);
    assertEquals(2 * 4 + 2 * 4 * 4, ours.size());
  }

  /** Which row is which MAC: what the paper explains, and what the protocol demands. */
  @Test
  void sizesOfLookupMacsAndOfNoneAreThePapers() throws Exception {
    SizeTable table = Dnnr17.sizes();
    SizeResult result = table.compute();
    for (int row = 1; row < 4; row++) {
      assertEquals(table.optimised().get(row), text(result.optimised().get(row)));
      assertEquals(table.binary().get(row), text(result.binary().get(row)));
    }
    assertEquals(160 * 256 * 24, result.optimised().get(0).tables());
    assertEquals(5440 * 3 * 129 / 8, result.binary().get(0).tables());
    for (SizeTable.Size size : result.optimised()) {
      assertTrue(size.all() > size.tables(), size.toString());
    }
  }

  private static String text(SizeTable.Size size) {
    return Dnnr17Text.size(size.tables());
  }

  @Test
  void circuitsHaveThePapersTables() throws Exception {
    LayeredCircuit binary = LayeredCircuit.of(CircuitLibrary.open(Dnnr17.BINARY));
    assertEquals(5440, binary.andCount());
    assertEquals(40, binary.depth());
    LayeredCircuit optimised = LayeredCircuit.of(CircuitLibrary.open(Dnnr17.OPTIMISED));
    assertEquals(160, optimised.lookupCount());
    assertEquals(0, optimised.andCount());
    assertEquals(10, optimised.depth());
  }

  @Test
  void rowsAreMarkedAsTheProtocolIs() throws Exception {
    for (Dnnr17.MacChoice mac : Dnnr17.sizes().macs()) {
      ConfiguredProtocol protocol =
          Protocols.named(Dnnr17.NAME).configure(new ProtocolOptions(1, mac.options()));
      assertEquals(mac.secure(), SecurityFloor.lack(protocol).isEmpty(), mac.label());
    }
  }

  @Test
  void onlyWhatIsThere() throws Exception {
    Dnnr17.requireTables(List.of("1", "2", "3"));
    Dnnr17.requireMacs(List.of("passive", "linear"));
    Refused table = assertThrows(Refused.class, () -> Dnnr17.requireTables(List.of("1", "4")));
    assertEquals("DNNR17 has no table '4'; it has 1, 2 and 3", table.getMessage());
    Refused mac = assertThrows(Refused.class, () -> Dnnr17.requireMacs(List.of("lookup8")));
    assertTrue(mac.getMessage().contains("'lookup8'; it has [linear, lookup64"), mac.getMessage());
    TimeTable some = table("3").only(List.of("passive", "lookup64"));
    assertEquals(
        List.of("lookup, k = 64", "passive"),
        some.macs().stream().map(Dnnr17.MacChoice::label).toList());
    assertEquals(
        List.of("4.38", "3.94"), some.printed().stream().map(PrintedTimes::lanLatency).toList());
  }
}
