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
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.schurmpc.bench.cli.StudyRows;
import org.schurmpc.bench.monitor.EvaluationPlan;
import org.schurmpc.bench.monitor.ThroughputPlan;
import org.schurmpc.core.abort.Refused;

class Korsvv17Test {
  private static final Path PAPER =
      Path.of("")
          .toAbsolutePath()
          .getParent()
          .resolveSibling("shared")
          .resolve("papers")
          .resolve("lut-aes-des-KORSVV17.txt");

  private static PaperTable table(String id) throws Exception {
    return Paper.KORSVV17.numbered(List.of(id), null).get(0);
  }

  private static PaperRow row(String table, String name) throws Exception {
    return table(table).rows().stream()
        .filter(each -> each.text("name").equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** The numbers that are not computed stand in the text of the paper. */
  @Test
  void numbersAreThoseOfTheText() throws Exception {
    assumeTrue(Files.isReadable(PAPER), "skipped: there is no " + PAPER);
    String text = Files.readString(PAPER).replace('\u00a0', ' ');
    for (String said :
        List.of(
            "33 multiplications",
            "only 11 multiplications",
            "only require \\(N-2\\) multiplications",
            "only 10 rounds and 160 openings",
            "46 rounds with 384 openings",
            "2080 triples over",
            "5 communication rounds and 6 multiplications",
            "20 more rounds and 2 times more shared bits",
            "62 multiplications and 62 rounds",
            "3 triples, 24 bits and 5 communication rounds",
            "236k AES/second",
            "factor of 4.2x (vs \\(\\texttt {AES-LT}\\) 4.4x)",
            "takes around 60 ms using MASCOT",
            "amortized time of only 23 ms",
            "around 340 thousand AES blocks per second",
            "is around 1ms, the same as ours",
            "lowest reported online time (even over a 10 GBps LAN) is 0.93 ms",
            "require 2.57 MB of communication",
            "need only 1.6 MB",
            "around 5 ms over a 10 GBps LAN",
            "at least 15–20 ms",
            "only 0.055 MB",
            "latency of around 5 ms",
            "throughput of 42000 blocks/s",
            "over 1000 blocks per second")) {
      assertTrue(text.contains(said), said);
    }
  }

  @ParameterizedTest
  @CsvSource({"256, 8, 33", "256, 40, 11", "256, 32, 11", "256, 1, 254", "64, 40, 5", "64, 1, 62"})
  void multiplicationsFollowTheFormula(int entries, int coefficients, int count) {
    assertEquals(count, TableCost.multiplications(entries, coefficients));
  }

  /** The paper's own numbers of Table 1 are those of its formula. */
  @Test
  void theTextAgreesWithTheFormula() throws Exception {
    int said = 0;
    for (PaperRow row : table("1").rows()) {
      OptionalInt text = row.integer("text");
      if (text.isPresent()) {
        int entries = row.integer("N").orElseThrow();
        int k = row.integer("k").orElseThrow();
        assertEquals(text.getAsInt(), TableCost.multiplications(entries, k), row.where());
        said++;
      }
    }
    assertEquals(6, said);
  }

  /** KOS16, Table 2: 180.22 kbit of a triple over 128 bits, by pair of parties. */
  @Test
  void theCostOfATripleIsKos16s() {
    assertEquals(2 * 180_224 / 8, TableCost.ofPaper(128).bytes(1, 0));
    assertEquals(2 * (128 * 128 + 128) / 8, TableCost.ofPaper(128).bytes(0, 1));
    assertEquals(2 * 19_520 / 8, TableCost.here(40, 38).bytes(1, 0));
    assertEquals(2 * 5, TableCost.here(40, 38).bytes(0, 1));
  }

  /** "The communication in the preprocessing phase is roughly twice the cost of AES-BD". */
  @Test
  void tablesCostTwiceAsMuchAsBitDecomposition() throws Exception {
    double tables = megabytes(row("2", "AES-LT"));
    double bits = megabytes(row("2", "AES-BD"));
    assertEquals(2, tables / bits, 0.1);
  }

  private static double megabytes(PaperRow row) {
    return TableCost.ofPaper(row.integer("k").orElseThrow())
        .bytes(row.integer("triples").orElseThrow(), row.integer("bits").orElseThrow());
  }

  /** Cells with a star are products of the text's numbers of an S-box and the number of S-boxes. */
  @Test
  void starsAreComputedFromAnSbox() throws Exception {
    int aes = 160;
    assertEquals(List.of(50, 14 * aes, 6 * aes, 16 * aes), counts("AES-BD"));
    assertEquals(List.of(50 + 20, 12 * aes, 4 * aes, 2 * 16 * aes), counts("AES-RP"));
    int des = 384;
    assertEquals(List.of(46 * 5, 9 * des, 3 * des, 24 * des), counts("3DES-PV"));
    assertEquals(List.of(46, des, 5 * des, 6 * des), counts("3DES-LT"));
    PaperRow raw = row("2", "3DES-Raw");
    assertEquals(46 * 62, raw.integer("rounds").orElseThrow());
    assertEquals(62 * des, raw.integer("triples").orElseThrow());
    assertEquals(2 * 62 * des, raw.integer("openings").orElseThrow());
    assertEquals(OptionalInt.empty(), raw.integer("bits"));
  }

  private static List<Integer> counts(String method) throws Exception {
    PaperRow row = row("2", method);
    return List.of("rounds", "openings", "triples", "bits").stream()
        .map(column -> row.integer(column).orElseThrow())
        .toList();
  }

  @Test
  void tablesAndFiguresAreNumberedApart() throws Exception {
    List<String> labels =
        Paper.KORSVV17.numbered(List.of("3", "1"), List.of("3")).stream()
            .map(PaperTable::label)
            .toList();
    assertEquals(List.of("Table 1", "Table 3", "Figure 3"), labels);
    assertEquals(6, Paper.KORSVV17.numbered(null, null).size());
    Refused table =
        assertThrows(Refused.class, () -> Paper.KORSVV17.numbered(List.of("6"), List.of("3")));
    assertEquals(
        "KORSVV17 has no table '6' that is reproduced; it has 1, 2, 3, 4, 5", table.getMessage());
    Refused figure =
        assertThrows(Refused.class, () -> Paper.KORSVV17.numbered(List.of(), List.of("2")));
    assertEquals("KORSVV17 has no figure '2' that is reproduced; it has 3", figure.getMessage());
  }

  /** Tables 2, 3 and 5 and the figure measure one setting of a method once. */
  @Test
  void methodsHaveOneSetting() throws Exception {
    List<String> names = new ArrayList<>();
    StudyCommands.Runner runner =
        (plan, heap, what) -> {
          names.add(what);
          return plan instanceof ThroughputPlan triples
              ? Fakes.generated(triples, 1000)
              : Fakes.encrypted((EvaluationPlan) plan, names.size());
        };
    List<PaperTable> tables = Paper.KORSVV17.numbered(List.of("2", "5"), List.of("3"));
    List<TableResult> results =
        Fakes.study(
                Paper.KORSVV17,
                tables,
                Effort.of(Paper.KORSVV17, true, Duration.ofMinutes(1)),
                StudyRows.commands(),
                runner,
                () -> 0)
            .run(result -> {});
    assertEquals(Set.copyOf(names).size(), names.size(), names.toString());
    for (String name : List.of("AES-LT", "AES-RP")) {
      assertEquals(rate(results.get(0), name), rate(results.get(1), name), name);
    }
    assertEquals(rate(results.get(0), "AES-LT"), rate(results.get(2), "2 parties"));
  }

  private static double rate(TableResult result, String label) {
    return result.rows().stream()
        .filter(row -> row.label().equals(label))
        .findFirst()
        .orElseThrow()
        .number("here.blocks_per_s")
        .orElseThrow();
  }
}
