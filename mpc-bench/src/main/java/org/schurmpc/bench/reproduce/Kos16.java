package org.schurmpc.bench.reproduce;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalDouble;
import org.schurmpc.bench.job.Line;
import org.schurmpc.core.abort.Refused;

/**
 * What here stands beside the figures of KOS16 (MASCOT), section 7; {@code kos16.toml} has them.
 */
public final class Kos16 {
  /** The study, and the protocol that it measures. */
  public static final String NAME = "mascot";

  /** The paper and its tables. */
  public static final Paper PAPER = PaperReader.resource("kos16.toml");

  /** The threads of Figure 9 that any machine bears. */
  public static final List<Integer> USUAL_THREADS = List.of(1, 10);

  private static final String TABLE = "2";
  private static final String BY_PARTIES = "9";
  private static final String BY_NETWORK = "10";
  private static final String AUCTIONS = "11";

  private static final String BINARY = "gf2_128";

  /** The largest prime below 2^256. */
  private static final String P256 =
      "115792089237316195423570985008687907853269984665640564039457584007913129639747";

  /** The paper's most threads: they stand beside the most here. */
  private static final String MOST_THREADS = "100";

  private static final OptionalDouble NOTHING = OptionalDouble.empty();

  private Kos16() {}

  /**
   * Refuses numbers of tables that the paper does not have.
   *
   * @throws Refused naming the first
   */
  public static void requireTables(Collection<String> ids) throws Refused {
    requireAmong("table", ids, List.of(TABLE));
  }

  /**
   * Refuses numbers of figures that are not there.
   *
   * @throws Refused naming the first
   */
  public static void requireFigures(Collection<String> ids) throws Refused {
    requireAmong("figure", ids, List.of(BY_PARTIES, BY_NETWORK, AUCTIONS));
  }

  /** Returns the figure of the auction. */
  static PaperTable auctions() {
    return PAPER.table(AUCTIONS);
  }

  /** Returns whether the figure of the auction is among those with these numbers. */
  public static boolean hasAuctions(Collection<String> ids) {
    return ids.contains(AUCTIONS);
  }

  private static void requireAmong(String what, Collection<String> ids, List<String> known)
      throws Refused {
    String complaint = "KOS16 has no " + what + " '%s' that is measured; it has %s";
    Paper.requireAmong(ids, known, complaint, ", ");
  }

  /** All tables of rates; {@code threads} are those of Figure 9. */
  public static List<RateTable> tables(List<Integer> threads, RateEffort effort) throws Refused {
    return List.of(costs(effort), byParties(threads, effort), byNetwork(effort));
  }

  private static RateTable costs(RateEffort effort) {
    PaperTable table = PAPER.table(TABLE);
    List<RateCell> cells = new ArrayList<>();
    for (PaperRow row : table.rows()) {
      String label = row.text("bits") + " bits, ";
      String field = field(row);
      cells.add(cost(label + "input", field, "input1", 8192, row.number("input"), effort));
      cells.add(cost(label + "triple", field, "triple", 4096, row.number("triple"), effort));
    }
    return new RateTable(table, cells);
  }

  private static String field(PaperRow row) {
    if (!row.has("option")) {
      return "";
    }
    return row.text("option").equals("p256") ? P256 : row.text("option");
  }

  private static RateCell cost(
      String label,
      String field,
      String kind,
      int count,
      OptionalDouble printed,
      RateEffort effort) {
    int items = count / effort.divisor();
    return new RateCell(label, field, 2, 1, kind, items, items, null, printed, NOTHING);
  }

  private static RateTable byParties(List<Integer> threads, RateEffort effort) {
    List<RateCell> cells = new ArrayList<>();
    int most = threads.stream().mapToInt(Integer::intValue).max().orElseThrow();
    for (int count : threads) {
      for (int parties = 2; parties <= effort.parties(); parties++) {
        cells.add(rate("F_2^128", BINARY, parties, count, count == most, effort));
      }
    }
    for (int parties = 2; parties <= effort.parties(); parties++) {
      cells.add(rate("F_p", "p128", parties, most, true, effort));
    }
    return new RateTable(PAPER.table(BY_PARTIES), cells);
  }

  private static RateCell rate(
      String name, String field, int parties, int threads, boolean most, RateEffort effort) {
    long count = 65_536L / ((long) parties * (parties - 1)) / effort.divisor();
    int batch = (int) Math.max(1, Math.min(2048, count / threads));
    String label =
        "%s, %d thread%s, %d parties".formatted(name, threads, threads == 1 ? "" : "s", parties);
    return new RateCell(
        label,
        field,
        parties,
        threads,
        "triple",
        batch,
        (long) batch * Math.max(threads, count / batch),
        null,
        printedRate(name, parties, threads == 1 ? "1" : most ? MOST_THREADS : ""),
        printedRate("at most", parties, PaperRow.ABSENT));
  }

  private static OptionalDouble printedRate(String field, int parties, String threads) {
    return PAPER.table(BY_PARTIES).rows().stream()
        .filter(
            row ->
                row.text("field").equals(field)
                    && row.text("parties").equals(Integer.toString(parties))
                    && row.text("threads").equals(threads))
        .map(row -> row.number("per_second"))
        .findFirst()
        .orElse(NOTHING);
  }

  private static RateTable byNetwork(RateEffort effort) throws Refused {
    PaperTable table = PAPER.table(BY_NETWORK);
    List<RateCell> cells = new ArrayList<>();
    for (PaperRow row : table.rows()) {
      cells.add(network(row, effort));
    }
    return new RateTable(table, cells);
  }

  private static RateCell network(PaperRow row, RateEffort effort) throws Refused {
    int threads = 2;
    int items = Math.max(1, row.integer("batch").orElseThrow() / effort.divisor());
    String line = row.required("line");
    return new RateCell(
        row.text("network"),
        BINARY,
        2,
        threads,
        "triple",
        items,
        (line.equals("wan") ? 1L : 4L) * threads * items,
        Line.parse(line),
        row.number("per_second"),
        row.number("at_most"));
  }
}
